import { InvalidArgumentError } from 'commander'
import { COUNTRY_RULE, isCountry, isLanguage, LANGUAGE_RULE } from '../../pipeline/contract/market/market.ts'
import type { EngineName } from '../../pipeline/contract/terms.ts'
import { ENGINES, MONTH, SLUG } from '../../pipeline/contract/words.ts'

/** Reads a whole number from 1 to `most`. */
export function wholeNumberUpTo(most: number): (raw: string) => number {
  return (raw) => {
    if (!/^[1-9]\d{0,8}$/.test(raw) || Number(raw) > most)
      throw new InvalidArgumentError(`Give a whole number from 1 to ${most}.`)
    return Number(raw)
  }
}

/** Reads a number of questions, runs or concurrent calls. */
export const parseCount = wholeNumberUpTo(999)

/** Reads a month. */
export function parseMonth(raw: string): string {
  if (!MONTH.test(raw)) throw new InvalidArgumentError('A month is YYYY-MM, such as 2026-11.')
  return raw
}

/** Reads a category's slug. */
export function parseSlug(raw: string): string {
  if (!SLUG.test(raw)) throw new InvalidArgumentError('A slug is lower-case words with hyphens.')
  return raw
}

/** Reads a country's code. */
export function parseCountry(raw: string): string {
  if (!isCountry(raw)) throw new InvalidArgumentError(sentenceOf(COUNTRY_RULE))
  return raw
}

/** Reads a language's code. */
export function parseLanguage(raw: string): string {
  if (!isLanguage(raw)) throw new InvalidArgumentError(sentenceOf(LANGUAGE_RULE))
  return raw
}

function sentenceOf(rule: string): string {
  return `${rule.charAt(0).toUpperCase()}${rule.slice(1)}.`
}

/** Reads a comma-separated list of engines and returns it in the order of ENGINES. */
export function parseEngines(raw: string): EngineName[] {
  const named = raw.split(',').map((name) => name.trim().toUpperCase())
  if (!named.every((name) => ENGINES.some((engine) => engine === name)))
    throw new InvalidArgumentError(`Give a comma-separated list of ${ENGINES.join(', ')}.`)
  return ENGINES.filter((name) => named.includes(name))
}

/** Reads a share, 0 to 1: `all`, `none` or a decimal. */
export function parseShare(raw: string): number {
  if (raw === 'all') return 1
  if (raw === 'none') return 0
  if (!SHARE.test(raw)) throw new InvalidArgumentError('Give all, none or a share such as 0.1.')
  return Number(raw)
}

/** Reads a bound of a share, 0 to 1. */
export function parseBound(raw: string): number {
  if (!SHARE.test(raw)) throw new InvalidArgumentError('Give a share from 0 to 1, such as 0.2.')
  return Number(raw)
}

const SHARE = /^(?:0?\.\d{1,4}|[01])$/

/** Reads dollars. */
export function parseDollars(raw: string): number {
  if (!/^\d{1,7}(\.\d{1,6})?$/.test(raw)) throw new InvalidArgumentError('Give dollars, such as 20 or 0.50.')
  return Number(raw)
}

/** A valid e-mail address (WHATWG HTML, 4.10.5.1.5) whose domain has a dot. */
const ADDRESS = /^[\w.!#$%&'*+/=?^`{|}~-]+@[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?(?:\.[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?)+$/i

/** Reads an e-mail address. */
export function parseEmail(raw: string): string {
  const address = raw.trim()
  if (address.length > 254 || !ADDRESS.test(address))
    throw new InvalidArgumentError('Give an e-mail address, such as ada@agency.example.')
  return address
}

const INSTANT = /^(\d{4}-\d\d-\d\d)(T\d\d:\d\d(:\d\d(\.\d{1,3})?)?(Z|[+-]\d\d:\d\d))?$/

/** Reads a date (midnight UTC) or a time with its zone, in epoch ms. */
export function parseTime(raw: string): number {
  const [, date = ''] = INSTANT.exec(raw) ?? []
  // JavaScript parses 31 February as 3 March.
  const day = new Date(date)
  const exists = !Number.isNaN(day.getTime()) && day.toISOString().startsWith(date)
  const instant = Date.parse(raw)
  if (date === '' || !exists || Number.isNaN(instant))
    throw new InvalidArgumentError('Give a date or a time, such as 2026-11-01 or 2026-11-01T09:00:00Z.')
  return instant
}

/** Reads one line of 1 to `most` characters, trimmed. */
export function textUpTo(most: number): (raw: string) => string {
  return (raw) => {
    const text = raw.trim()
    if (text === '' || text.length > most || /\p{Cc}/u.test(text))
      throw new InvalidArgumentError(`Give one line of 1 to ${most} characters.`)
    return text
  }
}

/** Reads a port. */
export function parsePort(raw: string): number {
  if (!/^\d{1,5}$/.test(raw) || Number(raw) > 65_535) throw new InvalidArgumentError('Give a port from 0 to 65535.')
  return Number(raw)
}

/** Reads an operator's public key. */
export function parsePublicKey(raw: string): string {
  const key = raw.trim()
  if (!/^[A-Za-z0-9+/]{43}=$/.test(key))
    throw new InvalidArgumentError('Give the 44 characters in /signing-key.txt on the site.')
  return key
}

/** Reads a folder's path; an empty one would mean the working directory. */
export function parseFolder(raw: string): string {
  if (raw.trim() === '') throw new InvalidArgumentError('Name a folder.')
  return raw
}
