import { isIPv6 } from 'node:net'

const groupsOfAnAddress = 8
const groupsOfANetwork = 4

/**
 * What a limit counts an address as: an IPv4 address is itself, of an IPv6 one only the network (its first 64 bits),
 * since whoever has one address of it has them all.
 */
export function toAddressBlock(address: string): string {
  const plain = address.replace(/^::ffff:(?=\d+\.)/i, '').replace(/%.*$/, '')
  if (!isIPv6(plain)) return plain
  const [start = '', end] = plain.toLowerCase().split('::')
  const head = start.split(':').filter(Boolean)
  const tail = end?.split(':').filter(Boolean) ?? []
  const groups = [...head, ...Array.from({ length: Math.max(0, groupsOfAnAddress - head.length - tail.length) }, () => '0'), ...tail]
  return groups.slice(0, groupsOfANetwork).map((group) => group.replace(/^0+(?=.)/, '')).join(':')
}
