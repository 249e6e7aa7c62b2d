import type { ReviewLogEntry } from '#layers/northlight/shared/approvals/review-log-answers.ts'
import type { GateRule } from '#layers/northlight/shared/approvals/gate-rules.ts'
import type { Dot, DotList } from '#layers/northlight/shared/dots/dot-answers.ts'
import type { DotChange } from '#layers/northlight/shared/dots/dot-requests.ts'
import { expectStatus } from './browser-session.ts'
import type { TestServer } from './start-test-server.ts'

type Asked = Pick<TestServer, 'fetch' | 'send'>

/** The organisation's dots, the first first: who answers in new chats. */
export async function listDots(server: Asked): Promise<Dot[]> {
  return (await (await expectStatus(await server.fetch('/api/dots'), 200)).json() as DotList).dots
}

/** Changes the first dot. */
export async function changeFirstDot(server: Asked, change: DotChange): Promise<void> {
  const [dot] = await listDots(server)
  await expectStatus(await server.send('PATCH', `/api/dots/${dot?.id}`, change), 200)
}

/** What the first dot may do with comments on issues. */
export function setRule(server: Asked, rule: GateRule): Promise<void> {
  return changeFirstDot(server, { rules: { issue_comment: rule } })
}

export async function makeDot(server: Asked, name: string, leadDotId?: string): Promise<Dot> {
  return await (await expectStatus(await server.send('POST', '/api/dots', { name, job: `Does what ${name} does.`, leadDotId }), 201)).json() as Dot
}

export async function setSandbox(server: Asked, sandbox: boolean): Promise<void> {
  await expectStatus(await server.send('PATCH', '/api/gate', { sandbox }), 200)
}

export async function readLog(server: Asked, query: string): Promise<ReviewLogEntry[]> {
  return (await (await expectStatus(await server.fetch(`/api/review-log?${query}`), 200)).json() as { entries: ReviewLogEntry[] }).entries
}

/** What happened to an approval, in its order. */
export async function listEvents(server: Asked, approvalId: string): Promise<string[]> {
  return (await readLog(server, `search=${approvalId}`)).map(({ event }) => event).toReversed()
}
