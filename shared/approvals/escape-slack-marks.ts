/** What opens a mention, a link or an entity in Slack. */
const marks = /[&<>]/g
const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' }

/** A text in which Slack reads no mention and no link. */
export function escapeSlackMarks(text: string): string {
  return text.replaceAll(marks, (mark) => entities[mark] ?? mark)
}
