import { InvalidArgumentError } from 'commander'
import { COUNTRY_RULE, isCountry, isLanguage, LANGUAGE_RULE } from '../../pipeline/contract/market/market.ts'
import type { EngineName } from '../../pipeline/contract/terms.ts'
import { ENGINES, MONTH, SLUG } from '../../pipeline/contract/words.ts'

/** Returns a parser that accepts the values for which `is` is true and refuses others with this sentence. */
function textThat(is: (raw: string) => boolean, sentence: string): (raw: string) => string {
  return (raw) => {
    if (!is(raw)) throw new InvalidArgumentError(sentence)
    return raw
  }
}

function numberThat(is: (raw: string) => boolean, sentence: string): (raw: string) => number {
  const read = textThat(is, sentence)
  return (raw) => Number(read(raw))
}

/** Reads a whole number from 1 to `most`. */
export function wholeNumberUpTo(most: number): (raw: string) => number {
  return numberThat(
    (raw) => /^[1-9]\d{0,8}$/.test(raw) && Number(raw) <= most,
    `Give a whole number from 1 to ${most}.`,
  )
}

/** Reads a number of questions, runs or concurrent calls. */
export const parseCount = wholeNumberUpTo(999)

/** Reads a month. */
export const parseMonth = textThat((raw) => MONTH.test(raw), 'A month is YYYY-MM, such as 2026-11.')

/** Reads a category's slug. */
export const parseSlug = textThat((raw) => SLUG.test(raw), 'A slug is lower-case words with hyphens.')

/** Reads a country's code. */
export const parseCountry = textThat(isCountry, sentenceOf(COUNTRY_RULE))

/** Reads a language's code. */
export const parseLanguage = textThat(isLanguage, sentenceOf(LANGUAGE_RULE))

function sentenceOf(rule: string): string {
  return `${rule.charAt(0).toUpperCase()}${rule.slice(1)}.`
}

/** Reads a comma-separated list of `names` and returns it in their order. */
export function listOf<Name extends string>(names: readonly Name[]): (raw: string) => Name[] {
  return (raw) => {
    const listed = raw.split(',').map((name) => name.trim())
    if (!listed.every((name) => names.some((each) => each === name)))
      throw new InvalidArgumentError(`Give a comma-separated list of ${names.join(', ')}.`)
    return names.filter((name) => listed.includes(name))
  }
}

/** Reads a comma-separated list of engines, in either case. */
export function parseEngines(raw: string): EngineName[] {
  return listOf(ENGINES)(raw.toUpperCase())
}

const SHARE = /^(?:0?\.\d{1,4}|[01])$/

/** Reads a share, 0 to 1: `all`, `none` or a decimal. */
export function parseShare(raw: string): number {
  if (raw === 'all') return 1
  if (raw === 'none') return 0
  if (!SHARE.test(raw)) throw new InvalidArgumentError('Give all, none or a share such as 0.1.')
  return Number(raw)
}

/** Reads a threshold for a share, 0 to 1. */
export const parseThreshold = numberThat((raw) => SHARE.test(raw), 'Give a share from 0 to 1, such as 0.2.')

/** Reads dollars. */
export const parseDollars = numberThat((raw) => /^\d{1,7}(\.\d{1,6})?$/.test(raw), 'Give dollars, such as 20 or 0.50.')

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
export const parsePort = numberThat(
  (raw) => /^\d{1,5}$/.test(raw) && Number(raw) <= 65_535,
  'Give a port from 0 to 65535.',
)

/** Reads a number of jobs at once. */
export const parseWorkers = numberThat((raw) => /^\d{1,2}$/.test(raw), 'Give a whole number from 0 to 99.')

/** Reads an operator's public key. */
export function parsePublicKey(raw: string): string {
  const key = raw.trim()
  if (!/^[A-Za-z0-9+/]{43}=$/.test(key))
    throw new InvalidArgumentError('Give the 44 characters in /signing-key.txt on the site.')
  return key
}

/** Reads a folder's path; an empty one would mean the working directory. */
export const parseFolder = textThat((raw) => raw.trim() !== '', 'Name a folder.')
