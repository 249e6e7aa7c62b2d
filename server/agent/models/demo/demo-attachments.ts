/** A file as the demo model is told of it. */
export interface DemoAttachment {
  name: string
  /** Its text; not given where it could not be read. */
  text?: string
}

/** How a prompt tells of an attached file, `to-file-parts.ts`. */
const readPattern = /^Attached file (?<name>[^\n]+):\n(?<text>.*)$/s
const unreadPattern = /^Attached file (?<name>[^\n]+) \([^\n()]+\): its content can't be read here[^\n]*\.$/

const linesShown = 5
const longestLine = 120

/** The file that a text of a prompt brings, if it does. */
export function readAttachment(text: string): DemoAttachment | undefined {
  const read = readPattern.exec(text)?.groups
  if (read?.name !== undefined) return { name: read.name, text: read.text ?? '' }
  const unread = unreadPattern.exec(text)?.groups
  return unread?.name === undefined ? undefined : { name: unread.name }
}

/** What the demo model says of files: how much it read, and how each begins. */
export function toAttachmentAnswer(attachments: readonly DemoAttachment[]): string {
  return attachments.map(toFileAnswer).join('\n\n')
}

function toFileAnswer({ name, text }: DemoAttachment): string {
  if (text === undefined) return `I have **${toPlain(name)}**, but I can't read files of its type; a real model may.`
  const lines = text.replace(/\r?\n$/, '').split(/\r?\n/)
  const shown = lines.slice(0, linesShown).map(toLine)
  const fence = '`'.repeat(Math.max(3, ...[...text.matchAll(/`+/g)].map(([run]) => run.length + 1)))
  const size = `${count(lines.length, 'line')}, ${count(text.length, 'character')}`
  return `I read **${toPlain(name)}**: ${size}. It begins:\n\n${fence}text\n${shown.join('\n')}\n${fence}`
}

function toLine(line: string): string {
  return line.length > longestLine ? `${line.slice(0, longestLine).toWellFormed()}…` : line
}

/** A name can't be read as Markdown. */
export function toPlain(name: string): string {
  return name.replaceAll(/[\\`*_[\]<>]/g, '\\$&')
}

function count(number: number, noun: string): string {
  return `${number} ${noun}${number === 1 ? '' : 's'}`
}
