import { isIP } from 'node:net'
import { domainToASCII } from 'node:url'
import { ownLabel } from '../mentions/names.ts'

/** A host name, bare or in an address. */
const ADDRESS = /^(?:https?:\/\/)?([^\s/?#:@\\%]+)(?::\d{1,5})?(?:[/?#].*)?$/iu
const LABEL = /^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/
const HOST_LENGTH = 253

/**
 * The host name in a host name or http address: lower-case ASCII (punycode for an international name), without `www.`. Null
 * for an IP address or a name without a dot.
 */
export function normaliseDomain(raw: string): string | null {
  const host = ADDRESS.exec(raw.trim())?.[1]
  if (host === undefined) return null
  const ascii = domainToASCII(host).replace(/\.$/, '')
  const bare = ascii.replace(/^www\.(?=.*\.)/, '')
  const labels = bare.split('.')
  const isHost =
    labels.length > 1 && bare.length <= HOST_LENGTH && labels.every((label) => LABEL.test(label)) && isIP(bare) === 0
  return isHost && /[a-z]/.test(labels.at(-1) ?? '') ? bare : null
}

/** The default name of a product: its domain's own label with the first letter in upper case. */
export function brandOfDomain(domain: string): string {
  const [first = '', ...rest] = ownLabel(domain)
  return first.toUpperCase() + rest.join('')
}
