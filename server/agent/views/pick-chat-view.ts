import { toTriageWindow } from '#layers/northlight/server/triage/triage-window.ts'
import type { TriageWindow } from '#layers/northlight/server/triage/triage-window.ts'

/** What a question is answered with before any model is asked. */
export interface ChatView {
  view: 'triage'
  window: TriageWindow
}

/** Chooses a view by the question alone; undefined: the model answers. */
export type ViewPicker = (question: string) => ChatView | undefined | Promise<ChatView | undefined>

const asksWhatBroke: readonly RegExp[] = [
  /\bwhat(?:\s+has|['’]s|\s+is)?\s+(?:broke|broken)\b/i,
  /\bwhat(?:['’]s|\s+is|\s+has)?\s+(?:been\s+)?(?:failed|failing)\s+(?:today|since|lately|recently)\b/i,
  /\bwhy\s+is\s+(?:the\s+|our\s+)?(?:run|build|pipeline|suite|ci)\s+red\b/i,
  /\bwhich\s+tests\s+(?:are\s+)?(?:failing|broken|red)\b/i,
  /\b(?:anything|something)\s+flaky\b/i,
  /\btriage\b/i,
  /\bqu['’]est-ce\s+qui\s+(?:a\s+|est\s+)?cass[eé]/i,
  /\bquels\s+tests\s+(?:[eé]chouent|sont\s+(?:rouges|cass[eé]s))/i,
  /\bpourquoi\s+(?:le|la)\s+(?:run|build|pipeline|suite|ci)\s+est\s+rouge\b/i,
  /\bdes\s+tests\s+instables\b/i,
]

/** These stay with the model: what is refused, and what is about one pull request or ticket. */
const staysWithModel: readonly RegExp[] = [
  /\b(?:don['’]?t|do\s+not|no|without|stop)\s+(?:\w+\s+)?triag/i,
  /\bne\s+.*\bpas\b/i,
  /https?:\/\/\S+\/pull\/\d+/i,
  /\b[A-Z][A-Z\d]+-\d+\b/,
]

/** A rule over words: what broke, why something is red, whether anything is flaky (`chat-ui.md`, "Triage"). */
export function pickChatView(question: string): ChatView | undefined {
  if (!asksWhatBroke.some((pattern) => pattern.test(question)) || staysWithModel.some((pattern) => pattern.test(question))) return undefined
  return { view: 'triage', window: toTriageWindow(question) }
}
