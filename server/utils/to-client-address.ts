import { isIP } from 'node:net'

/**
 * The address that a request comes from: the connection's, or, with `proxies` of ours in front, what the outermost of
 * them saw. What stands further to the left in `X-Forwarded-For` is whatever the client wrote there.
 */
export function toClientAddress(connection: string | undefined, forwardedFor: string | undefined, proxies: number): string | undefined {
  if (proxies === 0) return connection
  const seen = (forwardedFor ?? '').split(',').map((entry) => entry.trim()).filter(Boolean)
  const address = seen.at(-Math.min(proxies, seen.length))?.replace(/^\[(?<address>.*)\](?::\d+)?$/, '$<address>').replace(/^(?<address>[\d.]+):\d+$/, '$<address>')
  return address !== undefined && isIP(address) > 0 ? address : connection
}
