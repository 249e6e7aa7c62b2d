import { describe, expect, it } from 'vitest'
import { createNewestOnlyQueue } from '#layers/northlight/shared/settings/newest-only-queue.ts'

describe('createNewestOnlyQueue', () => {
  it('leaves out what a newer change has overtaken before its turn', async () => {
    const queue = createNewestOnlyQueue()
    const done: string[] = []
    const add = (name: string) => queue.add(async () => void done.push(name))
    const first = queue.add(async () => {
      done.push('first')
      await Promise.resolve()
    })
    await Promise.resolve()
    await Promise.all([first, add('second'), add('third')])
    expect(done).toEqual(['first', 'third'])
  })

  it('goes on after a change that failed, and says so to whoever made it', async () => {
    const queue = createNewestOnlyQueue()
    await expect(queue.add(() => Promise.reject(new Error('offline')))).rejects.toThrow('offline')
    expect(queue.isPending()).toBe(false)
    let isDone = false
    await queue.add(async () => {
      isDone = true
    })
    expect(isDone).toBe(true)
  })
})
