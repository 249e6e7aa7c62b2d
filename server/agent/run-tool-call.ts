import type { JSONValue, ToolResultPart, UIMessageChunk } from 'ai'
import type { ActionRequest, GateAnswer } from '#layers/northlight/server/approvals/gate.ts'
import { waitingText } from '#layers/northlight/server/approvals/to-call-result.ts'
import type { Log } from '#layers/northlight/server/logs/log.ts'
import type { SecretMasker } from '#layers/northlight/server/secrets/create-secret-masker.ts'
import { NorthlightError } from '#layers/northlight/shared/errors/northlight-error.ts'
import type { AgentTool, ToolContext } from './tools/define-tool.ts'

/** The gate, for the chat and the person that it is asked for. */
export type BoundGate = (request: Omit<ActionRequest, 'dotId'>) => Promise<GateAnswer>

export interface ToolCall {
  toolCallId: string
  toolName: string
  input: unknown
}

export interface ToolCallResult {
  call: ToolCall
  state: 'answered' | 'waiting'
  endsTurn: boolean
  /** What the model reads. */
  output: ToolResultPart['output']
}

export interface ToolCallOptions {
  tools: readonly AgentTool[]
  toolContext: ToolContext
  turnId: string
  gate: BoundGate
  /** Whether the answer has read what somebody outside wrote. */
  hasReadOutside: boolean
  log: Log
  secrets: SecretMasker
  emit(chunk: UIMessageChunk): void
}

/** Runs one call, through the gate where it acts outward, and emits its result. Throws only when it was aborted. */
export async function runToolCall(call: ToolCall, options: ToolCallOptions): Promise<ToolCallResult> {
  const tool = options.tools.find((candidate) => candidate.name === call.toolName)
  if (!tool) return fail(call, options, `There is no tool ${call.toolName}.`)
  try {
    const answer = await Promise.race([askGate(tool, call, options), toAbort(options.toolContext.signal)])
    options.toolContext.signal.throwIfAborted()
    return take(call, answer, tool, options)
  }
  catch (error) {
    options.toolContext.signal.throwIfAborted()
    return fail(call, options, options.secrets.maskContent(toReason(error, options.log)))
  }
}

async function askGate(tool: AgentTool, call: ToolCall, { gate, toolContext, turnId, hasReadOutside, emit }: ToolCallOptions): Promise<GateAnswer | { result: 'answered', output: unknown }> {
  if (tool.actionKind === undefined) return { result: 'answered', output: await tool.run(call.input, toolContext) }
  const action = await tool.toAction(call.input, toolContext)
  toolContext.signal.throwIfAborted()
  const { toolName, toolCallId } = call
  return gate({
    action, toolName, toolCallId, chatId: toolContext.chatId, turnId, hasReadOutside,
    // A turn that is stopped meanwhile leaves the call with its row, which says what came of it.
    onAllowed(approvalId) {
      emit({ type: 'tool-approval-request', toolCallId, approvalId })
      emit({ type: 'tool-approval-response', approvalId, approved: true })
    },
  })
}

/** Rejects at the abort, so that a tool that does not look at its signal holds nobody up. */
function toAbort(signal: AbortSignal): Promise<never> {
  return new Promise((_resolve, reject) => {
    const onAbort = () => reject(signal.reason as Error)
    if (signal.aborted) onAbort()
    else signal.addEventListener('abort', onAbort, { once: true })
  })
}

function take(call: ToolCall, answer: Awaited<ReturnType<typeof askGate>>, tool: AgentTool, options: ToolCallOptions): ToolCallResult {
  const { emit, secrets } = options
  if (answer.result === 'pending_approval') {
    emit({ type: 'tool-approval-request', toolCallId: call.toolCallId, approvalId: answer.approvalId })
    return { call, state: 'waiting', endsTurn: true, output: { type: 'text', value: waitingText } }
  }
  if (answer.result !== 'answered' && answer.result !== 'executed') return fail(call, options, secrets.maskContent(answer.note))
  // The model is told what its reader sees: this server's secrets are for neither.
  const output = secrets.maskContent(toJsonValue(answer.result === 'executed' ? answer.outcome : answer.output))
  emit({ type: 'tool-output-available', toolCallId: call.toolCallId, output })
  return { call, state: 'answered', endsTurn: tool.endsTurn ?? false, output: { type: 'json', value: output } }
}

function fail(call: ToolCall, { emit }: ToolCallOptions, errorText: string): ToolCallResult {
  emit({ type: 'tool-output-error', toolCallId: call.toolCallId, errorText })
  return { call, state: 'answered', endsTurn: false, output: { type: 'error-text', value: errorText } }
}

/** A tool's own words are for people; an error that nobody foresaw keeps its details in the log. */
function toReason(error: unknown, log: Log): string {
  if (error instanceof NorthlightError) return error.message
  log.error('A tool failed in a way that nobody foresaw.', { error })
  return 'It failed on the server\'s side; the log has the details.'
}

function toJsonValue(value: unknown): JSONValue {
  return value === undefined ? null : JSON.parse(JSON.stringify(value)) as JSONValue
}
