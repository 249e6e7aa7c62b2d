import type { LaidOutField } from '#layers/northlight/shared/approvals/layout-approval.ts'
import type { ShownLine, ShownRun } from '#layers/northlight/shared/approvals/shown-lines.ts'

/** What a reader sees of a run, with a chip in its brackets. */
export function toSeen({ kind, text }: ShownRun): string {
  return kind === 'chip' ? `[${text}]` : text
}

/** What a reader sees of lines: a line that continues the one before is no line of its own. */
export function toSeenText(lines: readonly ShownLine[]): string {
  return lines.map(({ runs, isContinuation }, index) => `${index > 0 && !isContinuation ? '\n' : ''}${runs.map(toSeen).join('')}`).join('')
}

/** What is shown of a text that was cut: before the mark, and after it. */
export function toSeenEnds(lines: readonly ShownLine[]): { head: string, tail: string } {
  const marked = lines.map((line) => ({ ...line, runs: line.runs.map((run): ShownRun => run.kind === 'cut' ? { kind: 'cut', text: '\uFFFE' } : run) }))
  const [head = '', tail = ''] = toSeenText(marked).split('\uFFFE')
  return { head, tail }
}

export function isMarked(lines: readonly ShownLine[]): boolean {
  return lines.some(({ runs }) => runs.some(({ kind }) => kind === 'cut'))
}

/** A label stands beside its text, a detail below both. */
export function countRows({ label, lines, detail }: LaidOutField): number {
  return Math.max(label.length, lines.length) + (detail?.length ?? 0)
}
