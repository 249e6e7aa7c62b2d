import { describe, expect, it } from 'vitest'
import { reviewLogSchema } from '#layers/northlight/shared/approvals/review-log-answers.ts'
import { appendReviewLog } from '#layers/northlight/server/store/review-log-store.ts'
import type { NewReviewLogEntry } from '#layers/northlight/server/store/review-log-store.ts'
import { testDatabases } from '#layers/northlight/tests/support/test-databases.ts'
import { useTestServers } from '#layers/northlight/tests/support/use-test-servers.ts'

const at = new Date('2026-12-01T09:00:00.000Z')
const clock = { now: () => at.getTime() }

describe.each(testDatabases)('the routes of the review log, $name', (kind) => {
  const servers = useTestServers(kind)

  /** The log is only added to: each test finds its own by a word. */
  async function start(word: string, entries: Pick<NewReviewLogEntry, 'event' | 'actor' | 'facts'>[]) {
    const server = await servers.start({ clock })
    const { organizationId } = server.services.localPrincipal
    for (const { facts, ...entry } of entries) {
      await servers.database.prisma.$transaction((transaction) => appendReviewLog(transaction, { organizationId, at, ...entry, facts: { ...facts, word } }))
    }
    return server
  }

  it('lists the newest first, by words and by event, page after page', async () => {
    const server = await start('listed', [
      { event: 'asked', facts: { target: 'acme/shop#1' } },
      { event: 'rejected', actor: { id: 'u-1', name: 'Ada' }, facts: { target: 'acme/shop#1' } },
      { event: 'asked', facts: { target: 'acme/shop#2' } },
    ])
    const read = async (query: string) => {
      const response = await server.fetch(`/api/review-log?${query}`)
      expect(response.status).toBe(200)
      const { entries, hasMore } = reviewLogSchema.parse(await response.json())
      return { events: entries.map((entry) => [entry.event, entry.facts.target, entry.actor?.name]), hasMore, last: entries.at(-1)?.id }
    }
    const first = await read('search=listed&limit=2')
    expect(first).toMatchObject({ events: [['asked', 'acme/shop#2', undefined], ['rejected', 'acme/shop#1', 'Ada']], hasMore: true })
    expect(await read(`search=listed&before=${first.last}`)).toMatchObject({ events: [['asked', 'acme/shop#1', undefined]], hasMore: false })
    expect((await read('search=listed+ada')).events).toEqual([['rejected', 'acme/shop#1', 'Ada']])
    expect((await read('search=listed&event=asked')).events).toHaveLength(2)
  })

  it.each(['event=nothing', 'limit=0', 'limit=201', 'before=x', 'before=0', 'unknown=1', `search=${'x'.repeat(201)}`])('refuses %s', async (query) => {
    const server = await servers.start()
    const response = await server.fetch(`/api/review-log?${query}`)
    expect(response.status).toBe(400)
    expect(await response.json()).toMatchObject({ code: 'request-invalid' })
  })

  it('writes all of it as CSV, a fact a column, in which nothing is a formula', async () => {
    const server = await start('tabled', [
      { event: 'approved', actor: { id: 'u-1', name: '=HYPERLINK("x")' }, facts: { 'target': 'a,b', 'count': 2, 'own to this test': 'x' } },
      { event: 'asked', facts: {} },
    ])
    const response = await server.fetch('/api/review-log/export?format=csv&search=tabled')
    expect(response.headers.get('content-type')).toBe('text/csv; charset=utf-8')
    expect(response.headers.get('content-disposition')).toContain('filename="review-log-2026-12-01.csv"')
    const bytes = new Uint8Array(await response.arrayBuffer())
    expect([...bytes.slice(0, 3)]).toEqual([0xEF, 0xBB, 0xBF])
    const [head = '', ...lines] = new TextDecoder().decode(bytes).split('\r\n')
    const names = head.split(',')
    expect(names.slice(0, 8)).toEqual(['entry', 'at', 'event', 'approval', 'version', 'state', 'person id', 'person'])
    expect(names).toEqual(expect.arrayContaining(['count', 'own to this test', 'target', 'word']))
    expect(lines).toHaveLength(3)
    expect(lines[0]).toMatch(/^\d+,2026-12-01T09:00:00.000Z,asked,,,,,,/)
    expect(lines[1]).toContain('approved,,,,u-1,"\'=HYPERLINK(""x"")",2,x,"a,b",tabled')
    expect(lines[2]).toBe('')
  })

  it('writes all of it as JSON', async () => {
    const server = await start('written', [{ event: 'asked', facts: { n: 1 } }, { event: 'expired', facts: { n: 2 } }])
    const response = await server.fetch('/api/review-log/export?format=json&search=written')
    expect(response.headers.get('content-disposition')).toContain('.json')
    const { entries } = reviewLogSchema.parse({ ...await response.json() as object, hasMore: false })
    expect(entries.map((entry) => entry.event)).toEqual(['expired', 'asked'])
    const none = await server.fetch('/api/review-log/export?format=json&search=nothing-like-it')
    expect(await none.json()).toEqual({ entries: [] })
  })

  it('has no route that changes it', async () => {
    const server = await servers.start()
    for (const method of ['POST', 'PATCH', 'PUT', 'DELETE']) expect((await server.send(method, '/api/review-log', {})).status).toBeGreaterThanOrEqual(400)
  })
})
