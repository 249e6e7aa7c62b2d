/** Resolves once it is so; throws when it is not in time, within ten seconds unless that is said otherwise. */
export async function until(isSo: () => boolean | Promise<boolean>, mostMs = 10_000): Promise<void> {
  const deadline = performance.now() + mostMs
  while (!await isSo()) {
    if (performance.now() > deadline) throw new Error('It did not come to that.')
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
}
