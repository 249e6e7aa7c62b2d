import type { ToolManner } from '#layers/northlight/shared/messages/tool-manner.ts'
import type { HostTool, HostTools } from '#layers/northlight/shared/surfacing/host-tool.ts'
import type { ToolLineState } from '#layers/northlight/shared/surfacing/surfacing-rows.ts'
import { toUnknownToolWords } from '#layers/northlight/shared/surfacing/tool-words-table.ts'
import type { ToolWords } from '#layers/northlight/shared/surfacing/tool-words-table.ts'

/** A call as a host's renderer gets it, as its prop `call`. Input and output are untrusted, and partial while it runs. */
export interface RenderedCall {
  toolName: string
  toolCallId?: string
  state: ToolLineState
  input: unknown
  output: unknown
}

/** How a host wants the calls of one tool of its own drawn. */
export interface ToolRenderer {
  /** The tool's name, as it stands in the part. */
  name: string
  /** What a call is to a reader, where its part doesn't say: what a part was stored with wins. */
  manner: ToolManner
  /** The words of a call's line, in place of "Used check conflicts". */
  words?: ToolWords
  /** A Vue component with one prop, `call`: the whole row of a user-facing call, the details of any other. */
  component: object
}

/** The host's renderers, by the name of their tool. */
export interface ToolRendererRegistry {
  /** What decides which rows there are, and what they say. */
  readonly tools: HostTools
  find(toolName: string | undefined): ToolRenderer | undefined
}

/** Gives `renderer` back, its shape checked where it is written. */
export function defineToolRenderer(renderer: ToolRenderer): ToolRenderer {
  return renderer
}

/**
 * The registry to hand over as `ChatEnvironment.toolRenderers`.
 *
 * @throws {Error} when two renderers have one name.
 */
export function createToolRenderers(renderers: readonly ToolRenderer[]): ToolRendererRegistry {
  const byName = new Map<string, ToolRenderer>()
  for (const renderer of renderers) {
    if (byName.has(renderer.name)) throw new Error(`Two tool renderers are named ${renderer.name}. Keep one of them.`)
    byName.set(renderer.name, renderer)
  }
  return {
    tools: new Map(renderers.map((renderer) => [renderer.name, toHostTool(renderer)])),
    find: (toolName) => toolName === undefined ? undefined : byName.get(toolName),
  }
}

function toHostTool({ name, manner, words }: ToolRenderer): HostTool {
  return { manner, ...(words ? { words: guardWords(name, words) } : {}) }
}

/** Words that can't be made of what a tool left fall back to the tool's name: a plan never throws. */
function guardWords(toolName: string, words: ToolWords): ToolWords {
  const plain = toUnknownToolWords(toolName, undefined)
  return {
    ...words,
    running: (input) => attempt(() => words.running(input)) ?? plain.running(input),
    done: (input, output) => attempt(() => words.done(input, output)) ?? plain.done(input, output),
    phrase: (count) => attempt(() => words.phrase(count)) ?? plain.phrase(count),
  }
}

function attempt(toWords: () => string): string | undefined {
  try {
    return toWords()
  }
  catch {
    return undefined
  }
}
