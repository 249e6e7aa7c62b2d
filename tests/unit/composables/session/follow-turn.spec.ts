import type { UIMessageChunk } from 'ai'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { followTurn } from '#layers/northlight/composables/session/follow-turn.ts'
import type { TurnConnection } from '#layers/northlight/composables/session/follow-turn.ts'
import { createChatClient } from '#layers/northlight/shared/host/chat-client.ts'
import { turnHeader } from '#layers/northlight/shared/messages/turn-header.ts'

const chunks: UIMessageChunk[] = [
  { type: 'start', messageId: 'answer' },
  { type: 'text-start', id: 't' },
  ...Array.from({ length: 20 }, (_, index) => ({ type: 'text-delta' as const, id: 't', delta: `${index} ` })),
  { type: 'text-end', id: 't' },
  { type: 'finish' },
]

const encoder = new TextEncoder()

/** The events after `after`; broken off after `count` of them, in the middle of the next one. */
function answer(after: number, count = chunks.length, turn = 'turn-1'): Response {
  const events = chunks.slice(after, after + count).map((chunk, index) => `id: ${after + index + 1}\ndata: ${JSON.stringify(chunk)}\n\n`)
  const isBroken = after + count < chunks.length
  const body = new ReadableStream({
    start(controller) {
      controller.enqueue(encoder.encode(events.join('')))
      if (!isBroken) controller.enqueue(encoder.encode('data: [DONE]\n\n'))
      else controller.enqueue(encoder.encode('id: 99\ndata: {"type":"text-de'))
      if (isBroken) controller.error(new TypeError('network error'))
      else controller.close()
    },
  }, { highWaterMark: 4 })
  return new Response(body, { headers: { [turnHeader]: turn } })
}

/** A slot that nobody else wants, unless `wanted` says so. */
function toConnection(response: Response, wanted = new AbortController().signal, release = () => {}): TurnConnection {
  return { response, slot: { wanted, release } }
}

async function read(stream: ReadableStream<UIMessageChunk>): Promise<UIMessageChunk[]> {
  const seen: UIMessageChunk[] = []
  for await (const chunk of stream) seen.push(chunk)
  return seen
}

describe('followTurn', () => {
  beforeEach(() => {
    vi.useFakeTimers()
  })
  afterEach(() => {
    vi.useRealTimers()
  })

  /** Lets the waits between two tries pass at once. */
  async function passWaits<Result>(work: Promise<Result>): Promise<Result> {
    let isDone = false
    void work.catch(() => {}).finally(() => isDone = true)
    while (!isDone) await vi.advanceTimersByTimeAsync(1_000)
    return work
  }

  it.each([401, 403, 404])('comes to its end at once where the server answers %i: whoever may not read on does not ask again', async (status) => {
    let asked = 0
    const client = createChatClient({}, (async () => {
      asked += 1
      return Response.json({ code: 'refused', message: 'No.' }, { status })
    }) as typeof fetch)
    const stream = followTurn({
      first: toConnection(answer(0, 3)),
      reopen: async () => toConnection(await client.request('/api/chat/x/stream')),
      onSettledElsewhere: async () => expect.unreachable(),
    })
    await expect(passWaits(read(stream))).rejects.toMatchObject({ status })
    expect(asked).toBe(1)
  })

  it.each(Array.from({ length: chunks.length }, (_, count) => count))('gives every chunk once when the connection breaks after event %i', async (count) => {
    const asked: number[] = []
    const stream = followTurn({
      first: toConnection(answer(0, count)),
      reopen: async (after) => {
        asked.push(after)
        return toConnection(answer(after))
      },
      onSettledElsewhere: async () => expect.unreachable(),
    })
    expect(await passWaits(read(stream))).toEqual(chunks)
    expect(asked).toHaveLength(1)
    expect(asked[0]).toBeLessThanOrEqual(count)
  })

  it('comes back after refused tries, and after a server that was away', async () => {
    let tries = 0
    const stream = followTurn({
      first: toConnection(answer(0, 3)),
      reopen: async (after) => {
        tries += 1
        if (tries < 4) throw new TypeError('Failed to fetch')
        return toConnection(answer(after))
      },
      onSettledElsewhere: async () => expect.unreachable(),
    })
    expect(await passWaits(read(stream))).toEqual(chunks)
    expect(tries).toBe(4)
  })

  it('gives up in the end, with the failure', async () => {
    const stream = followTurn({ first: toConnection(answer(0, 3)), reopen: () => Promise.reject(new TypeError('Failed to fetch')), onSettledElsewhere: async () => expect.unreachable() })
    await expect(passWaits(read(stream))).rejects.toThrow('Failed to fetch')
  })

  it.each(Array.from({ length: chunks.length - 1 }, (_, count) => count + 1))('gives way after event %i when another wants the slot, and goes on from there at once', async (count) => {
    const order: string[] = []
    const wanting = new AbortController()
    // Open, and quiet after these events: only the wish ends it.
    const quiet = new ReadableStream<Uint8Array>({
      start(controller) {
        for (const [index, chunk] of chunks.slice(0, count).entries()) controller.enqueue(encoder.encode(`id: ${index + 1}\ndata: ${JSON.stringify(chunk)}\n\n`))
      },
      cancel: () => void order.push('closed'),
    })
    const stream = followTurn({
      first: toConnection(new Response(quiet, { headers: { [turnHeader]: 'turn-1' } }), wanting.signal, () => order.push('released')),
      reopen: async (after) => {
        order.push(`reopened after ${after}`)
        return toConnection(answer(after), undefined, () => order.push('released'))
      },
      onSettledElsewhere: async () => expect.unreachable(),
    })
    const seen: UIMessageChunk[] = []
    for await (const chunk of stream) {
      seen.push(chunk)
      if (seen.length === count) setTimeout(() => wanting.abort())
      await vi.advanceTimersByTimeAsync(0)
    }
    expect(seen).toEqual(chunks)
    expect(order).toEqual(['closed', 'released', `reopened after ${count}`, 'released'])
  })

  it('gives its slot back when nobody reads any more', async () => {
    const release = vi.fn()
    const stream = followTurn({ first: toConnection(answer(0), undefined, release), reopen: async () => expect.unreachable(), onSettledElsewhere: async () => expect.unreachable() })
    const reader = stream.getReader()
    await reader.read()
    await reader.cancel()
    expect(release).toHaveBeenCalledOnce()
  })

  it.each([
    ['nothing runs any more', undefined],
    ['another turn runs', answer(0, chunks.length, 'turn-2')],
  ])('asks for what is stored when %s', async (_name, second) => {
    const onSettledElsewhere = vi.fn(async () => {})
    const seen = await passWaits(read(followTurn({ first: toConnection(answer(0, 5)), reopen: async () => second && toConnection(second), onSettledElsewhere })))
    expect(seen.length).toBeLessThanOrEqual(5)
    expect(onSettledElsewhere).toHaveBeenCalledOnce()
  })
})
