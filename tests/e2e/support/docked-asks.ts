import type { Page } from '@playwright/test'
import type { Approval } from '#layers/northlight/shared/approvals/approval-answers.ts'
import type { App } from './fixtures.ts'

/** A chat in which these wait, as the server would tell of them; gives what was decided. */
export async function openAsks(app: App, page: Page, asks: readonly Approval[]): Promise<{ decisions: unknown[], chatId: string }> {
  const decisions: unknown[] = []
  const chatId = await app.importChat([
    { id: 'm1', role: 'user', parts: [{ type: 'text', text: 'Do it.' }] },
    {
      id: 'm2', role: 'assistant', parts: [
        { type: 'text', text: 'I will.' },
        ...asks.map(({ id, toolName, body }, index) => ({ type: `tool-${toolName}`, toolCallId: `c${index}`, state: 'approval-requested', input: body, approval: { id } })),
      ],
    },
  ])
  const here = new Map(asks.map((approval) => [approval.id, { ...approval, chatId }]))
  await page.route(/\/api\/approvals/, async (route) => {
    const request = route.request()
    const id = new URL(request.url()).pathname.split('/')[3]
    if (id === undefined) return route.fulfill({ json: { approvals: [...here.values()], waiting: here.size, hasMore: false } })
    const approval = here.get(id)
    if (request.method() === 'POST' && approval) {
      const decision = request.postDataJSON() as { decision: string, reason?: string }
      decisions.push({ id, ...decision })
      here.set(id, { ...approval, state: decision.decision === 'approve' ? 'executing' : 'rejected', reason: decision.reason ?? null, decidedBy: approval.requestedBy, decidedAt: Date.UTC(2026, 10, 30) })
    }
    return approval ? route.fulfill({ json: here.get(id) }) : route.fulfill({ status: 404, json: { code: 'approval-not-found', message: 'There is no such approval.' } })
  })
  await app.open(page, `/chat/${chatId}`)
  return { decisions, chatId }
}
