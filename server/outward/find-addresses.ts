import { lookup } from 'node:dns/promises'
import type { LookupAddress } from 'node:dns'
import { isIP } from 'node:net'
import type { BlockList } from 'node:net'
import { toAddressList } from './address-list.ts'
import { NotSentError } from './not-sent-error.ts'

/** Looks a name up; tests bring their own. */
export type ResolveName = (hostname: string) => Promise<LookupAddress[]>

export interface FoundAddresses {
  /** Only these may be connected to. */
  addresses: LookupAddress[]
  /** Whether they are private ones that the operator allows. */
  areAllowed: boolean
}

/**
 * By the registries of special addresses; and the one by which machines at Azure ask for what is theirs alone. The agent
 * that connects has a list of its own, and looks again.
 */
const special = toAddressList([
  '0.0.0.0/8', '10.0.0.0/8', '100.64.0.0/10', '127.0.0.0/8', '169.254.0.0/16', '172.16.0.0/12', '192.0.0.0/24', '192.0.2.0/24', '192.88.99.0/24', '192.168.0.0/16',
  '198.18.0.0/15', '198.51.100.0/24', '203.0.113.0/24', '224.0.0.0/4', '240.0.0.0/4', '168.63.129.16', '2001::/23', '2001:db8::/32', '2002::/16', '3fff::/20',
])
/** All that IPv6 has of public addresses. */
const publicInternet = toAddressList(['2000::/3'])

const systemResolve: ResolveName = (hostname) => lookup(hostname, { all: true })

/**
 * The addresses of a host, looked up once: what is looked at here is what is connected to. Private ones only where the
 * operator allows them, and then no others.
 *
 * @param hostname as in a URL: IPv6 in brackets
 * @throws {NotSentError}
 */
export async function findAddresses(hostname: string, privateAddresses: readonly string[], resolve: ResolveName = systemResolve): Promise<FoundAddresses> {
  const found = await resolve(hostname.replace(/^\[(.*)\]$/, '$1')).catch((cause: unknown) => {
    throw new NotSentError('its name could not be looked up', { cause })
  })
  const allowedList = toAddressList(privateAddresses)
  const plain = found.filter(({ address }) => isIP(address) !== 0 && !address.includes('%'))
  const allowed = plain.filter((address) => isIn(allowedList, address))
  if (allowed.length > 0) return { addresses: allowed, areAllowed: true }
  if (plain.length === 0 || plain.length < found.length || !plain.every(isPublic)) throw new NotSentError(addressRefused)
  return { addresses: plain, areAllowed: false }
}

/** Follows a host's name. */
export const addressRefused = 'it is at an address that this server may not call'

function isPublic(address: LookupAddress): boolean {
  return !isIn(special, address) && (isIP(address.address) === 4 || isIn(publicInternet, address))
}

function isIn(list: BlockList, { address }: LookupAddress): boolean {
  return list.check(address, isIP(address) === 6 ? 'ipv6' : 'ipv4')
}
