import type { LanguageModelV4StreamPart, LanguageModelV4Usage } from '@ai-sdk/provider'
import type { DemoCall, DemoStep } from './demo-step.ts'

/** The step as a provider would stream it, word by word; ids are counted, so that a run repeats exactly. */
export function toStreamParts(step: DemoStep, callNumber: number, promptLength: number): LanguageModelV4StreamPart[] {
  const parts: LanguageModelV4StreamPart[] = [{ type: 'stream-start', warnings: [] }]
  if (step.reasoning) parts.push(...toTextParts('reasoning', 'reasoning-1', step.reasoning))
  if (step.text) parts.push(...toTextParts('text', 'text-1', step.text))
  const { calls = [] } = step
  calls.forEach((call, index) => parts.push(...toCallParts(call, index === 0 ? `call-${callNumber}` : `call-${callNumber}-${index + 1}`)))
  parts.push({
    type: 'finish',
    finishReason: { unified: calls.length > 0 ? 'tool-calls' : 'stop', raw: undefined },
    usage: toUsage(promptLength, step),
  })
  return parts
}

function toTextParts(type: 'text' | 'reasoning', id: string, text: string): LanguageModelV4StreamPart[] {
  const deltas = text.match(/\s*\S+\s*$|\s*\S+/g) ?? []
  return [
    { type: `${type}-start`, id },
    ...deltas.map((delta): LanguageModelV4StreamPart => ({ type: `${type}-delta`, id, delta })),
    { type: `${type}-end`, id },
  ]
}

/** A call's input comes in pieces, as a provider's does; no character is cut in two. */
const inputPieces = /[^]{1,32}/gu

function toCallParts({ toolName, input }: DemoCall, id: string): LanguageModelV4StreamPart[] {
  const json = JSON.stringify(input)
  return [
    { type: 'tool-input-start', id, toolName },
    ...(json.match(inputPieces) ?? []).map((delta): LanguageModelV4StreamPart => ({ type: 'tool-input-delta', id, delta })),
    { type: 'tool-input-end', id },
    { type: 'tool-call', toolCallId: id, toolName, input: json },
  ]
}

/** Four characters a token: near enough for a model that costs nothing. */
function toUsage(promptLength: number, step: DemoStep): LanguageModelV4Usage {
  const toTokens = (length: number) => Math.ceil(length / 4)
  const input = toTokens(promptLength)
  const text = toTokens((step.text ?? '').length + (step.calls ?? []).reduce((sum, { input: given }) => sum + JSON.stringify(given).length, 0))
  const reasoning = toTokens((step.reasoning ?? '').length)
  return {
    inputTokens: { total: input, noCache: input, cacheRead: 0, cacheWrite: 0 },
    outputTokens: { total: text + reasoning, text, reasoning },
  }
}
