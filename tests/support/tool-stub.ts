import { z } from 'zod'
import type { GatedTool, InnerTool, ToolContext } from '#layers/northlight/server/agent/tools/define-tool.ts'

export interface ToolStub extends InnerTool {
  /** The inputs that it ran with, in order. */
  readonly runs: unknown[]
}

/** A tool that records its runs; what it does is the test's. */
export function createToolStub(
  name: string,
  run: (input: unknown, context: ToolContext) => Promise<unknown> | unknown = () => ({ ok: true }),
  more: Partial<Pick<InnerTool, 'endsTurn' | 'manner' | 'readsOutside'>> = {},
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

/** A tool whose calls go to the gate: what it asks for is a comment of the call's word on one issue. */
export function createGatedStub(name: string, kind = 'issue_comment'): GatedTool {
  const schema = z.object({ word: z.string().optional() })
  return {
    name,
    description: `The tool ${name}.`,
    manner: 'user-facing',
    actionKind: kind,
    input: schema,
    async toAction(input) {
      const { word = 'hello' } = schema.parse(input)
      return { kind, target: { kind: 'issue', key: 'acme/shop#1', url: 'https://github.test/acme/shop/issues/1', title: null }, body: { text: word } }
    },
  }
}
