import { beforeEach, describe, expect, it } from 'vitest'
import type { ExecutionContext, ExecutionOrder } from '#layers/northlight/server/approvals/executors/executor.ts'
import { timeEntryExecutor } from '#layers/northlight/server/approvals/executors/time-entry.ts'
import { insertApproval } from '#layers/northlight/tests/support/insert-approval.ts'
import type { TestServer } from '#layers/northlight/tests/support/start-test-server.ts'
import { testDatabases } from '#layers/northlight/tests/support/test-databases.ts'
import { useTestServers } from '#layers/northlight/tests/support/use-test-servers.ts'

describe.each(testDatabases)('time entries, on the $name database', (kind) => {
  const servers = useTestServers(kind)
  let server: TestServer
  let context: ExecutionContext
  beforeEach(async () => {
    server = await servers.start()
    context = { ...server.services, signal: new AbortController().signal }
    await insertApproval(servers.database, 'approval-1')
  })
  const toOrder = (more: Partial<ExecutionOrder> = {}): ExecutionOrder => ({
    approvalId: 'approval-1', organizationId: server.services.localPrincipal.organizationId, createdBy: 'local-user', askedAt: new Date(8.64e15), kind: 'time_entry',
    target: { kind: 'matter', key: 'Checkout', url: null, title: null }, body: { day: '2026-11-30', minutes: 45, text: 'Review' }, marker: 'marker-1', ...more,
  })

  it('is entered once for an approval, however often that is carried out', async () => {
    expect(await timeEntryExecutor.check(toOrder(), context)).toBeUndefined()
    expect(await timeEntryExecutor.find?.(toOrder(), context)).toBeUndefined()
    const results = await Promise.all([1, 2, 3].map(() => timeEntryExecutor.run(toOrder(), context)))
    expect(new Set(results.map((result) => JSON.stringify(result))).size).toBe(1)
    expect(results[0]).toEqual({
      note: 'Entered 45 minutes on 2026-11-30 for Checkout', url: null, outcome: { entered: true, id: expect.any(String), day: '2026-11-30', minutes: 45, subject: 'Checkout' },
    })
    expect(await timeEntryExecutor.find?.(toOrder(), context)).toEqual(results[0])
    expect(await servers.database.prisma.timeEntry.findMany()).toMatchObject([{ approvalId: 'approval-1', createdBy: 'local-user', day: '2026-11-30', minutes: 45, subject: 'Checkout', text: 'Review' }])
  })

  it('enters nothing of a body that is none', async () => {
    await expect(timeEntryExecutor.run(toOrder({ body: { day: '2026-11-30', minutes: 0, text: 'Review' } }), context)).rejects.toThrow()
    expect(await servers.database.prisma.timeEntry.count()).toBe(0)
  })

  it('enters nothing that could not be stored as it was approved', async () => {
    await expect(timeEntryExecutor.run(toOrder({ body: { day: '2026-11-30', minutes: 1, text: 'a\u0000b\uD800' } }), context)).rejects.toThrow()
    expect(await servers.database.prisma.timeEntry.count()).toBe(0)
  })

  it('is listed, and exported as CSV in which nothing is a formula', async () => {
    const enter = async (id: string, day: string, subject: string, text: string) => {
      await insertApproval(servers.database, id)
      await timeEntryExecutor.run(toOrder({ approvalId: id, target: { ...toOrder().target, key: subject }, body: { day, minutes: 30, text } }), context)
    }
    await enter('a', '2026-11-28', '=HYPERLINK("https://x.test")', 'One, "two"\nthree')
    await enter('b', '2026-11-30', 'Checkout', '+1')
    const list = async (query: string) => await (await server.fetch(`/api/time-entries${query}`)).json() as { entries: { subject: string }[], hasMore: boolean }
    expect(await list('')).toMatchObject({ entries: [{ day: '2026-11-30', subject: 'Checkout', person: { id: 'local-user', name: 'You' }, approvalId: 'b' }, { day: '2026-11-28' }], hasMore: false })
    expect((await list('?from=2026-11-29')).entries).toHaveLength(1)
    expect((await list('?to=2026-11-28')).entries).toMatchObject([{ subject: '=HYPERLINK("https://x.test")' }])
    expect((await server.fetch('/api/time-entries?from=yesterday')).status).toBe(400)
    const file = await server.fetch('/api/time-entries/export?format=csv&from=2026-11-01&to=2026-11-30')
    expect([file.headers.get('content-type'), file.headers.get('content-disposition')]).toEqual(['text/csv; charset=utf-8', expect.stringMatching(/^attachment; filename="time-entries-\d{4}-\d\d-\d\d\.csv"/)])
    const lines = new TextDecoder('utf-8', { ignoreBOM: true }).decode(await file.arrayBuffer()).split('\r\n')
    expect(lines[0]).toBe('\uFEFFday,minutes,subject,text,person,person id,entered at,approval,entry')
    expect(lines[1]).toMatch(/^2026-11-30,30,Checkout,'\+1,You,local-user,/)
    expect(lines[2]).toMatch(/^2026-11-28,30,"'=HYPERLINK\(""https:\/\/x\.test""\)","One, ""two""\nthree",You,/)
  })
})
