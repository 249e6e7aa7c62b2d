import { connect, createServer } from 'node:net'
import type { AddressInfo, Socket } from 'node:net'

export interface FailoverProxy {
  readonly url: string
  close(): Promise<void>
}

/** Spreads connections over servers in turn; one that does not answer is passed over. */
export async function startFailoverProxy(targets: readonly string[]): Promise<FailoverProxy> {
  const sockets = new Set<Socket>()
  let next = 0
  const server = createServer((client) => {
    const first = next++
    client.on('error', () => {})
    const tryTarget = (number: number) => {
      const target = targets[(first + number) % targets.length]
      if (number >= targets.length || !target) return void client.destroy()
      const { hostname, port } = new URL(target)
      const upstream = connect(Number(port), hostname)
      let isConnected = false
      sockets.add(upstream)
      upstream.once('connect', () => {
        isConnected = true
        client.pipe(upstream).pipe(client)
      })
      upstream.on('error', () => {})
      upstream.once('close', () => {
        sockets.delete(upstream)
        if (isConnected) client.destroy()
        else tryTarget(number + 1)
      })
      client.once('close', () => upstream.destroy())
    }
    sockets.add(client)
    client.once('close', () => sockets.delete(client))
    tryTarget(0)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async close() {
      for (const socket of sockets) socket.destroy()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
