/** A wait of between half of `milliseconds` and all of it: those whom one server lost do not all come back at once. */
export function spreadDelay(milliseconds: number, random: () => number = Math.random): number {
  return milliseconds * (1 + random()) / 2
}
