import { toTitleLine } from '#layers/northlight/shared/chats/to-title-line.ts'

/** In UTF-16 units: as much as the list shows of one. */
const longestTitle = 60

/** What models wrap a title in though they are told not to. */
const label = /^(?:title|titel|titre|título)\s*[:：]\s*/iu
const wrapping = /^[\s#>*_`~"'“”„«»‘’「」]+|[\s*_`~"'“”„«»‘’「」]+$/gu

/** The title in a model's answer: its first line that says something, bare and short; undefined when there is none. */
export function parseTitle(answer: string): string | undefined {
  const line = answer.split(/\r\n|\r|\n/).map(toBareLine).find((candidate) => candidate !== '')
  if (line === undefined || line.length <= longestTitle) return line
  const cut = line.slice(0, longestTitle - 1)
  const space = cut.lastIndexOf(' ')
  return `${(space > longestTitle / 2 ? cut.slice(0, space) : cut).toWellFormed().trimEnd()}…`
}

function toBareLine(text: string): string {
  const unwrapped = toTitleLine(text).replaceAll(wrapping, '').replace(label, '').replaceAll(wrapping, '')
  return unwrapped.replace(/(?<!\.)\.$/u, '').trim()
}
