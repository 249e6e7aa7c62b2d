import { expect, it } from 'vitest'
import { joinInTurns } from '#layers/northlight/server/utils/join-in-turns.ts'

it('others have their turn between two pieces of a long text', async () => {
  const seen: string[] = []
  function* write() {
    for (const piece of ['a', 'b', 'c']) {
      seen.push(piece)
      yield piece
    }
  }
  setImmediate(() => seen.push('somebody else'))
  expect(await joinInTurns(write())).toBe('abc')
  expect(seen).toEqual(['a', 'somebody else', 'b', 'c'])
})
