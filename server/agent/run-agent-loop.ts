import { isStepCount, RetryError, streamText, toUIMessageStream } from 'ai'
import type { LanguageModelUsage, ModelMessage, ToolModelMessage, TypedToolCall, ToolSet, UIMessageChunk } from 'ai'
import { NorthlightError } from '#layers/northlight/shared/errors/northlight-error.ts'
import type { Log } from '#layers/northlight/server/logs/log.ts'
import type { SecretMasker } from '#layers/northlight/server/secrets/create-secret-masker.ts'
import type { Tracing } from '#layers/northlight/server/telemetry/tracing.ts'
import type { Clock } from '#layers/northlight/server/utils/clock.ts'
import type { AgentModel } from './models/model-registry.ts'
import { readsOutside } from './has-read-outside.ts'
import { runToolCall } from './run-tool-call.ts'
import type { BoundGate, ToolCall, ToolCallResult } from './run-tool-call.ts'
import { toModelTools } from './to-model-tools.ts'
import type { AgentTool, ToolContext } from './tools/define-tool.ts'

export interface AgentLoopOptions {
  model: AgentModel
  instructions: string
  messages: ModelMessage[]
  tools: readonly AgentTool[]
  toolContext: ToolContext
  turnId: string
  gate: BoundGate
  /** Whether what is answered holds text from outside already. */
  hasReadOutside: boolean
  clock: Clock
  log: Log
  secrets: SecretMasker
  tracing: Tracing
  /** Takes each chunk as it comes; never waits. */
  emit(chunk: UIMessageChunk): void
  /** Makes what was emitted durable: awaited before tools run and before the next step. Rejects once the turn is aborted. */
  flush(): Promise<void>
  onModelCall(call: { durationMs: number, usage: LanguageModelUsage }): Promise<void>
}

/** How the loop ended: `waiting` for a person's decision, else `done`. */
export type AgentLoopResult = 'done' | 'waiting'

/** A turn that has not come to an end by then is going in circles. */
const mostSteps = 24

/**
 * Asks the model, runs what it called, and asks again, until it answers without a call or has to wait.
 * Failures of tools are results that the model reads; a failure of the model is thrown.
 */
export async function runAgentLoop(options: AgentLoopOptions): Promise<AgentLoopResult> {
  const messages = [...options.messages]
  let { hasReadOutside } = options
  for (let step = 1; step <= mostSteps; step++) {
    options.toolContext.signal.throwIfAborted()
    const { responseMessages, openCalls, wasRefused } = await options.tracing.run('model call', { step }, () => runModelStep(options, messages))
    await options.flush()
    if (openCalls.length === 0 && !wasRefused) return 'done'
    const results = await runOpenCalls(openCalls, { ...options, hasReadOutside })
    await options.flush()
    if (results.some((result) => result.state === 'waiting')) return 'waiting'
    if (results.some((result) => result.endsTurn)) return 'done'
    hasReadOutside ||= openCalls.some(({ toolName }) => readsOutside(toolName, options.tools))
    messages.push(...responseMessages, ...toToolMessages(results))
  }
  throw new NorthlightError('turn-too-long')
}

/** All at once, but for those that act outward: these reach the gate in the order in which they were called, and are listed so. */
function runOpenCalls(calls: readonly ToolCall[], options: AgentLoopOptions): Promise<ToolCallResult[]> {
  let before: Promise<unknown> = Promise.resolve()
  return Promise.all(calls.map((call) => {
    const run = () => options.tracing.run('tool call', { tool: call.toolName }, () => runToolCall(call, options))
    const isGated = options.tools.some(({ name, actionKind }) => name === call.toolName && actionKind !== undefined)
    if (!isGated) return run()
    const running = before.then(run)
    before = running.catch(() => {})
    return running
  }))
}

async function runModelStep(options: AgentLoopOptions, messages: ModelMessage[]) {
  const startedAt = options.clock.now()
  let failure: { error: unknown } | undefined
  const result = streamText({
    model: options.model.model,
    providerOptions: options.model.providerOptions,
    instructions: options.instructions,
    messages,
    tools: toModelTools(options.tools),
    stopWhen: isStepCount(1),
    abortSignal: options.toolContext.signal,
    onError: ({ error }) => void (failure ??= { error }),
  })
  const chunks = toUIMessageStream({
    stream: result.stream,
    sendStart: false,
    sendFinish: false,
    sendSources: true,
    // Also asked for the words of a refused call, which is no failure of the model.
    onError: toErrorText,
  })
  try {
    for await (const chunk of chunks) {
      if (chunk.type !== 'error' && chunk.type !== 'abort') options.emit(chunk)
    }
  }
  catch (error) {
    failure ??= { error }
  }
  options.toolContext.signal.throwIfAborted()
  if (failure) throw toModelError(failure.error)
  await options.onModelCall({ durationMs: options.clock.now() - startedAt, usage: await result.usage })
  const calls = await result.toolCalls
  return { responseMessages: await result.responseMessages, openCalls: calls.filter(isOpen), wasRefused: calls.some((call) => call.invalid) }
}

/** A call that the SDK refused (unknown tool, arguments that do not fit) has its error already, for the model to read. */
function isOpen(call: TypedToolCall<ToolSet>): boolean {
  return !call.invalid && !call.providerExecuted
}

function toModelError(cause: unknown): NorthlightError {
  return new NorthlightError('model-failed', { message: `The model did not answer: ${toErrorText(cause)}`, cause })
}

function toErrorText(error: unknown): string {
  if (RetryError.isInstance(error)) return toErrorText(error.lastError)
  return error instanceof Error ? error.message : String(error)
}

function toToolMessages(results: ToolCallResult[]): ToolModelMessage[] {
  if (results.length === 0) return []
  return [{
    role: 'tool',
    content: results.map(({ call, output }) => ({ type: 'tool-result', toolCallId: call.toolCallId, toolName: call.toolName, output })),
  }]
}
