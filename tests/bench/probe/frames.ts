/** The next frame. */
export const frame = () => new Promise<number>((resolve) => requestAnimationFrame(resolve))

/** When what stands in the page now has been drawn: the beginning of the frame after the next. */
export async function painted(): Promise<number> {
  await frame()
  await frame()
  return performance.now()
}

/** Looks once a frame. Throws when it is not so in time. */
export async function until(isSo: () => boolean, what: string, mayTakeMs = 120_000): Promise<void> {
  const deadline = performance.now() + mayTakeMs
  while (!isSo()) {
    if (performance.now() > deadline) throw new Error(`Not within ${mayTakeMs / 1_000} s: ${what}.`)
    await frame()
  }
}

const restingFrames = 15

/** When the number of elements last changed; it has not for 15 frames. */
export async function elementsAtRest(): Promise<number> {
  let changedAt = performance.now()
  let count = countElements()
  for (let same = 0; same < restingFrames; same++) {
    await frame()
    if (countElements() === count) continue
    count = countElements()
    changedAt = performance.now()
    same = 0
  }
  return changedAt
}

export const countElements = () => document.getElementsByTagName('*').length

/** After this frame was drawn, when called in one. */
export async function afterFrame(): Promise<number> {
  const channel = new MessageChannel()
  await new Promise((resolve) => {
    channel.port1.onmessage = resolve
    channel.port2.postMessage(undefined)
  })
  return performance.now()
}
