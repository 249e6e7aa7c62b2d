import { describe, expect, it } from 'vitest'
import { createReportTurns } from '#layers/northlight/server/reports/report-turns.ts'

const settle = () => new Promise<void>((resolve) => setImmediate(resolve))

function startTurns() {
  const turns = createReportTurns()
  const events: string[] = []
  const ends = new Map<string, () => void>()
  return {
    events,
    end: (name: string) => ends.get(name)?.(),
    take(name: string) {
      const client = new AbortController()
      turns.take(client.signal).then((end) => {
        ends.set(name, end)
        events.push(name)
      }, (error: Error) => events.push(`${name}: ${error.message}`))
      return client
    },
  }
}

describe('the turns of reports', () => {
  it('are two at a time, the others in the order in which they came', async () => {
    const { events, end, take } = startTurns()
    for (const name of ['a', 'b', 'c', 'd', 'e']) take(name)
    await settle()
    expect(events).toEqual(['a', 'b'])
    end('b')
    await settle()
    expect(events).toEqual(['a', 'b', 'c'])
    end('a')
    end('c')
    await settle()
    expect(events).toEqual(['a', 'b', 'c', 'd', 'e'])
  })

  it('pass over whoever has gone away', async () => {
    const { events, end, take } = startTurns()
    const clients = ['a', 'b', 'c', 'd'].map(take)
    clients[2]?.abort(new Error('gone'))
    await settle()
    expect(events).toEqual(['a', 'b', 'c: gone'])
    end('a')
    await settle()
    expect(events).toEqual(['a', 'b', 'c: gone', 'd'])
  })

  it('are not lost by a client that goes away in its own', async () => {
    const { events, end, take } = startTurns()
    const [first] = ['a', 'b', 'c'].map(take)
    await settle()
    first?.abort(new Error('gone'))
    end('a')
    await settle()
    expect(events).toEqual(['a', 'b', 'c'])
  })

  it('are not given to a client that has gone already', async () => {
    await expect(createReportTurns().take(AbortSignal.abort(new Error('gone')))).rejects.toThrow('gone')
  })
})
