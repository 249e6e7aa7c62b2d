import { runResultSchema, runsResultSchema, toComparison, toRunAnswer, toRunName } from './demo-answers.ts'
import type { DemoRun, DemoRunResult, RunView } from './demo-answers.ts'
import { toReplyDraft, toRunDocument } from './demo-documents.ts'
import { planActions, readActionCalls } from './demo-actions.ts'
import { toAttachmentAnswer } from './demo-attachments.ts'
import type { DemoStep } from './demo-step.ts'
import type { DemoConversation } from './read-conversation.ts'

interface Intent {
  matches(conversation: DemoConversation): boolean
  plan(conversation: DemoConversation): DemoStep
}

const says = (pattern: RegExp) => ({ question }: DemoConversation) => pattern.test(question)

/** What the demo model understands, the first that matches; the last one matches everything. */
const intents: Intent[] = [
  { matches: ({ attachments }) => attachments.length > 0, plan: ({ attachments }) => ({ text: toAttachmentAnswer(attachments) }) },
  { matches: ({ question, previousQuestion }) => /^continue\b/i.test(question) && previousQuestion !== undefined, plan: planAgain },
  { matches: ({ question }) => readActionCalls(question).length > 0, plan: planActions },
  { matches: ({ question, offeredChoices }) => offeredChoices.includes(question.trim()), plan: (conversation) => planRunView(conversation, 'failed', pickNamed) },
  { matches: says(/(?:\b(?:write|create|make|prepare|r[ée]dige|pr[ée]pare)|[ée]cri[st])\b.*\b(?:document|summary|memo|r[ée]sum)/i), plan: planDocument },
  { matches: says(/(?:\b(?:draft|write|prepare|r[ée]dige|pr[ée]pare)|[ée]cri[st])\b.*\b(?:reply|response|answer|e-?mail|message|r[ée]pon)/i), plan: planReplyDraft },
  { matches: says(/\b(?:slow|slowest|longest|lent|lents|lentes)\b/i), plan: (conversation) => planRunView(conversation, 'slowest') },
  { matches: says(/\bflak/i), plan: (conversation) => planRunView(conversation, 'flaky') },
  { matches: says(/\bskip|ignor/i), plan: (conversation) => planRunView(conversation, 'skipped') },
  { matches: says(/\b(?:compare|comparison|trend|history|last (?:\w+ )?runs|runs compare)\b/i), plan: planComparison },
  { matches: says(/\bfail|\bbroke|\bred\b|\bwrong\b|échou|\bcass/i), plan: (conversation) => planRunView(conversation, 'failed') },
  { matches: says(/\b(?:read|open|show|which|choose|pick)\b.*\b(?:run|report)s?\b/i), plan: planQuestion },
  { matches: says(/\bremember\b|\bnote that\b/i), plan: planRemember },
  { matches: () => true, plan: () => ({ text: introduction }) },
]

const introduction = [
  'I am the **built-in demo model**: rules, not a language model. I answer questions about the test runs that are stored here, such as',
  '',
  '- What failed in the last run?',
  '- Which tests are flaky? Which are slowest? Which were skipped?',
  '- How do the last runs compare?',
  '- Write a summary of the last run as a document, or draft a reply about it.',
  '- Remember that checkout belongs to Payments.',
  '- Comment on pull request acme/shop#12: looks good. Enter 45 minutes for Checkout: review. You are asked first.',
  '',
  'For anything else, set `NORTHLIGHT_MODEL` to a real model; its name and key go in environment variables.',
].join('\n')

const runGone = 'I can\'t find that run among the **newest ones** any more; ask me which runs there are.'

const noRuns = 'There are **no test runs** yet. Drop a report here (JUnit XML, Playwright JSON or CTRF), then ask again.'

/** The next step of an answer, from the question and what the tools returned so far. */
export function planDemoStep(conversation: DemoConversation): DemoStep {
  const intent = intents.find((candidate) => candidate.matches(conversation))
  const failed = conversation.results.find((result) => result.errorText !== undefined)
  // What came of something outward is said by what asked for it.
  if (failed && intent?.plan !== planActions) return { text: `I could not look that up: ${failed.errorText}` }
  return intent?.plan(conversation) ?? { text: introduction }
}

function planAgain(conversation: DemoConversation): DemoStep {
  return planDemoStep({ ...conversation, question: conversation.previousQuestion ?? '', previousQuestion: undefined, attachments: conversation.previousAttachments })
}

type PickRun = (runs: DemoRun[], question: string) => DemoRun | undefined

const pickNewest: PickRun = (runs) => runs[0]
const pickMentioned: PickRun = (runs, question) => runs.find((run) => question.toLowerCase().includes(run.title.toLowerCase())) ?? runs[0]
const pickNamed: PickRun = (runs, question) => runs.find((run) => run.title.trim() === question.trim())

/** What follows once a run's tests are known. */
type FinishRun = (result: DemoRunResult, conversation: DemoConversation) => DemoStep

const answerRun: FinishRun = (result, conversation) => withMemory(conversation, toRunAnswer(result))

function planRunView(conversation: DemoConversation, show: RunView, pick: PickRun = pickNewest, finish: FinishRun = answerRun): DemoStep {
  const runs = readLast(conversation, 'list_runs', runsResultSchema)
  if (!runs) {
    return {
      reasoning: `The question is about ${show} tests of a run. The records decide which run that is, so I list the runs first.`,
      text: 'Let me find the run in question.',
      calls: [{ toolName: 'list_runs', input: { limit: 10 } }],
    }
  }
  const run = pick(runs.runs, conversation.question)
  if (!run) return { text: runs.runs.length === 0 ? noRuns : runGone }
  const result = readLast(conversation, 'get_run', runResultSchema)
  if (!result) {
    return {
      reasoning: `${run.title} is the one: ${run.tests} tests, ${run.failed} failed, ${run.flaky} flaky. I need the names.`,
      text: `I'll read ${run.title}.`,
      calls: [{ toolName: 'get_run', input: { runId: run.id, show } }],
    }
  }
  return finish(result, conversation)
}

function planDocument(conversation: DemoConversation): DemoStep {
  return planRunView(conversation, 'failed', pickMentioned, (result) => hasResult(conversation, 'write_document')
    ? { text: `The summary of ${toRunName(result.run)} is in the document above; its figures are those of the stored run.` }
    : { calls: [{ toolName: 'write_document', input: toRunDocument(result) }] })
}

function planReplyDraft(conversation: DemoConversation): DemoStep {
  return planRunView(conversation, 'failed', pickMentioned, (result) => hasResult(conversation, 'draft_reply')
    ? { text: `The draft is above, from the stored figures of ${toRunName(result.run)}. It is yours to change; nothing was sent.` }
    : { calls: [{ toolName: 'draft_reply', input: toReplyDraft(result, conversation.question) }] })
}

function planComparison(conversation: DemoConversation): DemoStep {
  const runs = readLast(conversation, 'list_runs', runsResultSchema)
  if (!runs) {
    return {
      reasoning: 'A comparison needs the counts of the last few runs; the list has them.',
      text: 'Let me list the last runs.',
      calls: [{ toolName: 'list_runs', input: { limit: 5 } }],
    }
  }
  return runs.runs.length === 0 ? { text: noRuns } : withMemory(conversation, toComparison(runs.runs))
}

const mostChoices = 4

function planQuestion(conversation: DemoConversation): DemoStep {
  const runs = readLast(conversation, 'list_runs', runsResultSchema)
  if (!runs) return { text: 'Let me see which runs there are.', calls: [{ toolName: 'list_runs', input: { limit: mostChoices } }] }
  const titles = [...new Set(runs.runs.map((run) => run.title))]
  if (titles.length === 0) return { text: noRuns }
  if (titles.length === 1) return planRunView(conversation, 'failed')
  return { calls: [{ toolName: 'ask_question', input: { question: 'Which run shall I read?', choices: titles } }] }
}

function planRemember(conversation: DemoConversation): DemoStep {
  const note = readNote(conversation.question)
  if (!note) return { text: 'Tell me what to remember, as in "remember that checkout belongs to Payments".' }
  if (hasResult(conversation, 'remember')) return { text: `Noted: ${note}` }
  return { reasoning: 'The person wants this kept for later.', calls: [{ toolName: 'remember', input: { note } }] }
}

/** Answers, and where the question also asks to remember something, notes that on the side. */
function withMemory(conversation: DemoConversation, answer: string): DemoStep {
  const note = readNote(conversation.question)
  if (!note) return { text: answer }
  if (hasResult(conversation, 'remember')) return { text: `Noted: ${note}` }
  return { text: answer, calls: [{ toolName: 'remember', input: { note } }] }
}

function readNote(question: string): string | undefined {
  return /\b(?:remember|note)\s+(?:that\s+)?(?<note>.{3,400})/is.exec(question)?.groups?.note?.trim()
}

function hasResult({ results }: DemoConversation, toolName: string): boolean {
  return results.some((result) => result.toolName === toolName)
}

function readLast<Result>(
  { results }: DemoConversation, toolName: string, schema: { safeParse(value: unknown): { data?: Result } },
): Result | undefined {
  return schema.safeParse(results.findLast((result) => result.toolName === toolName)?.output).data
}
