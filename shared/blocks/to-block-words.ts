import { parseChatBlock } from './parse-chat-block.ts'
import { toBlockOutline } from './to-block-outline.ts'

/** What can be searched for in a block: all that it says but addresses and moments. Untrusted data; nothing where it is no block. */
export function toBlockWords(data: unknown): string[] {
  const block = parseChatBlock(data, 'block')
  if (!block) return []
  const { heading, facts, lists, table } = toBlockOutline(block)
  const texts = [...facts.map(({ value }) => value), ...lists.flatMap(({ entries }) => entries.flat()), ...table?.rows.flat() ?? []]
  return [heading, ...table?.columns ?? [], ...texts.flatMap(({ face, text }) => face === 'link' || face === 'moment' || text === '' ? [] : [text])]
}
