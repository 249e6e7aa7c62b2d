import { once } from 'node:events'
import { connect, createServer } from 'node:net'
import type { AddressInfo, Socket } from 'node:net'

export interface FaultProxy {
  readonly port: number
  /** Breaks every connection, and refuses new ones. */
  cut(): void
  /** Takes connections and bytes, and answers nothing: neither side learns of it. */
  swallow(): void
  /** Each byte comes so much later, in both directions. In milliseconds. */
  delay(milliseconds: number): void
  /** Connections work again; those that were swallowed stay dead, as after a failed link. */
  restore(): void
  close(): Promise<void>
}

type Fault = 'none' | 'cut' | 'swallow'

/** A link to a server on this machine that a test can break in the ways in which links break. */
export async function startFaultProxy(target: { host: string, port: number }): Promise<FaultProxy> {
  const sockets = new Set<Socket>()
  let fault: Fault = 'none'
  let delayMs = 0
  const forward = (from: Socket, to: Socket) => from.on('data', (bytes) => {
    if (fault === 'swallow') dead.add(from).add(to)
    if (dead.has(from)) return
    if (delayMs > 0) setTimeout(() => to.write(bytes), delayMs)
    else to.write(bytes)
  })
  const dead = new WeakSet<Socket>()
  const server = createServer((near) => {
    if (fault === 'cut') return void near.destroy()
    const far = connect(target)
    for (const [one, other] of [[near, far], [far, near]] as const) {
      sockets.add(one)
      one.setNoDelay(true).on('error', () => {}).on('close', () => {
        sockets.delete(one)
        other.destroy()
      })
    }
    if (fault === 'swallow') dead.add(near).add(far)
    forward(near, far)
    forward(far, near)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const breakAll = () => {
    for (const socket of sockets) socket.destroy()
  }
  return {
    port: (server.address() as AddressInfo).port,
    cut() {
      fault = 'cut'
      breakAll()
    },
    swallow: () => void (fault = 'swallow'),
    delay: (milliseconds) => void (delayMs = milliseconds),
    restore() {
      fault = 'none'
      delayMs = 0
    },
    async close() {
      server.close()
      breakAll()
      await once(server, 'close')
    },
  }
}
