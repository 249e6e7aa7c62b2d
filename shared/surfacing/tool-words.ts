import { readFields } from './read-fields.ts'
import type { ToolLineState } from './surfacing-rows.ts'
import { toLine } from './to-line.ts'
import { toolWordsTable, toUnknownToolWords } from './tool-words-table.ts'
import type { ToolWords } from './tool-words-table.ts'

/** As much of a call as its words are made from; input and output are untrusted. */
export interface WordedCall {
  toolName: string
  title?: string
  /** The host's, for a tool of its own. */
  words?: ToolWords
  state: ToolLineState
  input: unknown
  output: unknown
  errorText?: string
}

/** A call's line: `Checking runs`, `Checked 12 runs`, `Couldn't check runs: <reason>`. Never throws. */
export function toCallWords(call: WordedCall): string {
  const words = resolveToolWords(call)
  if (call.state === 'running') return words.running(call.input)
  if (call.state === 'done') return words.done(call.input, call.output)
  const reason = toLine(call.errorText)
  return reason === undefined ? `Couldn't ${words.failed}` : `Couldn't ${words.failed}: ${reason}`
}

/** One line for several done calls: `Checked runs, 3 PRs and 2 tickets`; a single call keeps its own words. */
export function toFoldWords(calls: readonly WordedCall[]): string {
  const [first, ...others] = calls
  if (first && others.length === 0) return toCallWords(first)
  const phrases = groupBy(groupBy(calls.map(resolveToolWords), (words) => words.phrase(1)), ([words]) => words.verb)
  const clauses = phrases.map((tools) => `${tools[0][0].verb} ${joinNames(tools.map((same) => same[0].phrase(same.length)))}`)
  return clauses.map((clause, index) => index === 0 ? clause : toLowerStart(clause)).join(', ')
}

/** What a housekeeping call says that it did: its own receipt, else its failure's reason, else its line's words. */
export function toReceiptWords(call: WordedCall): string {
  const receipt = call.state === 'done' ? toLine(readFields(call.output).receipt) : toLine(call.errorText)
  return receipt ?? toCallWords(call)
}

function resolveToolWords(call: WordedCall): ToolWords {
  return call.words ?? toolWordsTable.get(call.toolName) ?? toUnknownToolWords(call.toolName, call.title)
}

type Group<Item> = [Item, ...Item[]]

/** Items of one key together, keys in the order of their first item. */
function groupBy<Item>(items: readonly Item[], toKey: (item: Item) => string): Group<Item>[] {
  const groups = new Map<string, Group<Item>>()
  for (const item of items) {
    const group = groups.get(toKey(item))
    if (group) group.push(item)
    else groups.set(toKey(item), [item])
  }
  return [...groups.values()]
}

function joinNames(names: readonly string[]): string {
  return names.length < 2 ? names.join('') : `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`
}

function toLowerStart(line: string): string {
  return `${line.charAt(0).toLowerCase()}${line.slice(1)}`
}
