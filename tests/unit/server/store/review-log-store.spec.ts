import { describe, expect, it } from 'vitest'
import { appendReviewLog, listReviewLog, readReviewLog } from '#layers/northlight/server/store/review-log-store.ts'
import type { NewReviewLogEntry } from '#layers/northlight/server/store/review-log-store.ts'
import { testDatabases } from '#layers/northlight/tests/support/test-databases.ts'
import { useTestServers } from '#layers/northlight/tests/support/use-test-servers.ts'

const at = new Date(1_700_000_000_000)

describe.each(testDatabases)('the review log, $name', (kind) => {
  const servers = useTestServers(kind)

  async function start(entries: Omit<NewReviewLogEntry, 'organizationId' | 'at'>[], scope: string) {
    const { services } = await servers.start()
    const principal = { ...services.localPrincipal, organizationId: scope }
    for (const entry of entries) await servers.database.prisma.$transaction((transaction) => appendReviewLog(transaction, { organizationId: scope, at, ...entry }))
    return { principal, prisma: servers.database.prisma }
  }

  const summarize = (entries: { event: string }[]) => entries.map((entry) => entry.event)

  it('gives what was added, the newest first, page after page', async () => {
    const { principal } = await start([
      { event: 'asked', approvalId: 'a-1', version: 1, state: 'pending', facts: { tool: 'comment_on_issue', count: 2, forwarded: false, context: null } },
      { event: 'approved', approvalId: 'a-1', version: 1, state: 'approved', actor: { id: 'u-1', name: 'Ada' }, facts: {} },
      { event: 'executed', approvalId: 'a-1', version: 1, state: 'executed', facts: {} },
    ], 'paged')
    const first = await listReviewLog(servers.database, principal, { limit: 2 })
    expect(summarize(first.entries)).toEqual(['executed', 'approved'])
    expect(first.hasMore).toBe(true)
    expect(first.entries[1]?.actor).toEqual({ id: 'u-1', name: 'Ada' })
    const rest = await listReviewLog(servers.database, principal, { limit: 2, before: first.entries[1]?.id })
    expect(rest).toEqual({ hasMore: false, entries: [expect.objectContaining({
      at: at.getTime(), event: 'asked', approvalId: 'a-1', version: 1, state: 'pending', actor: null, facts: { tool: 'comment_on_issue', count: 2, forwarded: false, context: null },
    })] })
  })

  it('finds entries in which every word stands, whatever its case, and takes no word for a wildcard', async () => {
    const { principal } = await start([
      { event: 'rejected', actor: { id: 'u-1', name: 'Ömer Öz' }, facts: { target: 'acme/shop#12' } },
      { event: 'asked', facts: { target: 'acme/shop#13', share: '100%' } },
    ], 'searched')
    const find = async (search: string) => summarize((await listReviewLog(servers.database, principal, { search, limit: 9 })).entries)
    expect(await find('ACME')).toEqual(['asked', 'rejected'])
    expect(await find('öMER shop#12')).toEqual(['rejected'])
    expect(await find('Ömer shop#13')).toEqual([])
    expect(await find('100%')).toEqual(['asked'])
    expect(await find('acme_shop')).toEqual([])
    expect(summarize((await listReviewLog(servers.database, principal, { event: 'rejected', limit: 9 })).entries)).toEqual(['rejected'])
  })

  it('keeps organisations apart', async () => {
    await start([{ event: 'asked', facts: { target: 'theirs' } }], 'theirs')
    const { principal } = await start([{ event: 'asked', facts: { target: 'ours' } }], 'ours')
    expect((await listReviewLog(servers.database, principal, { limit: 9 })).entries.map((entry) => entry.facts.target)).toEqual(['ours'])
  })

  it('holds texts that a column can\'t', async () => {
    const { principal } = await start([{ event: 'asked', actor: { id: 'u', name: 'N\u0000ul' }, facts: { value: 'a\u0000b\uD800c' } }], 'odd')
    const [entry] = (await listReviewLog(servers.database, principal, { limit: 1, search: 'nul' })).entries
    expect(entry).toMatchObject({ actor: { name: 'Nul' }, facts: { value: 'ab\uFFFDc' } })
  })

  it('is only added to: what is told is neither changed nor removed', async () => {
    const { principal, prisma } = await start([{ event: 'rejected', facts: { target: 'kept' } }], 'kept')
    await expect(prisma.$executeRaw`UPDATE review_log SET event = 'approved' WHERE organization_id = 'kept'`).rejects.toThrow('23001')
    await expect(prisma.$executeRaw`DELETE FROM review_log WHERE organization_id = 'kept'`).rejects.toThrow('23001')
    await expect(prisma.$executeRaw`TRUNCATE review_log`).rejects.toThrow('23001')
    expect(summarize((await listReviewLog(servers.database, principal, { limit: 9 })).entries)).toEqual(['rejected'])
  })

  it('adds nothing where what it tells of did not happen', async () => {
    const { principal, prisma } = await start([], 'undone')
    await expect(prisma.$transaction(async (transaction) => {
      await appendReviewLog(transaction, { organizationId: 'undone', at, event: 'approved', facts: {} })
      throw new Error('not after all')
    })).rejects.toThrow('not after all')
    expect(await listReviewLog(servers.database, principal, { limit: 9 })).toEqual({ entries: [], hasMore: false })
  })

  it('is read whole in pages, each entry once', async () => {
    const { principal, prisma } = await start([], 'long')
    await prisma.reviewLogEntry.createMany({ data: Array.from({ length: 1_001 }, (_, index) => ({ organizationId: 'long', at, event: 'asked', facts: { index }, searchText: '' })) })
    const pages = []
    for await (const page of readReviewLog(servers.database, principal, {})) pages.push(page)
    expect(pages.map((page) => page.length)).toEqual([500, 500, 1])
    expect(pages.flat().map((entry) => entry.facts.index)).toEqual(Array.from({ length: 1_001 }, (_, index) => 1_000 - index))
  })
})
