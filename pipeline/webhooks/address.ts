import type { LookupAddress } from 'node:dns'
import { lookup } from 'node:dns/promises'
import { isIP, type LookupFunction } from 'node:net'
import ipaddr from 'ipaddr.js'

/** All addresses of a host. */
export type Resolve = (host: string) => Promise<readonly LookupAddress[]>

/** Resolves a host as the system does. */
export const resolveHost: Resolve = (host) => lookup(host, { all: true })

const MAX_URL_CHARACTERS = 2_000
/** For benchmarks inside a network; ipaddr.js doesn't list them as special. */
const BENCHMARKS = ipaddr.IPv4.parseCIDR('198.18.0.0/15')

/** Why a URL can't be a webhook's. */
export type AddressFault = 'malformed' | 'credentials' | 'notHttps' | 'private' | 'unknownHost'

/** Why `raw` can't be a webhook's URL; undefined if it can. With `allowPrivate`, http and any host are allowed. */
export async function addressFault(
  raw: string,
  { allowPrivate, resolve }: { readonly allowPrivate: boolean; readonly resolve: Resolve },
): Promise<AddressFault | undefined> {
  const url = URL.parse(raw)
  if (url === null || !/^https?:$/.test(url.protocol) || raw.length > MAX_URL_CHARACTERS) return 'malformed'
  if (url.username !== '' || url.password !== '') return 'credentials'
  if (allowPrivate) return undefined
  if (url.protocol !== 'https:') return 'notHttps'
  const host = hostOf(url)
  if (isIP(host) !== 0) return isPublic(host) ? undefined : 'private'
  const found = await resolve(host).catch(() => [])
  if (found.length === 0) return 'unknownHost'
  return found.every(({ address }) => isPublic(address)) ? undefined : 'private'
}

/** The host of a URL, an IPv6 address without its brackets. */
export function hostOf({ hostname }: URL): string {
  return hostname.replace(/^\[(.*)\]$/, '$1')
}

/** Whether an IP address is a unicast one of the public Internet. */
export function isPublic(address: string): boolean {
  const parsed = ipaddr.process(address)
  if (parsed.range() !== 'unicast') return false
  if (parsed instanceof ipaddr.IPv4) return !parsed.match(BENCHMARKS)
  // Nothing outside 2000::/3 is routed on the Internet.
  return ((parsed.parts[0] ?? 0) & 0xe000) === 0x2000
}

/** Thrown for a host with an address that isn't public. */
export class PrivateAddress extends Error {
  override readonly name = 'PrivateAddress'
}

/**
 * A connection's DNS lookup, which fails with PrivateAddress if any address of the host isn't public, because a host that
 * was public when its webhook was added can have another address today.
 */
export function publicLookup(resolve: Resolve): LookupFunction {
  return (host, { all }, callback) => {
    resolve(host).then(
      (found) => {
        const [first] = found
        if (first === undefined || !found.every(({ address }) => isPublic(address))) callback(new PrivateAddress(), '')
        else if (all === true) callback(null, [...found])
        else callback(null, first.address, first.family)
      },
      (fault: unknown) => callback(fault instanceof Error ? fault : new Error('the host could not be resolved'), ''),
    )
  }
}
