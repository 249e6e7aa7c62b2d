import { z } from 'zod'
import { toPlain } from './demo-attachments.ts'
import { toCount } from './demo-answers.ts'
import type { DemoCall, DemoStep } from './demo-step.ts'
import type { DemoConversation } from './read-conversation.ts'

/** A question that one look-up answers: its rows are shown beside a sentence or two. */
interface DemoLookup {
  /** In English and French. */
  pattern: RegExp
  toCall(question: string): DemoCall
  /** What is said before it. */
  lead: string
  toText(output: unknown): string
}

function defineLookup<Output>({ schema, say, ...lookup }: Omit<DemoLookup, 'toText'> & { schema: z.ZodType<Output>, say(output: Output): string }): DemoLookup {
  return { ...lookup, toText: (output) => say(schema.parse(output)) }
}

const passRateSchema = z.object({ runs: z.number(), passed: z.number(), failed: z.number(), flaky: z.number(), passRate: z.number().optional(), passRateBefore: z.number().optional() })
const flakySchema = z.object({ sinceDays: z.number(), times: z.number(), specs: z.array(z.object({ spec: z.string(), times: z.number() })) })

const lookups: readonly DemoLookup[] = [
  defineLookup({
    pattern: /\bpass[- ]?rate\b|\bhow are (?:the|our|my) tests doing\b|\btaux de r[ée]ussite\b|\bcomment (?:vont|se portent) (?:les|nos|mes) tests\b/i,
    toCall: () => ({ toolName: 'pass_rate', input: {} }),
    lead: 'Let me count the results of this week.',
    schema: passRateSchema,
    say: ({ runs, passed, failed, passRate, passRateBefore }) => passRate === undefined
      ? 'No test ran to an end in the last 7 days.'
      : `**${passRate}%** of ${toCount(passed + failed, 'result')} passed in the last 7 days, in ${toCount(runs, 'run')}${passRateBefore === undefined ? '' : `; it was ${passRateBefore}% the week before`}.`,
  }),
  defineLookup({
    pattern: /\bflak\w*\b.*\b(?:by|per|which|what) (?:spec|file|suite)|\b(?:which|what) (?:specs?|files?|suites?)\b.*\bflak|\binstables? par (?:spec|fichier)|\bquel(?:le)?s? (?:specs?|fichiers?|suites?)\b.*\binstables?/i,
    toCall: (question) => ({ toolName: 'flaky_by_spec', input: readDays(question) }),
    lead: 'Let me count where tests passed only on a retry.',
    schema: flakySchema,
    say: ({ specs: [worst], times, sinceDays }) => worst === undefined
      ? `No test passed only on a retry in the last ${toCount(sinceDays, 'day')}.`
      : `**${toPlain(worst.spec)}** is the flakiest: ${worst.times} of ${times} passes on a retry in the last ${toCount(sinceDays, 'day')}.`,
  }),
  defineLookup({
    pattern: /\bwaiting for (?:me|us|approval|a decision)\b|\bpending approvals?\b|\bwhat(?:'s| is) (?:waiting|pending)\b|\ben attente\b|\bqu'est-ce qui (?:m')?attend\b/i,
    toCall: () => ({ toolName: 'pending_approvals', input: {} }),
    lead: 'Let me look at what waits.',
    schema: z.object({ waiting: z.number() }),
    say: ({ waiting }) => waiting === 0 ? '**Nothing waits** for you.' : `**${toCount(waiting, 'approval')}** ${waiting === 1 ? 'waits' : 'wait'} for you.`,
  }),
  defineLookup({
    pattern: /\bwhat do (?:you|we) remember\b|\b(?:show|list|read)\b.*\b(?:notes|memory)\b|\bde quoi (?:te souviens-tu|vous souvenez-vous)\b|\bquelles (?:sont les )?notes\b/i,
    toCall: () => ({ toolName: 'get_memory', input: {} }),
    lead: 'Let me read the notes.',
    schema: z.object({ total: z.number() }),
    say: ({ total }) => total === 0 ? 'Nothing is remembered yet. Tell me what to remember, as in "remember that checkout belongs to Payments".' : `**${toCount(total, 'note')}** ${total === 1 ? 'is' : 'are'} kept.`,
  }),
  defineLookup({
    pattern: /\b(?:list|show|see)\b.*\bruns\b|\brecent runs\b|\bwhich runs are there\b|\b(?:liste|montre)\b.*\b(?:runs|ex[ée]cutions)\b|\bderni[eè]re?s (?:runs|ex[ée]cutions)\b/i,
    toCall: () => ({ toolName: 'list_runs', input: { limit: 10 } }),
    lead: 'Let me list the last runs.',
    schema: z.object({ runs: z.array(z.object({ failed: z.number() })) }),
    say: ({ runs }) => runs.length === 0
      ? 'There are **no test runs** yet. Drop a report here (JUnit XML, Playwright JSON or CTRF), then ask again.'
      : `The last ${toCount(runs.length, 'run')}: ${toCount(runs.filter(({ failed }) => failed > 0).length, 'run')} with failures.`,
  }),
]

function readDays(question: string): { sinceDays?: number } {
  const days = Number(/\b(?<days>\d{1,2}) (?:days|jours)\b/i.exec(question)?.groups?.days)
  return days >= 1 && days <= 90 ? { sinceDays: days } : {}
}

/** Whether one look-up answers the question. */
export function findLookup(question: string): DemoLookup | undefined {
  return lookups.find(({ pattern }) => pattern.test(question))
}

/** Looks it up, and says what came of it in a sentence: the rows are shown beside it. */
export function planLookup({ question, results }: DemoConversation): DemoStep {
  const lookup = findLookup(question)
  if (!lookup) return {}
  const call = lookup.toCall(question)
  const result = results.findLast(({ toolName }) => toolName === call.toolName)
  return result ? { text: lookup.toText(result.output) } : { text: lookup.lead, calls: [call] }
}
