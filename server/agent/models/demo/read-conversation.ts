import type { LanguageModelV4Prompt, LanguageModelV4ToolResultPart } from '@ai-sdk/provider'
import { z } from 'zod'
import { readAttachment } from './demo-attachments.ts'
import type { DemoAttachment } from './demo-attachments.ts'

export interface DemoToolResult {
  toolName: string
  /** What it was called with. */
  input: unknown
  /** The result's JSON, or undefined when the call failed. */
  output: unknown
  errorText?: string
}

/** What the demo model knows of a conversation: the person's words and what the tools returned since. */
export interface DemoConversation {
  question: string
  /** The files that came with it. */
  attachments: DemoAttachment[]
  previousAttachments: DemoAttachment[]
  /** The person's message before this one. */
  previousQuestion?: string
  /** What the last answer's question offered to choose from, trimmed; empty when it asked nothing. */
  offeredChoices: string[]
  results: DemoToolResult[]
}

/** Reads the prompt as any model gets it; the demo model sees nothing else. */
export function readConversation(prompt: LanguageModelV4Prompt): DemoConversation {
  const lastUser = prompt.findLastIndex((message) => message.role === 'user')
  const beforeLast = prompt.slice(0, Math.max(lastUser, 0)).findLastIndex((message) => message.role === 'user')
  const lastAnswer = prompt.slice(beforeLast + 1, Math.max(lastUser, 0))
  return {
    question: readText(prompt[lastUser]),
    attachments: readAttachments(prompt[lastUser]),
    previousAttachments: beforeLast < 0 ? [] : readAttachments(prompt[beforeLast]),
    previousQuestion: beforeLast < 0 ? undefined : readText(prompt[beforeLast]),
    offeredChoices: readChoices(lastAnswer),
    results: readResults(prompt.slice(lastUser + 1)),
  }
}

type Message = LanguageModelV4Prompt[number]

/** What a person said; what their files say is not theirs. */
function readText(message: Message | undefined): string {
  return listTexts(message).filter((text) => readAttachment(text) === undefined).join(' ').trim()
}

function readAttachments(message: Message | undefined): DemoAttachment[] {
  return listTexts(message).flatMap((text) => readAttachment(text) ?? [])
}

function listTexts(message: Message | undefined): string[] {
  return message?.role === 'user' ? message.content.flatMap((part) => part.type === 'text' ? [part.text] : []) : []
}

const askInputSchema = z.object({ choices: z.array(z.string()) })

function readChoices(messages: Message[]): string[] {
  const ask = messages
    .flatMap((message) => message.role === 'assistant' ? message.content : [])
    .findLast((part) => part.type === 'tool-call' && part.toolName === 'ask_question')
  const input = askInputSchema.safeParse(ask?.type === 'tool-call' ? ask.input : undefined).data
  return input?.choices.map((choice) => choice.trim()) ?? []
}

function readResults(messages: Message[]): DemoToolResult[] {
  const calls = messages.flatMap((message) => message.role === 'assistant' ? message.content : []).filter((part) => part.type === 'tool-call')
  return messages
    .flatMap((message) => message.role === 'tool' ? message.content : [])
    .flatMap((part) => part.type === 'tool-result' ? [toResult(part, calls.find(({ toolCallId }) => toolCallId === part.toolCallId)?.input)] : [])
}

function toResult({ toolName, output }: LanguageModelV4ToolResultPart, input: unknown): DemoToolResult {
  if (output.type === 'json') return { toolName, input, output: output.value }
  return { toolName, input, output: undefined, errorText: readErrorText(output) }
}

function readErrorText(output: LanguageModelV4ToolResultPart['output']): string {
  if (output.type === 'error-text' || output.type === 'text') return output.value
  return (output.type === 'execution-denied' ? output.reason : undefined) ?? 'it gave no readable result'
}
