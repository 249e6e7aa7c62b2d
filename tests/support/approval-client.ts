import type { Approval, ApprovalList } from '#layers/northlight/shared/approvals/approval-answers.ts'
import type { ServerClient } from './start-test-server.ts'
import { until } from './until.ts'

export async function listAsks(server: ServerClient, query = ''): Promise<Approval[]> {
  const response = await server.fetch(`/api/approvals${query}`)
  if (response.status !== 200) throw new Error(`${response.status} ${await response.text()}`)
  return (await response.json() as ApprovalList).approvals
}

/** The only ask that waits. */
export async function readAsk(server: ServerClient): Promise<Approval> {
  const [ask, ...more] = await listAsks(server, '?state=waiting')
  if (!ask || more.length > 0) throw new Error(`${more.length + (ask ? 1 : 0)} asks wait.`)
  return ask
}

export async function readApproval(server: ServerClient, id: string): Promise<Approval> {
  return (await server.fetch(`/api/approvals/${id}`)).json() as Promise<Approval>
}

export interface Decided {
  status: number
  body: Record<string, unknown>
}

/** Decides what was shown; `more` says otherwise. */
export async function decide(server: ServerClient, { id, version, digest }: Pick<Approval, 'id' | 'version' | 'digest'>, decision: string, more: object = {}): Promise<Decided> {
  const response = await server.send('POST', `/api/approvals/${id}`, { decision, version, digest, ...more })
  return { status: response.status, body: await response.json() as Record<string, unknown> }
}

/** Resolves when an approval stands there. */
export async function untilState(server: ServerClient, id: string, state: Approval['state']): Promise<Approval> {
  await until(async () => (await readApproval(server, id)).state === state)
  return readApproval(server, id)
}
