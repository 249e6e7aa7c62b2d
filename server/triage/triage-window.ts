import type { BlockOf } from '#layers/northlight/shared/blocks/block-registry.ts'

/** Which runs are looked at: since the last merge, today's, or the last ones (`chat-ui.md`, "Triage"). */
export type TriageWindow = NonNullable<BlockOf<'triage'>['window']>

const sinceMerge = /\b(?:since|after)\s+(?:the\s+)?(?:last|latest)\s+(?:merge|release)\b|\bdepuis\s+(?:la\s+|le\s+)?derni[eè]re?\s+(?:merge|fusion)\b/i
const today = /\btoday\b|\baujourd['’]hui\b/i

export function toTriageWindow(question: string): TriageWindow {
  if (sinceMerge.test(question)) return 'last_merge'
  return today.test(question) ? 'today' : 'recent'
}
