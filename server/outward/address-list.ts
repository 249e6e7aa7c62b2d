import { BlockList, isIP } from 'node:net'

/** An address, or a network of them: `10.0.0.5`, `10.0.0.0/8`, `fd00::/8`. */
export function isAddressRange(text: string): boolean {
  const [address = '', length, ...rest] = text.split('/')
  const family = isIP(address)
  if (family === 0 || address.includes('%') || rest.length > 0) return false
  return length === undefined || (/^\d{1,3}$/.test(length) && Number(length) <= bitsOf(family))
}

/** @param ranges as `isAddressRange` takes them */
export function toAddressList(ranges: readonly string[]): BlockList {
  const list = new BlockList()
  for (const range of ranges) {
    const [address = '', length] = range.split('/')
    const family = isIP(address)
    list.addSubnet(address, length === undefined ? bitsOf(family) : Number(length), family === 6 ? 'ipv6' : 'ipv4')
  }
  return list
}

function bitsOf(family: number): number {
  return family === 6 ? 128 : 32
}
