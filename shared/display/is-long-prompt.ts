/** Lines that a folded message shows; the style sheet of `PersonProse` has the same figure. */
const foldedLines = 12
/** Characters of a line on the widest column: a message that folds there folds on any screen. */
const lineLength = 96

/** Whether a person's message is so long that only its start is shown at first. */
export function isLongPrompt(text: string): boolean {
  // One line more than is shown would be folded for nothing.
  let lines = -1
  for (const line of text.split('\n')) {
    lines += Math.max(1, Math.ceil(line.length / lineLength))
    if (lines > foldedLines) return true
  }
  return false
}
