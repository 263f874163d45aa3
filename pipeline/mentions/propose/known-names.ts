import { fold, foldKey } from '../words/fold.ts'
import { isAlone, isPossessedBy } from '../words/model.ts'
import { isTelling } from '../words/name-shape.ts'
import { isFrequentWord, isOrdinaryWord } from '../words/ordinary.ts'
import { isPlanWord } from '../words/plan-words.ts'
import type { Writing } from '../words/runs.ts'
import type { Reading } from './reading.ts'

/** More known names than a product has by itself: somebody proposed them. */
const MANY = 5

/** Names known to be choices before an answer is read, and how others stand to them. */
export interface KnownNames {
  /** In lower case. */
  readonly keys: readonly string[]
  /** So many that somebody proposed them: a name by itself must be more to be one too. */
  readonly many: boolean
  /** Whether it is one of them, or the telling first word of one: "Monzo" where Monzo Business is known. */
  has(name: string): boolean
  /** "Keeper Family", "HelloTalka", "Twilio SendGrid": a known name with its product or its maker, or inflected. */
  isIn(name: string, reading: Reading): boolean
  /** "Risco Ultra de Cumbre" where Cumbre is known. */
  isMakerOf(name: string): boolean
  /** "Take Ramp", "Entre Faro": a known name behind the first word of its sentence; `before` is what stands before that. */
  isLedIn(name: string, before: string, writing: Writing): boolean
  /** "Mint" where Linux Mint is known and stands in the text. */
  isPartOf(name: string, clean: string): boolean
  /** Whether a text ends with a known name and a blank. */
  isLastOf(before: string): boolean
  /** "Uvex React" among the heads where Uvex is known: what stands behind the brands there are models. */
  haveModels(heads: readonly string[]): boolean
  /** "Atlas" where the product is Atlas Coffee Club. */
  isCutFromOwn(name: string): boolean
}

/**
 * The names that are known already; `owned` are those of them that are the product's, `kinds` the folded words of the
 * category: `createKnownNames(['Zoho'], [], new Set(['crm'])).has('zoho')` is true.
 */
export function createKnownNames(
  names: readonly string[],
  owned: readonly string[],
  kinds: ReadonlySet<string>,
): KnownNames {
  const own = new Set(owned.map((name) => name.toLowerCase()))
  const keys = names.map((name) => name.toLowerCase())
  const folded = new Set(names.map(foldKey))
  for (const name of names) {
    const [first = '', second] = name.split(' ')
    if (second !== undefined && isTelling(first) && first.length > 3) folded.add(foldKey(first))
  }
  const whole = new Set(keys.filter((key) => !isOrdinaryWord(key) || /\p{Nd}/u.test(key)))
  const joined = new Set(names.filter((name) => name.includes(' ') && !isOrdinaryWord(foldKey(name))).map(foldKey))

  const has = (name: string): boolean => folded.has(foldKey(name))

  /** "Zoho Desk" among help desks is a product by itself, "Danner Mountain Light" a model. */
  const describes = (tail: readonly string[]): boolean => {
    const isKind = (word: string): boolean => kinds.has(fold(word)) || kinds.has(`${fold(word)}s`)
    const last = tail.at(-1) ?? ''
    return tail.length === 1 && isOrdinaryWord(tail.join(' ')) && isKind(last) && !isPlanWord(last)
  }

  /** "TaxSlayer Free" where "Tax Slayer" is known. */
  const beginsJoined = (words: readonly string[]): boolean =>
    words.some((_, i) => i > 0 && joined.has(foldKey(words.slice(0, i).join(' '))))

  /** "Vokirns Basistarif" where Vokirn is known: a German genitive. */
  const hasGenitive = (words: readonly string[]): boolean =>
    words.some((word, i) => {
      const owner = foldKey(words.slice(0, i + 1).join(' '))
      return word.endsWith('s') && owner.length > 4 && folded.has(owner.slice(0, -1)) && i < words.length - 1
    })

  /** "Amazon Route 53" where Route 53 is known, "Twilio SendGrid" where SendGrid is. */
  const hasBehindMaker = (words: readonly string[]): boolean => {
    if (
      words.some((_, i) => i > 0 && words.some((_, j) => j > i && whole.has(words.slice(i, j).join(' ').toLowerCase())))
    )
      return true
    const last = words.at(-1) ?? ''
    return words.length === 2 && isTelling(last) && last.length > 3 && keys.includes(last.toLowerCase())
  }

  /** "Keeper Family" where Keeper is known; `described` is a name whose rest says what it is. */
  const hasTail = (name: string, key: string, clean: string, described: boolean): boolean => {
    if (!name.toLowerCase().startsWith(`${key} `)) return false
    const rest = name.slice(key.length + 1).split(' ')
    return (
      (own.has(key) ||
        !described ||
        isAlone(name.slice(0, key.length), clean) ||
        rest.every((word) => isPlanWord(word) || /\p{Nd}/u.test(word))) &&
      (!isOrdinaryWord(key) ||
        (!own.has(key) && !described) ||
        rest.every((word) => isPlanWord(word) || isTelling(word) || /\p{Nd}|^\p{Lu}{2,}$/u.test(word)))
    )
  }

  /** "Nordivo-verzekering" where Nordivo is known. */
  const isCompound = (name: string, key: string): boolean =>
    name.toLowerCase().startsWith(`${key}-`) && /^\p{Ll}{3}/u.test(name.slice(key.length + 1))

  /** "HelloTalka" */
  const isInflectedFrom = (name: string, key: string): boolean =>
    key.length > 4 && name.startsWith(key) && name.length <= key.length + 3 && name !== key

  return {
    keys,
    many: names.length > MANY,
    has,
    isIn: (name, { clean, writing }) => {
      const words = name.split(' ')
      const described = !writing.foreign && describes(words.slice(1))
      if ((!described && beginsJoined(words)) || hasBehindMaker(words) || (writing.nouns && hasGenitive(words)))
        return true
      const nameKey = foldKey(name)
      return keys.some(
        (key) =>
          isCompound(name, key) ||
          hasTail(name, key, clean, described) ||
          isPossessedBy(name, key) ||
          isInflectedFrom(nameKey, key),
      )
    },
    isMakerOf: (name) => {
      const maker = / (?:de|di|von|by|da|van|od) (\p{Lu}.*)$/u.exec(name)?.[1]
      return maker !== undefined && has(maker)
    },
    isLedIn: (name, before, { native }) => {
      const at = name.indexOf(' ')
      const [first, rest] = [name.slice(0, at), name.slice(at + 1)]
      return at > 0 && /(?:^|[.!?:\n])[*_ ]*$/.test(before) && has(rest) && (isFrequentWord(first) || native(first) > 0)
    },
    isPartOf: (name, clean) =>
      isOrdinaryWord(name) && names.some((known) => `${known} `.includes(` ${name} `) && clean.includes(known)),
    isLastOf: (before) => / $/.test(before) && keys.some((key) => before.trimEnd().toLowerCase().endsWith(key)),
    haveModels: (heads) =>
      heads.some((head) =>
        keys.some(
          (key) =>
            !own.has(key) && head.toLowerCase().startsWith(`${key} `) && !isOrdinaryWord(head.slice(key.length + 1)),
        ),
      ),
    isCutFromOwn: (name) => [...own].some((key) => key.startsWith(`${name.toLowerCase()} `)),
  }
}
