import type { LanguageModelV4Prompt, LanguageModelV4ToolResultPart } from '@ai-sdk/provider'
import { expect, it } from 'vitest'
import { planDemoStep } from '#layers/northlight/server/agent/models/demo/plan-demo-step.ts'
import { readConversation } from '#layers/northlight/server/agent/models/demo/read-conversation.ts'
import { toStreamParts } from '#layers/northlight/server/agent/models/demo/to-stream-parts.ts'

const user = (text: string): LanguageModelV4Prompt[number] => ({ role: 'user', content: [{ type: 'text', text }] })
const plan = (...prompt: LanguageModelV4Prompt) => planDemoStep(readConversation(prompt))

const comment = (number: number, text: string, toolName = 'comment_on_pull_request') => ({ toolName, input: { repository: 'acme/shop', number, text } })

it.each([
  ['Comment on pull request acme/shop#12: Looks good.', [comment(12, 'Looks good.')]],
  ['please comment on acme/shop#12: Looks *good*: all of it.\n\nSee:', [comment(12, 'Looks *good*: all of it.\n\nSee:')]],
  ['Comment on issue acme/shop#13: Fixed.', [comment(13, 'Fixed.', 'comment_on_issue')]],
  ['comment on acme/shop#12 and acme/shop#13: Same here.', [comment(12, 'Same here.'), comment(13, 'Same here.')]],
  ['Comment on issue acme/shop#12, pull request acme/shop#13 and acme/shop#14: Done.', [comment(12, 'Done.', 'comment_on_issue'), comment(13, 'Done.'), comment(14, 'Done.')]],
  ['Commente la pull request acme/shop#12 : c\'est bon.', [comment(12, 'c\'est bon.')]],
  ['Merci de commenter l\'issue acme/shop#13 : corrigé.', [comment(13, 'corrigé.', 'comment_on_issue')]],
  ['Send to the webhook Team chat: All green.\nDetails below.', [{ toolName: 'send_webhook', input: { webhook: 'Team chat', subject: 'All green.', text: 'All green.\nDetails below.' } }]],
  ['Envoie au webhook Équipe : tout est vert', [{ toolName: 'send_webhook', input: { webhook: 'Équipe', subject: 'tout est vert', text: 'tout est vert' } }]],
  ['Enter 45 minutes for Checkout: review', [{ toolName: 'propose_time_entry', input: { minutes: 45, subject: 'Checkout', text: 'review' } }]],
  ['Log 2 hours on 2026-11-30 for Checkout: the failing payment test', [{ toolName: 'propose_time_entry', input: { day: '2026-11-30', minutes: 120, subject: 'Checkout', text: 'the failing payment test' } }]],
  ['Saisis 45 minutes pour Paiement : revue', [{ toolName: 'propose_time_entry', input: { minutes: 45, subject: 'Paiement', text: 'revue' } }]],
])('asks for what is asked of it: %s', (question, calls) => {
  expect(plan(user(question))).toEqual({ calls })
})

it.each(['What do you think of acme/shop#12?', 'Comment on the last run: what failed?', 'Comment on acme/shop#12', 'What failed in the last run?', 'How long do 45 minutes for Checkout take?', 'Remember that the webhook Team chat: is noisy'])('asks for nothing outward where nothing is asked: %s', (question) => {
  for (const { toolName } of plan(user(question)).calls ?? []) expect(toolName).toMatch(/^(?:list_runs|remember)$/)
})

const answered = (question: string, ...outputs: LanguageModelV4ToolResultPart['output'][]): LanguageModelV4Prompt => {
  const asked = plan(user(question)).calls ?? []
  return [
    user(question),
    { role: 'assistant', content: asked.map(({ toolName, input }, index) => ({ type: 'tool-call', toolCallId: `c${index}`, toolName, input })) },
    { role: 'tool', content: outputs.map((output, index) => ({ type: 'tool-result', toolCallId: `c${index}`, toolName: asked[index]?.toolName ?? '', output })) },
  ]
}
const done = { type: 'json', value: { commented: true } } as const

it('says what came of it', () => {
  const say = (...prompt: Parameters<typeof answered>) => plan(...answered(...prompt))
  expect(say('Comment on acme/shop#12: Good.', done)).toEqual({ text: 'The comment is on **acme/shop#12**.' })
  expect(say('Send to the webhook *Team*: Hi', done)).toEqual({ text: 'It was sent to **\\*Team\\***.' })
  expect(say('Enter 45 minutes for Checkout: review', done)).toEqual({ text: '**45 minutes** are entered for Checkout.' })
  // A person may have edited it.
  expect(say('Enter 45 minutes for Checkout: review', { type: 'json', value: { entered: true, minutes: 60, subject: 'Checkout' } })).toEqual({ text: '**60 minutes** are entered for Checkout.' })
  expect(say('Comment on acme/shop#12: Good.', { type: 'execution-denied', reason: 'A person said no: too early.' })).toEqual({ text: 'I did not comment on **acme/shop#12**: A person said no: too early.' })
  expect(say('Comment on acme/shop#12: Good.', { type: 'error-text', value: 'acme/shop#12 is closed.' })).toEqual({ text: 'I did not comment on **acme/shop#12**: acme/shop#12 is closed.' })
})

it('says of two what came of each', () => {
  expect(plan(...answered('Comment on acme/shop#12 and acme/shop#13: Good.', done, { type: 'execution-denied', reason: 'No.' }))).toEqual({ text: 'The comment is on **acme/shop#12**. I did not comment on **acme/shop#13**: No.' })
})

it('gives each of two calls an id of its own, the same in every run', () => {
  const ids = () => toStreamParts(plan(user('Comment on acme/shop#12 and acme/shop#13: Good.')), 1, 0).flatMap((part) => part.type === 'tool-call' ? [part.toolCallId] : [])
  expect(ids()).toEqual(['call-1', 'call-1-2'])
  expect(ids()).toEqual(ids())
})
