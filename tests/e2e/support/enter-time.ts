import { randomUUID } from 'node:crypto'

/** Has the demo model propose a time entry in a chat of its own, which waits for a person; gives the chat's id. */
export async function enterTime(url: string, subject: string, text: string, headers: Record<string, string> = {}): Promise<string> {
  const id = randomUUID()
  const question = { id: randomUUID(), role: 'user', parts: [{ type: 'text', text: `enter 45 minutes for ${subject}: ${text}` }] }
  const response = await fetch(`${url}/api/chat`, { method: 'POST', headers: { 'content-type': 'application/json', ...headers }, body: JSON.stringify({ id, trigger: 'submit-message', message: question }) })
  const stream = await response.text()
  if (!stream.includes('tool-approval-request')) throw new Error(`Nothing was asked: ${stream}`)
  return id
}
