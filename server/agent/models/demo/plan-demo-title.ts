/** What the demo model calls a conversation, by what was asked first: the first that matches. */
const titles: [RegExp, string][] = [
  [/\bflak/i, 'Flaky tests'],
  [/\b(?:slow|slowest|longest)\b/i, 'Slowest tests'],
  [/\bskip/i, 'Skipped tests'],
  [/\b(?:compare|comparison|trend|history)\b/i, 'Comparison of the last runs'],
  [/\bremember\s+(?:that\s+)?/i, 'A note to remember'],
  [/\b(?:fail\w*|broke|red|wrong)\b.*\blast run\b/i, 'Failures in the last run'],
]

const openings = /^(?:please|can you|could you|would you|tell me|show me|what(?: is| are|'s)?|which|how(?: do| does| is| are)?|why(?: do| does| did| is| are)?)\s+/i

/** A short name for a conversation that began with this question: a rule's, or the question without its opening. */
export function planDemoTitle(question: string): string {
  const known = titles.find(([pattern]) => pattern.test(question))?.[1]
  if (known) return known
  const [line = ''] = question.trim().split('\n')
  const rest = line.replace(openings, '').replace(/[\s.!?]+$/, '')
  return `${rest.charAt(0).toUpperCase()}${rest.slice(1)}`
}
