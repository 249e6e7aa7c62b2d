import { setImmediate as nextTurn } from 'node:timers/promises'

/** Joins what takes long to write, and lets everybody else have their turn between two pieces. */
export async function joinInTurns(pieces: Iterable<string>): Promise<string> {
  const joined: string[] = []
  for (const piece of pieces) {
    joined.push(piece)
    await nextTurn()
  }
  return joined.join('')
}
