import { isIP, isIPv6 } from 'node:net'
import ipaddr from 'ipaddr.js'
import { findKey } from '../../pipeline/store/accounts/keys.ts'
import type { Store } from '../../pipeline/store/driver/open.ts'

/** Who calls, by an active API key. */
export interface Caller {
  readonly keyId: string
  readonly accountId: string
}

/**
 * The caller behind an Authorization header: undefined where it is missing or no bearer's, or the key is malformed,
 * unknown or revoked, or its account is gone. A revoked key
 * is dead at the next request.
 */
export async function callerOf(db: Store, authorization: string | null): Promise<Caller | undefined> {
  const key = /^Bearer +(\S+) *$/i.exec(authorization ?? '')?.[1]
  return key === undefined ? undefined : findKey(db, key)
}

/**
 * The address that a request comes from. With n trusted proxies in front it is the n-th entry of X-Forwarded-For from
 * the right, as each of them appends the address it was called from; whatever stands to the left of that anyone may have
 * written. Without proxies, or with a header that is too short or holds no address there, it is the socket's.
 */
export function clientAddress(socket: string, forwardedFor: string | null, trustedProxies: number): string {
  if (trustedProxies === 0 || forwardedFor === null) return socket
  const entry = forwardedFor.split(',').at(-trustedProxies)?.trim() ?? ''
  return isIP(entry) === 0 ? socket : entry
}

/**
 * What an address is counted as: an IPv4 address as itself, also when it is written as IPv6 (as sockets that take both
 * give it), and an IPv6 address as its /64, all of which is usually one client's.
 */
export function addressBlock(address: string): string {
  if (!isIPv6(address)) return address
  const parsed = ipaddr.process(address)
  if (parsed instanceof ipaddr.IPv4) return parsed.toString()
  return `${parsed.parts
    .slice(0, 4)
    .map((group) => group.toString(16))
    .join(':')}::/64`
}
