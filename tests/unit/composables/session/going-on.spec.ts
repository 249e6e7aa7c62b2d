// @vitest-environment happy-dom
import type { UIMessage, UIMessageChunk } from 'ai'
import { describe, expect, it, vi } from 'vitest'
import { watch } from 'vue'
import { createChatSession } from '#layers/northlight/composables/session/create-chat-session.ts'
import { createChatClient } from '#layers/northlight/shared/host/chat-client.ts'
import { turnHeader } from '#layers/northlight/shared/messages/turn-header.ts'
import { toStream } from '#layers/northlight/tests/support/fake-chat-server.ts'

const chatId = 'chat-0123456789abcdef'
const asked: UIMessageChunk[] = [
  { type: 'start', messageId: 'answer' }, { type: 'start-step' },
  { type: 'text-start', id: 't' }, { type: 'text-delta', id: 't', delta: 'I will enter it.' }, { type: 'text-end', id: 't' },
  { type: 'tool-input-available', toolCallId: 'c1', toolName: 'propose_time_entry', input: { minutes: 45 } },
  { type: 'tool-approval-request', toolCallId: 'c1', approvalId: 'approval-1' }, { type: 'finish-step' },
  { type: 'finish', messageMetadata: { northlight: { outcome: 'waiting' } } },
]
const decided: UIMessageChunk[] = [
  { type: 'tool-output-available', toolCallId: 'c1', output: { result: 'executed' } }, { type: 'start-step' },
  { type: 'text-start', id: 'u' }, { type: 'text-delta', id: 'u', delta: 'Entered.' }, { type: 'text-end', id: 'u' }, { type: 'finish-step' },
  { type: 'finish', messageMetadata: { northlight: { outcome: 'done' } } },
]

function open(resumed: () => Response) {
  const serve = async (input: RequestInfo | URL) => String(input) === '/api/chat' ? toStream(asked) : resumed()
  return createChatSession(chatId, createChatClient({}, serve as typeof fetch), [])
}

const shape = ({ parts }: UIMessage) => parts.map((part) => part.type === 'text' ? part.text : 'state' in part ? `${part.type} ${part.state}` : part.type)

describe('an answer that goes on after a decision', () => {
  it('waits, and is the same message when it goes on, which never shows less than was shown', async () => {
    let stream: ReadableStreamDefaultController<Uint8Array> | undefined
    const body = new ReadableStream<Uint8Array>({ start: (controller) => void (stream = controller) })
    const session = open(() => new Response(body, { headers: { [turnHeader]: 'turn-1' } }))
    await session.send({ text: 'Enter 45 minutes.', files: [] })
    expect([session.isWaiting, session.followedTurn, session.status.value]).toEqual([true, 'turn-1', 'idle'])
    const shown = session.messages.value.at(-1)
    const before = shape(shown ?? { id: '', role: 'assistant', parts: [] })
    const lengths: number[] = []
    watch(session.messages, (messages) => lengths.push(messages.at(-1)?.parts.length ?? 0), { flush: 'sync' })

    const resuming = session.resume()
    let seq = 0
    const send = (chunks: UIMessageChunk[]) => {
      for (const chunk of chunks) stream?.enqueue(new TextEncoder().encode(`id: ${++seq}\ndata: ${JSON.stringify(chunk)}\n\n`))
    }
    send(asked.slice(0, 3))
    await vi.waitFor(() => expect(lengths.length).toBeGreaterThan(0))
    expect(session.messages.value.at(-1)).toBe(shown)
    send([...asked.slice(3), ...decided])
    stream?.enqueue(new TextEncoder().encode('data: [DONE]\n\n'))
    stream?.close()
    await resuming
    expect(session.messages.value.map(({ id }) => id).slice(1)).toEqual(['answer'])
    expect(shape(session.messages.value[1] ?? { id: '', role: 'assistant', parts: [] })).toEqual([
      ...before.slice(0, 2), 'tool-propose_time_entry output-available', 'step-start', 'Entered.',
    ])
    expect(Math.min(...lengths)).toBe(before.length)
    expect(session.isWaiting).toBe(false)
  })

  it('is as it was replayed where that came less far', async () => {
    const session = open(() => toStream(asked.slice(0, 5)))
    await session.send({ text: 'Enter 45 minutes.', files: [] })
    await session.resume()
    expect(shape(session.messages.value[1] ?? { id: '', role: 'assistant', parts: [] })).toEqual(['step-start', 'I will enter it.'])
  })
})
