import { z } from 'zod'
import type { AgentTool, ToolContext } from '#layers/northlight/server/agent/tools/define-tool.ts'

export interface ToolStub extends AgentTool {
  /** The inputs that it ran with, in order. */
  readonly runs: unknown[]
}

/** A tool that records its runs; what it does is the test's. */
export function createToolStub(
  name: string,
  run: (input: unknown, context: ToolContext) => Promise<unknown> | unknown = () => ({ ok: true }),
  more: Partial<Pick<AgentTool, 'actionKind' | 'endsTurn' | 'manner'>> = {},
): ToolStub {
  const runs: unknown[] = []
  return {
    name,
    description: `The tool ${name}.`,
    manner: 'internal',
    input: z.object({ word: z.string().optional() }),
    ...more,
    runs,
    async run(input, context) {
      runs.push(input)
      return run(input, context)
    },
  }
}
