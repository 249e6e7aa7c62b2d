import { z } from 'zod'
import type { InnerTool, RawBlock, ToolContext } from './define-tool.ts'

/** A tool that reads records: the model's result and the reader's blocks are made of the same rows. */
export interface LookupToolDefinition<Shape extends z.ZodRawShape, Records> {
  name: string
  description: string
  input: Shape
  /** Set on a tool whose records hold what somebody outside wrote. */
  readsOutside?: true
  /** Set on a tool that is only called for what its reader sees: it has no `context`. */
  isAlwaysShown?: true
  lookUp(input: z.infer<z.ZodObject<Shape>>, context: ToolContext): Promise<Records>
  /** What the model reads. */
  toResult(records: Records, input: z.infer<z.ZodObject<Shape>>): unknown
  /** What the reader is shown; nothing where there are no rows. */
  toBlocks(records: Records, input: z.infer<z.ZodObject<Shape>>): readonly RawBlock[]
}

const contextFlag = z.boolean().optional()
  .describe('True where you only need this to decide what to do next: the person is shown no rows. Leave it out where the rows answer the question.')

const contextSchema = z.object({ context: contextFlag })

/** A look-up whose rows answer the question, unless the model says that they only lead to the answer (`chat-ui.md`, "Blocks from lookup tools"). */
export function defineLookupTool<Shape extends z.ZodRawShape, Records>(definition: LookupToolDefinition<Shape, Records>): InnerTool {
  const { name, description, readsOutside, isAlwaysShown = false } = definition
  const inputSchema = z.object(definition.input)
  return {
    name, description, manner: 'internal',
    input: isAlwaysShown ? inputSchema : inputSchema.extend(contextSchema.shape),
    ...readsOutside ? { readsOutside } : {},
    async run(given, context) {
      const input = inputSchema.parse(given)
      const isContext = !isAlwaysShown && contextSchema.parse(given).context === true
      const records = await definition.lookUp(input, context)
      return { output: definition.toResult(records, input), blocks: isContext ? [] : definition.toBlocks(records, input) }
    },
  }
}
