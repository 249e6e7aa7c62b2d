import type { LanguageModelV4Prompt, LanguageModelV4ToolResultPart } from '@ai-sdk/provider'

export interface DemoToolResult {
  toolName: string
  /** The result's JSON, or undefined when the call failed. */
  output: unknown
  errorText?: string
}

/** What the demo model knows of a conversation: the person's words and what the tools returned since. */
export interface DemoConversation {
  question: string
  /** The person's message before this one. */
  previousQuestion?: string
  /** Whether the last answer ended by asking something. */
  wasAsked: boolean
  results: DemoToolResult[]
}

/** Reads the prompt as any model gets it; the demo model sees nothing else. */
export function readConversation(prompt: LanguageModelV4Prompt): DemoConversation {
  const lastUser = prompt.findLastIndex((message) => message.role === 'user')
  const beforeLast = prompt.slice(0, Math.max(lastUser, 0)).findLastIndex((message) => message.role === 'user')
  const lastAnswer = prompt.slice(beforeLast + 1, Math.max(lastUser, 0))
  return {
    question: readText(prompt[lastUser]),
    previousQuestion: beforeLast < 0 ? undefined : readText(prompt[beforeLast]),
    wasAsked: readResults(lastAnswer).some((result) => result.toolName === 'ask_question'),
    results: readResults(prompt.slice(lastUser + 1)),
  }
}

type Message = LanguageModelV4Prompt[number]

function readText(message: Message | undefined): string {
  if (message?.role !== 'user') return ''
  return message.content.map((part) => part.type === 'text' ? part.text : '').join(' ').trim()
}

function readResults(messages: Message[]): DemoToolResult[] {
  return messages
    .flatMap((message) => message.role === 'tool' ? message.content : [])
    .flatMap((part) => part.type === 'tool-result' ? [toResult(part)] : [])
}

function toResult({ toolName, output }: LanguageModelV4ToolResultPart): DemoToolResult {
  if (output.type === 'json') return { toolName, output: output.value }
  const errorText = output.type === 'error-text' || output.type === 'text' ? output.value : 'it gave no readable result'
  return { toolName, output: undefined, errorText }
}
