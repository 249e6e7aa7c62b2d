import { createHash } from 'node:crypto'
import type { ChatBlock } from '#layers/northlight/shared/blocks/block-registry.ts'
import { parseChatBlock } from '#layers/northlight/shared/blocks/parse-chat-block.ts'
import type { RawBlock } from './tools/define-tool.ts'

/**
 * The blocks of one call, checked, each under an id that another call of the same look-up gives it again: then the later rows
 * stand in the place of the earlier ones.
 */
export function toBlocks(blocks: readonly RawBlock[], { toolName, input }: { toolName: string, input: unknown }): ChatBlock[] {
  const key = createHash('sha256').update(`${toolName} ${JSON.stringify(input)}`).digest('base64url').slice(0, 12)
  return blocks.flatMap((block, index) => parseChatBlock({ ...block, tool: toolName, id: `b-${toolName}-${key}-${index}` }) ?? [])
}
