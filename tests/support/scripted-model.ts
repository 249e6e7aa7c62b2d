import type { LanguageModelV4, LanguageModelV4CallOptions, LanguageModelV4Prompt, LanguageModelV4StreamPart } from '@ai-sdk/provider'

/** One call of the scripted model, open until the test finishes it. */
export interface ScriptedCall {
  readonly prompt: LanguageModelV4Prompt
  readonly options: LanguageModelV4CallOptions
  /** Whether the caller aborted, and how many parts the model had given by then. */
  readonly abortedAfter: number | undefined
  /** Resolves at the abort. */
  readonly aborted: Promise<void>
  /** Gives parts to whoever reads. */
  push(...parts: LanguageModelV4StreamPart[]): void
  /** Gives the parts and ends the step. */
  end(...parts: LanguageModelV4StreamPart[]): void
  fail(error: unknown): void
}

export interface ScriptedModel extends LanguageModelV4 {
  readonly calls: ScriptedCall[]
  /** The prompts that the model received, in order. */
  readonly prompts: LanguageModelV4Prompt[]
  /** The call with this number, counted from 1, as soon as it is made. */
  call(number: number): Promise<ScriptedCall>
}

export interface ScriptedModelOptions {
  /** Runs at each call, before the model gives anything. */
  onCall?(number: number): Promise<void> | void
  /** A model that goes on giving until nobody reads any more. */
  ignoresAbort?: boolean
}

/** A model whose parts a test releases one by one. Calls that `steps` has parts for are answered at once and whole. */
export function createScriptedModel(steps: LanguageModelV4StreamPart[][] = [], { onCall, ignoresAbort = false }: ScriptedModelOptions = {}): ScriptedModel {
  const calls: ScriptedCall[] = []
  const waiting: { number: number, resolve(call: ScriptedCall): void }[] = []
  return {
    specificationVersion: 'v4',
    provider: 'test',
    modelId: 'scripted',
    supportedUrls: {},
    calls,
    get prompts() {
      return calls.map((call) => call.prompt)
    },
    call(number) {
      const made = calls[number - 1]
      if (made) return Promise.resolve(made)
      return new Promise((resolve) => waiting.push({ number, resolve }))
    },
    async doGenerate() {
      throw new Error('The server streams.')
    },
    async doStream(options) {
      const number = calls.length + 1
      const { call, stream } = openCall(options, ignoresAbort)
      calls.push(call)
      await onCall?.(number)
      const step = steps[number - 1]
      if (step) call.end(...step)
      for (const waiter of waiting.filter((candidate) => candidate.number === number)) waiter.resolve(call)
      return { stream }
    },
  }
}

function openCall(options: LanguageModelV4CallOptions, ignoresAbort: boolean) {
  const aborted = Promise.withResolvers<void>()
  let controller: ReadableStreamDefaultController<LanguageModelV4StreamPart> | undefined
  let given = 0
  let isCancelled = false
  let abortedAfter: number | undefined
  const stream = new ReadableStream<LanguageModelV4StreamPart>({
    start(started) {
      controller = started
      started.enqueue({ type: 'stream-start', warnings: [] })
    },
    cancel() {
      isCancelled = true
    },
  })
  const hasEnded = () => isCancelled || (abortedAfter !== undefined && !ignoresAbort)
  const push = (...parts: LanguageModelV4StreamPart[]) => {
    if (hasEnded()) return
    for (const part of parts) controller?.enqueue(part)
    given += parts.length
  }
  options.abortSignal?.addEventListener('abort', () => {
    abortedAfter ??= given
    if (!ignoresAbort) controller?.error(options.abortSignal?.reason)
    aborted.resolve()
  })
  const call: ScriptedCall = {
    prompt: structuredClone(options.prompt),
    options,
    get abortedAfter() {
      return abortedAfter
    },
    aborted: aborted.promise,
    push,
    end(...parts) {
      push(...parts)
      if (!hasEnded()) controller?.close()
    },
    fail: (error) => controller?.error(error),
  }
  return { call, stream }
}
