import { toDeltas, toMarker, toStreamingTranscript, toTranscript } from '#layers/northlight/tests/fixtures/bench/workload.ts'
import { countElements, elementsAtRest, painted, until } from './frames.ts'
import { holdsText } from './find-text.ts'

/** A chat of `count` messages, from the call until its last message is drawn and nothing is added any more. Times in ms. */
export async function mountChat(count: number) {
  const messages = toTranscript(count)
  await window.bench.prepare?.({ messages })
  await painted()
  const startedAt = performance.now()
  const mounted = window.bench.mount(messages)
  await mounted
  await until(() => holdsText(toMarker(count - 1)), 'the last message is in the page')
  const shownMs = await painted() - startedAt
  const settledMs = Math.max(await elementsAtRest() - startedAt, shownMs)
  return { shownMs, settledMs, elements: countElements(), messages: document.querySelectorAll('[data-slot="message"]').length }
}

/** What streams are measured with: a chat whose last message is empty and being written; gives the deltas that come. */
export async function mountStream(messageCount: number, deltaCount: number): Promise<string[]> {
  const messages = toStreamingTranscript(messageCount)
  const deltas = toDeltas(deltaCount)
  await window.bench.prepare?.({ messages, deltas })
  await window.bench.mount(messages)
  await elementsAtRest()
  return deltas
}
