import { toTranscript } from '#layers/northlight/tests/fixtures/bench/workload.ts'
import { showsText } from './find-text.ts'
import { countElements, elementsAtRest, painted, until } from './frames.ts'

/** Opens or closes everything, until the last message shows it and nothing is added or removed any more. Times in ms. */
export async function toggleChat(count: number, open: boolean) {
  const thought = toPlainWords(count)
  await painted()
  const startedAt = performance.now()
  await window.bench.setOpen(open)
  await until(() => showsText(thought) === open, open ? 'the last reasoning is shown' : 'the last reasoning is hidden')
  const shownMs = await painted() - startedAt
  return { shownMs, settledMs: Math.max(await elementsAtRest() - startedAt, shownMs), elements: countElements() }
}

/** The longest run without a mark of what the last message thinks. */
function toPlainWords(count: number): string {
  const part = toTranscript(count).at(-1)?.parts.find(({ type }) => type === 'reasoning')
  const runs = part?.type === 'reasoning' ? part.text.split(/[*`[\]()]/) : []
  return runs.reduce((longest, run) => run.length > longest.length ? run : longest, '').trim()
}
