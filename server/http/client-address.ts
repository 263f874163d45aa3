import { isIP, isIPv6 } from 'node:net'

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
 * give it), and an IPv6 address as its /64, since whoever has one address of a /64 has them all.
 */
export function addressBlock(address: string): string {
  // Node's own test for IPv6 is a long expression, and most addresses have no colon.
  if (!address.includes(':') || !isIPv6(address)) return address
  const groups = ipv6Groups(address)
  if (groups.slice(0, 6).join(':') === '0:0:0:0:0:ffff')
    return groups
      .slice(6)
      .map((group) => Number.parseInt(group, 16))
      .flatMap((group) => [group >> 8, group & 255])
      .join('.')
  return `${groups.slice(0, 4).join(':')}::/64`
}

/** The eight groups of an IPv6 address in lower-case hexadecimal without leading zeros. */
function ipv6Groups(address: string): string[] {
  const canonical = new URL(`http://[${address.replace(/%.*$/, '')}]`).hostname.slice(1, -1)
  const [head = [], tail = []] = canonical.split('::').map((part) => part.split(':').filter((group) => group !== ''))
  return [...head, ...Array.from({ length: 8 - head.length - tail.length }, () => '0'), ...tail]
}
