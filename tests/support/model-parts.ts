import type { LanguageModelV4StreamPart, LanguageModelV4Usage } from '@ai-sdk/provider'

type Part = LanguageModelV4StreamPart

const modelUsage: LanguageModelV4Usage = {
  inputTokens: { total: 10, noCache: 10, cacheRead: 0, cacheWrite: 0 },
  outputTokens: { total: 5, text: 5, reasoning: 0 },
}

/** A text of a model, in the deltas that it comes in. */
export function textParts(id: string, ...deltas: string[]): Part[] {
  return [{ type: 'text-start', id }, ...deltas.map((delta): Part => ({ type: 'text-delta', id, delta })), { type: 'text-end', id }]
}

export function reasoningParts(id: string, ...deltas: string[]): Part[] {
  return [{ type: 'reasoning-start', id }, ...deltas.map((delta): Part => ({ type: 'reasoning-delta', id, delta })), { type: 'reasoning-end', id }]
}

/** A tool call of a model; a string is sent as it is, however malformed. */
export function callParts(toolCallId: string, toolName: string, input: object | string): Part[] {
  const json = typeof input === 'string' ? input : JSON.stringify(input)
  return [
    { type: 'tool-input-start', id: toolCallId, toolName },
    { type: 'tool-input-delta', id: toolCallId, delta: json },
    { type: 'tool-input-end', id: toolCallId },
    { type: 'tool-call', toolCallId, toolName, input: json },
  ]
}

export function finishPart(unified: 'stop' | 'tool-calls' = 'stop'): Part {
  return { type: 'finish', finishReason: { unified, raw: unified }, usage: modelUsage }
}

/** A model's step that only says something. */
export function answerStep(text: string): Part[] {
  return [...textParts('answer', text), finishPart()]
}

/** A model's step that only calls. */
export function callStep(...calls: Part[][]): Part[] {
  return [...calls.flat(), finishPart('tool-calls')]
}
