import { connect, createServer } from 'node:net'
import type { AddressInfo, Socket } from 'node:net'

/** What is done to one connection's way back to the client. */
export interface CutPlan {
  /** The connection is broken after this many events; all before that is delivered. */
  afterEvents?: number
  /** So many bytes later, inside the next event. */
  bytesMore?: number
  /** Each byte goes out by itself. */
  isByteByByte?: boolean
}

export interface CuttingProxy {
  readonly url: string
  /** Connections that were broken so far. */
  readonly cuts: number
  close(): Promise<void>
}

/** A connection may carry several requests, one after the other. */
const requestStart = /^(?:GET|POST|PATCH|DELETE) /

/** Stands between a client and a server, and breaks connections as planned by what each asks for first. */
export async function startCuttingProxy(target: string, planCut: (head: string) => CutPlan | undefined): Promise<CuttingProxy> {
  const { hostname, port } = new URL(target)
  const sockets = new Set<Socket>()
  let cuts = 0
  const server = createServer((client) => {
    const upstream = connect(Number(port), hostname)
    upstream.setNoDelay(true)
    client.setNoDelay(true)
    for (const socket of [client, upstream]) {
      sockets.add(socket)
      socket.on('error', () => {})
      socket.on('close', () => {
        sockets.delete(socket)
        client.destroy()
        upstream.destroy()
      })
    }
    let pass: ((bytes: Buffer) => void) | undefined
    client.on('data', (bytes) => {
      const head = bytes.toString('latin1')
      if (requestStart.test(head)) {
        pass = createPass(client, planCut(head) ?? {}, () => {
          cuts += 1
          client.destroySoon()
        })
      }
      upstream.write(bytes)
    })
    upstream.on('data', (bytes) => pass?.(bytes))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    get cuts() {
      return cuts
    },
    async close() {
      for (const socket of sockets) socket.destroy()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

/** Passes bytes on up to the planned place. */
function createPass(client: Socket, { afterEvents = Infinity, bytesMore = 0, isByteByByte = false }: CutPlan, cut: () => void): (bytes: Buffer) => void {
  let events = 0
  let last = 0
  let left = bytesMore
  let isCut = false
  const write = (bytes: Buffer) => {
    if (isByteByByte) for (const byte of bytes) client.write(Buffer.of(byte))
    else client.write(bytes)
  }
  return (bytes) => {
    if (isCut) return
    let end = 0
    for (; end < bytes.length && (events < afterEvents || left > 0); end++) {
      if (events >= afterEvents) left -= 1
      else if (bytes[end] === 10 && last === 10) events += 1
      last = bytes[end] ?? 0
    }
    write(bytes.subarray(0, end))
    if (events < afterEvents || left > 0) return
    isCut = true
    cut()
  }
}
