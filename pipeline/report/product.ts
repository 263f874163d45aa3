import { isIP } from 'node:net'
import { domainToASCII } from 'node:url'
import { ownLabel } from '../mentions/names.ts'

/** A host name, alone or in an address; what stands behind it is of no interest. */
const ADDRESS = /^(?:https?:\/\/)?([^\s/?#:@\\%]+)(?::\d{1,5})?(?:[/?#].*)?$/iu
const LABEL = /^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/
const HOST_LENGTH = 253

/**
 * The host name that a caller means: lower-case ASCII (an international name in punycode), without `www.`, from a host
 * name or an http address. Null where there is none with a dot; an IP address is none.
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

/** The product's name where the caller gave none: its domain's own label with the first letter upper-case. */
export function brandOfDomain(domain: string): string {
  const [first = '', ...rest] = ownLabel(domain)
  return first.toUpperCase() + rest.join('')
}
