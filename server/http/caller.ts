import { isIP, isIPv6 } from 'node:net'
import ipaddr from 'ipaddr.js'
import { findKey } from '../../pipeline/store/accounts/keys.ts'
import type { Store } from '../../pipeline/store/driver/open.ts'

/** The owner of an active API key. */
export interface Caller {
  readonly keyId: string
  readonly accountId: string
}

/** The caller by the Authorization header; undefined without an active key of an existing account. A revoked key is refused at the next request. */
export async function callerOf(db: Store, authorization: string | null): Promise<Caller | undefined> {
  const key = /^Bearer +(\S+) *$/i.exec(authorization ?? '')?.[1]
  return key === undefined ? undefined : findKey(db, key)
}

/**
 * The client's address: with n trusted proxies the n-th entry of X-Forwarded-For from the right (anyone can forge those further left),
 * and the socket's address without proxies or if that entry is missing or not an address.
 */
export function clientAddress(socket: string, forwardedFor: string | null, trustedProxies: number): string {
  if (trustedProxies === 0 || forwardedFor === null) return socket
  const entry = forwardedFor.split(',').at(-trustedProxies)?.trim() ?? ''
  return isIP(entry) === 0 ? socket : entry
}

/** The unit that the rate limit counts: an IPv4 address (also if mapped to IPv6), or the /64 of an IPv6 address, which is usually one client's. */
export function addressBlock(address: string): string {
  if (!isIPv6(address)) return address
  const parsed = ipaddr.process(address)
  if (parsed instanceof ipaddr.IPv4) return parsed.toString()
  return `${parsed.parts
    .slice(0, 4)
    .map((group) => group.toString(16))
    .join(':')}::/64`
}
