import { setImmediate as nextTick } from 'node:timers/promises'
import type { UIMessageChunk } from 'ai'
import type { LanguageModelV4StreamPart } from '@ai-sdk/provider'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { ask, readAnswer, readMessages } from '#layers/northlight/tests/support/chat-client.ts'
import { startCuttingProxy } from '#layers/northlight/tests/support/cutting-proxy.ts'
import type { CuttingProxy } from '#layers/northlight/tests/support/cutting-proxy.ts'
import { callParts, finishPart, reasoningParts, textParts } from '#layers/northlight/tests/support/model-parts.ts'
import { createScriptedModel } from '#layers/northlight/tests/support/scripted-model.ts'
import { embeddedDatabase } from '#layers/northlight/tests/support/test-databases.ts'
import { followChat, readAsManyBrowsers, toSaid } from '#layers/northlight/tests/support/turn-reader.ts'
import type { TurnReader, TurnReading } from '#layers/northlight/tests/support/turn-reader.ts'
import { useTestServers } from '#layers/northlight/tests/support/use-test-servers.ts'

const events = 300
const mayTakeMs = 120_000
const mostTicks = 200
/** `npm run soak -- cuts` cuts inside every event too, `npm test` inside each sixth. */
const insideStep = process.env.NORTHLIGHT_SOAK ? 1 : 6
const endings = process.env.NORTHLIGHT_SOAK ? 100 : 10
/** Readers who come around the end of a turn, one a tick. */
const lateReaders = 24
const cutHeader = 'x-cut'

/** What the model gives first, and after its call: with what the server adds, 300 events. */
const thoughts = reasoningParts('r', ...Array.from({ length: 40 }, (_, index) => `t${index} `))
const firstStep = [...thoughts, ...textParts('a', ...Array.from({ length: 100 }, (_, index) => `a${index} `)), ...callParts('c', 'list_runs', {}), finishPart('tool-calls')]
const secondStep = [...textParts('b', ...Array.from({ length: 144 }, (_, index) => `b${index} `)), finishPart()]

/** A reader whose first connection is broken as `cut` says: events, bytes of the next one, or `bytes` for each by itself. */
function followCut(url: string, chatId: string, cut: string) {
  let isFirst = true
  return followChat(url, chatId, (input, init) => {
    const headers = isFirst ? { ...init?.headers, [cutHeader]: cut } : init?.headers
    isFirst = false
    return fetch(input, { ...init, headers })
  })
}

function planCut(head: string) {
  const cut = /x-cut: (\S+)/i.exec(head)?.[1]
  if (cut === undefined) return undefined
  if (cut === 'bytes') return { isByteByByte: true }
  const [afterEvents = 0, bytesMore = 0] = cut.split('+').map(Number)
  return { afterEvents, bytesMore }
}

/** The chunks that begin again what stood on the screen already. */
function findTakenBack({ chunks }: TurnReading): string[] {
  const begun = new Set<string>()
  return chunks.flatMap((chunk) => {
    const name = toBeginning(chunk)
    if (name !== undefined && begun.has(name)) return [`${name} began twice`]
    if (name !== undefined) begun.add(name)
    return []
  })
}

function toBeginning(chunk: UIMessageChunk): string | undefined {
  if (chunk.type === 'start' || chunk.type === 'finish') return chunk.type
  if (chunk.type === 'text-start' || chunk.type === 'reasoning-start') return `${chunk.type} ${chunk.id}`
  return chunk.type === 'tool-input-start' || chunk.type === 'tool-output-available' ? `${chunk.type} ${chunk.toolCallId}` : undefined
}

describe('a turn whose connections are cut', () => {
  const servers = useTestServers(embeddedDatabase)
  const locks = Object.getOwnPropertyDescriptor(navigator, 'locks')
  let proxy: CuttingProxy | undefined
  beforeAll(readAsManyBrowsers)
  afterAll(async () => {
    await proxy?.close()
    if (locks) Object.defineProperty(navigator, 'locks', locks)
  })

  it('is read whole by each reader, whichever of its 300 events was the last before the cut, or in the middle of which', async () => {
    const model = createScriptedModel()
    const server = await servers.start({ model: { model } })
    proxy = await startCuttingProxy(server.url, planCut)
    const response = await ask(server, 'cut-chat-of-300-events', 'Go on.')
    const borders = Array.from({ length: events }, (_, index) => index + 1)
    const cuts = ['bytes', ...borders.map(String), ...borders.filter((border) => border % insideStep === 0 && border < events).map((border) => `${border}+${20 + border % 40}`)]
    const call = await model.call(1)
    const whole = followChat(server.url, 'cut-chat-of-300-events')
    const readers = cuts.map((cut) => followCut(proxy?.url ?? '', 'cut-chat-of-300-events', cut))
    await vi.waitFor(() => expect(Math.min(...[whole, ...readers].map(({ reading }) => reading.chunks.length))).toBeGreaterThan(0), { timeout: mayTakeMs / 2 })
    const push = async (given: Awaited<ReturnType<typeof model.call>>, parts: LanguageModelV4StreamPart[]) => {
      for (const part of parts.slice(0, -1)) {
        const before = whole.reading.chunks.length
        given.push(part)
        // Not every part of the model is an event.
        for (let tick = 0; tick < mostTicks && whole.reading.chunks.length === before; tick++) await nextTick()
      }
      given.end(...parts.slice(-1))
    }
    await push(call, firstStep)
    await push(await model.call(2), secondStep)
    await response.text()
    const stored = await readAnswer(server, 'cut-chat-of-300-events')
    expect((await whole.ended).chunks).toHaveLength(events)
    const wrong: string[] = []
    for (const [index, { ended }] of readers.entries()) {
      const reading = await ended
      if (reading.failure || JSON.stringify(reading.final?.parts) !== JSON.stringify(stored.parts)) wrong.push(`${cuts[index]}: ${reading.failure ?? toSaid(reading.final)}`)
      for (const step of findTakenBack(reading)) wrong.push(`${cuts[index]}: ${step}`)
    }
    console.log(`${readers.length} readers of ${events} events, ${proxy.cuts} cut: ${wrong.length} wrong`)
    expect(wrong).toEqual([])
    expect(proxy.cuts).toBe(cuts.length - 1)
  }, mayTakeMs)

  it('is whole, once, for whoever comes back in the millisecond of its end', async () => {
    const wrong: string[] = []
    let ways = { streamed: 0, stored: 0 }
    for (let number = 0; number < endings; number++) {
      const model = createScriptedModel()
      const server = await servers.start({ model: { model } })
      const chatId = `chat-of-ending-${number}`
      const response = await ask(server, chatId, 'Be quick.')
      const call = await model.call(1)
      call.push(...textParts('a', 'All ', 'of ', 'it.'))
      const readers: TurnReader[] = []
      for (let reader = 0; reader < lateReaders; reader++) {
        readers.push(followChat(server.url, chatId))
        await nextTick()
        if (reader === lateReaders / 4) call.end(finishPart())
      }
      await response.text()
      const stored = await readAnswer(server, chatId)
      for (const { ended } of readers) {
        const { failure, final, wasSettledElsewhere } = await ended
        ways = wasSettledElsewhere ? { ...ways, stored: ways.stored + 1 } : { ...ways, streamed: ways.streamed + 1 }
        if (failure || JSON.stringify(final?.parts) !== JSON.stringify(stored.parts)) wrong.push(`${number}: ${failure ?? JSON.stringify(final)}`)
      }
      if ((await readMessages(server, chatId)).length !== 2) wrong.push(`${number}: there is not one answer`)
    }
    console.log(`${endings} endings: ${ways.streamed} readers streamed the answer, ${ways.stored} found it stored; ${wrong.length} wrong`)
    expect(wrong).toEqual([])
    expect(ways.streamed).toBeGreaterThan(0)
  }, mayTakeMs)
})
