import { connect } from 'node:net'
import { toQuestion } from '#layers/northlight/tests/support/chat-client.ts'
import { startBuiltServer } from './support/built-server.ts'
import type { BuiltServer } from './support/built-server.ts'
import { expect, test } from './support/fixtures.ts'
import { startHeldModel } from './support/held-model.ts'
import { readResources, resourceVariables } from './support/read-resources.ts'
import type { Resources } from './support/read-resources.ts'

const streams = 2_000
const warmUp = 400
const atOnce = 40
/** From the last abort on, until nothing of the streams is left. In milliseconds. */
const freedWithinMs = 2_000
const mayKeepBytes = 5 * 1024 * 1024
const mayTakeMs = 180_000
const chatId = 'chat-of-aborted-streams'

/** Opens a stream, waits for its first event, and is gone without a word. */
function openAndAbort(server: BuiltServer, path: string): Promise<void> {
  const { hostname, port, host } = new URL(server.url)
  return new Promise((resolve, reject) => {
    const socket = connect(Number(port), hostname, () => socket.write(`GET ${path} HTTP/1.1\r\nHost: ${host}\r\n\r\n`))
    let seen = ''
    socket.on('error', reject)
    socket.on('data', (bytes) => {
      seen += bytes.toString('latin1')
      if (seen.includes('data: ')) socket.destroy()
    })
    socket.on('close', () => seen.startsWith('HTTP/1.1 200') ? resolve() : reject(new Error(seen)))
  })
}

async function openAndAbortAll(server: BuiltServer, count: number) {
  for (let opened = 0; opened < count; opened += atOnce) {
    await Promise.all(Array.from({ length: atOnce }, (_, index) => openAndAbort(server, index % 2 ? '/api/events' : `/api/chat/${chatId}/stream?after=0`)))
  }
}

/** The kinds of which there are more than before. */
function findMore({ heapBytes: _heap, ...before }: Resources, after: Resources): string[] {
  return Object.entries(before).filter(([kind, count]) => (after[kind] ?? 0) > count).map(([kind]) => kind)
}

test('2,000 streams that were opened and aborted leave no listener, timer, socket or memory behind', async () => {
  test.setTimeout(mayTakeMs)
  const model = await startHeldModel()
  const server = await startBuiltServer({ ...model.variables, ...resourceVariables })
  try {
    const response = await fetch(`${server.url}/api/chat`, { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(toQuestion(chatId, 'Wait.')) })
    expect(response.status).toBe(200)
    const step = await model.nextStep()
    step.say('I wait.')
    await openAndAbortAll(server, warmUp)
    await expect.poll(async () => (await readResources(server)).sockets).toBeLessThan(atOnce)
    const before = await readResources(server)
    await openAndAbortAll(server, streams)
    const abortedAt = performance.now()
    let after = await readResources(server)
    while (findMore(before, after).length > 0 && performance.now() - abortedAt < freedWithinMs) after = await readResources(server)
    console.log(`${streams} streams opened and aborted: ${JSON.stringify(before)} before, ${JSON.stringify(after)} ${(performance.now() - abortedAt).toFixed(0)} ms after; heap ${((after.heapBytes - before.heapBytes) / 1024).toFixed(0)} KiB more`)
    expect(findMore(before, after)).toEqual([])
    expect(after.heapBytes - before.heapBytes).toBeLessThan(mayKeepBytes)
    step.end()
    await response.text()
  }
  finally {
    await server.stop()
    await model.close()
  }
})
