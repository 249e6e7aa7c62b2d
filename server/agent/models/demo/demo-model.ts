import { setTimeout as delay } from 'node:timers/promises'
import type { LanguageModelV4, LanguageModelV4CallOptions, LanguageModelV4Prompt, LanguageModelV4StreamPart } from '@ai-sdk/provider'
import { titleInstructions } from '#layers/northlight/server/agent/title-instructions.ts'
import { planDemoStep } from './plan-demo-step.ts'
import { planDemoTitle } from './plan-demo-title.ts'
import { readConversation } from './read-conversation.ts'
import { toStreamParts } from './to-stream-parts.ts'

/** Milliseconds between two words. */
export const demoPaces = { instant: 0, natural: 18, paced: 60 } as const

export interface DemoModelOptions {
  pace: keyof typeof demoPaces
  /** Waits between two words; tests bring their own. */
  wait?(milliseconds: number, signal: AbortSignal | undefined): Promise<void>
}

const waitFor = async (milliseconds: number, signal: AbortSignal | undefined) => void await delay(milliseconds, undefined, { signal })

/**
 * The built-in model: rules instead of a network, deterministic, the same interface as any provider's.
 * It answers only from what the tools returned, and honours the abort signal between any two words.
 */
export function createDemoModel({ pace, wait = waitFor }: DemoModelOptions): LanguageModelV4 {
  const plan = ({ prompt }: LanguageModelV4CallOptions) => {
    const conversation = readConversation(prompt)
    if (isTitleRequest(prompt)) return toStreamParts({ text: planDemoTitle(conversation.previousQuestion ?? '') }, 1, JSON.stringify(prompt).length)
    const callNumber = prompt.filter((message) => message.role === 'tool').length + 1
    return toStreamParts(planDemoStep(conversation), callNumber, JSON.stringify(prompt).length)
  }
  return {
    specificationVersion: 'v4',
    provider: 'northlight',
    modelId: pace === 'natural' ? 'demo' : `demo:${pace}`,
    supportedUrls: {},
    async doGenerate(options) {
      options.abortSignal?.throwIfAborted()
      return toGenerateResult(plan(options))
    },
    async doStream(options) {
      options.abortSignal?.throwIfAborted()
      return { stream: toPacedStream(plan(options), (signal) => wait(demoPaces[pace], signal), options.abortSignal) }
    },
  }
}

function isTitleRequest(prompt: LanguageModelV4Prompt): boolean {
  return prompt.some((message) => message.role === 'system' && message.content === titleInstructions)
}

function toPacedStream(
  parts: LanguageModelV4StreamPart[],
  wait: (signal: AbortSignal | undefined) => Promise<void>,
  signal: AbortSignal | undefined,
): ReadableStream<LanguageModelV4StreamPart> {
  let index = 0
  return new ReadableStream({
    async pull(controller) {
      const part = parts[index++]
      if (!part) return controller.close()
      if (part.type.endsWith('-delta')) await wait(signal)
      signal?.throwIfAborted()
      controller.enqueue(part)
    },
  })
}

function toGenerateResult(parts: LanguageModelV4StreamPart[]) {
  const finish = parts.find((part) => part.type === 'finish')
  if (!finish) throw new Error('A demo step always finishes.')
  const join = (type: 'text-delta' | 'reasoning-delta') => parts.map((part) => part.type === type ? part.delta : '').join('')
  const reasoning = join('reasoning-delta')
  const text = join('text-delta')
  return {
    content: [
      ...(reasoning ? [{ type: 'reasoning' as const, text: reasoning }] : []),
      ...(text ? [{ type: 'text' as const, text }] : []),
      ...parts.filter((part) => part.type === 'tool-call'),
    ],
    finishReason: finish.finishReason,
    usage: finish.usage,
    warnings: [],
  }
}
