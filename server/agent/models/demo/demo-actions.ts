import { z } from 'zod'
import { toPlain } from './demo-attachments.ts'
import type { DemoCall, DemoStep } from './demo-step.ts'
import type { DemoConversation, DemoToolResult } from './read-conversation.ts'

const commentPattern = /^(?:(?:please|can you|could you|merci de|peux-tu|pouvez-vous)\s+)?(?:add a comment|comment|commente[rz]?)\b(?<places>[^:]*\S)\s*:\s*(?<text>\S[^]*)$/i
const placePattern = /(?:\b(?<thread>pull request|pr|issue|ticket)s?\s+)?(?<repository>[a-z\d-]+\/[\w.-]+)#(?<number>\d{1,9})/gi
const webhookPattern = /\b(?:send|post|envoie|envoye[rz]|poste[rz]?)\b[^:]*?\bwebhook\s+(?<name>[^:\n]*?\S)\s*:\s*(?<text>\S[^]*)$/i
const timePattern = /\b(?:enter|log|book|saisi[rs]|saisissez|enregistre[rz]?)\s+(?<amount>\d{1,4})\s*(?<unit>minutes?|min|hours?|heures?|h)\s+(?:(?:on|le)\s+(?<day>\d{4}-\d\d-\d\d)\s+)?(?:for|on|pour|sur)\s+(?<subject>[^:\n]*?\S)\s*:\s*(?<text>\S[^]*)$/i

const longestSubject = 80

/** What a person asks to be done outside, each a call; empty: nothing of the kind. */
export function readActionCalls(question: string): DemoCall[] {
  return readComments(question) ?? readWebhook(question) ?? readTime(question) ?? []
}

/** Asks for what is to be done, and once that has come to an end says how. */
export function planActions({ question, results }: DemoConversation): DemoStep {
  const calls = readActionCalls(question)
  const names = new Set(calls.map(({ toolName }) => toolName))
  const ends = results.filter(({ toolName }) => names.has(toolName))
  return ends.length === 0 ? { calls } : { text: ends.map(toSentence).join(' ') }
}

function readComments(question: string): DemoCall[] | undefined {
  const { places = '', text = '' } = commentPattern.exec(question.trim())?.groups ?? {}
  let isIssue = false
  const calls = [...places.matchAll(placePattern)].map(({ groups }): DemoCall => {
    const { thread, repository, number } = groups ?? {}
    if (thread !== undefined) isIssue = /^(?:issue|ticket)$/i.test(thread)
    return { toolName: isIssue ? 'comment_on_issue' : 'comment_on_pull_request', input: { repository, number: Number(number), text } }
  })
  return calls.length > 0 ? calls : undefined
}

function readWebhook(question: string): DemoCall[] | undefined {
  const { name, text = '' } = webhookPattern.exec(question.trim())?.groups ?? {}
  const subject = (text.split(/[\r\n]/)[0] ?? '').slice(0, longestSubject).toWellFormed()
  return name === undefined ? undefined : [{ toolName: 'send_webhook', input: { webhook: name, subject, text } }]
}

function readTime(question: string): DemoCall[] | undefined {
  const { amount, unit = '', day, subject, text } = timePattern.exec(question.trim())?.groups ?? {}
  const minutes = Number(amount) * (/^h/i.test(unit) ? 60 : 1)
  return subject === undefined ? undefined : [{ toolName: 'propose_time_entry', input: { ...day === undefined ? {} : { day }, minutes, subject, text } }]
}

const factsSchema = z.object({
  repository: z.string(), number: z.number(), webhook: z.string(), minutes: z.number(), subject: z.string(),
}).partial().catch({})

/** What came of a call may be another than was asked for: a person may have edited it. */
function toSentence({ toolName, input, output, errorText }: DemoToolResult): string {
  const { done, undone } = toWords(toolName, { ...factsSchema.parse(input), ...factsSchema.parse(output) })
  return errorText === undefined ? done : `${undone}: ${errorText}`
}

function toWords(toolName: string, { repository, number, webhook, minutes, subject }: z.infer<typeof factsSchema>): { done: string, undone: string } {
  if (toolName === 'send_webhook') return { done: `It was sent to **${toPlain(webhook ?? '')}**.`, undone: `I did not send it to **${toPlain(webhook ?? '')}**` }
  if (toolName === 'propose_time_entry') return { done: `**${minutes} minutes** are entered for ${toPlain(subject ?? '')}.`, undone: `I did not enter the ${minutes} minutes` }
  return { done: `The comment is on **${toPlain(`${repository}#${number}`)}**.`, undone: `I did not comment on **${toPlain(`${repository}#${number}`)}**` }
}
