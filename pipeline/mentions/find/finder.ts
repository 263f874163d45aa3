import type { Brand } from '../names/brand.ts'
import { isHost, type Spans } from '../text/clean.ts'
import { fold, foldPoint, joined, pointAt, pointBefore, wordClass } from '../words/fold.ts'
import { endingAt, hostAt } from '../words/goes-on.ts'
import { isFunctionWord, isOrdinaryWord } from '../words/ordinary.ts'
import { createScanner } from './scanner.ts'
import { formsOf } from './spelling.ts'
import { buildTrie } from './trie.ts'

/** Fewer letters than this take no case endings: too many short words would pass. */
const INFLECTED_FROM = 4
/** As many letters may be an abbreviation, which ends with a full stop and no sentence. */
const LONGEST_ABBREVIATION = 4
const ABBREVIATED = /^\.(?:[“”"’')\]]| \p{Ll})/u
/** "Cal/OSHA": a short name before the abbreviation of something else. */
const BEFORE_ABBREVIATION = /^\/\p{Lu}{3,}(?![\p{L}\p{N}])/u
/** The dashes that words are joined with. */
const HYPHEN = /[-\u2010\u2011]/

/** Letters of the Slavic languages that are written in Latin ones. */
const SLAVIC = /[ąćęłńśźżčďěňřšťůž]/iu

/** All of the katakana behind a name, which begin no other word. */
const KATAKANA = /^[ァ-ヺー]{3,}(?![ァ-ヺー])/u
const LONGEST_KIND = 16

/** One folded spelling of a brand. */
export interface Pattern {
  readonly folded: string
  readonly brand: Brand
  readonly rule: 'name' | 'spelling' | 'domain-name'
  readonly ambiguous: boolean
  /** How many dots the text must have between the parts of a host name; 0 for other spellings. */
  readonly dots: number
  /** Whether it is written without its dots, too: "Cargo One" of cargo.one. */
  readonly bare: boolean
  /** Whether it is one of the small words of sentences, and has a capital letter of its own. */
  readonly small: boolean
  /** Whether only its own case makes it a name, as it begins with an article. */
  readonly articled: boolean
  /** Whether its parts must have a hyphen between them. */
  readonly hyphen: boolean
  /** The letters of the spellings that fold to this, in their own case. */
  readonly written: Set<string>
}

/** A spelling found in a text: UTF-16 offsets, and the rule by which it is the brand's. */
export interface Found {
  readonly pattern: Pattern
  readonly start: number
  readonly end: number
  readonly rule: string
  /** Where its Korean particle begins. */
  readonly stem?: number
}

/**
 * A function that finds every spelling of the brands outside the hidden spans of a text, in order: names of their own, not
 * parts of longer words, and the longest where they overlap. One pass over the text for all spellings. `question` is what the text
 * answers: the kind of thing that it asks for may be joined to a name.
 */
export function createFinder(brands: readonly Brand[]): (text: string, hidden: Spans, question: string) => Found[] {
  // An automaton is dear, and where nothing is read none is needed.
  let made: ReturnType<typeof build> | undefined
  const build = () => {
    const patterns = patternsOf(brands)
    const folded = patterns.map((pattern) => pattern.folded)
    return { patterns, scan: createScanner(buildTrie(folded), folded) }
  }

  return (text, hidden, question) => {
    made ??= build()
    const { patterns, scan } = made
    const found: Found[] = []
    let inflects: boolean | undefined
    const slavic = (): boolean => {
      inflects ??= SLAVIC.test(text)
      return inflects
    }
    let covered = 0
    scan(text, hidden, ({ pattern: index, start, end }) => {
      const pattern = patterns[index]
      if (pattern === undefined || start < covered) return
      const match = bounded(text, pattern, start, end, slavic) ?? beforeKind(text, pattern, start, end, question)
      if (match === null) return
      found.push(match)
      covered = match.end
    })
    return found
  }
}

function patternsOf(brands: readonly Brand[]): Pattern[] {
  const patterns = new Map<string, Pattern>()
  const sorted = brands.toSorted((a, b) => (a.name < b.name ? -1 : a.name > b.name ? 1 : 0))
  const owners = Map.groupBy(sorted, (brand) => brand.domain)
  // A brand's own name comes before what is only a spelling of another.
  for (const own of [true, false]) {
    for (const brand of sorted) {
      const spellings = own ? [brand.name] : [...brand.spellings].toSorted()
      for (const spelling of own || brand.domain === null || owners.get(brand.domain)?.length !== 1
        ? spellings
        : [...spellings, brand.domain]) {
        for (const form of formsOf(spelling)) {
          const known = patterns.get(form.folded)
          const rule = form.host ? 'domain-name' : own ? 'name' : 'spelling'
          if (known === undefined) {
            const written = new Set([letters(form.written)])
            patterns.set(form.folded, {
              folded: form.folded,
              brand,
              rule,
              ambiguous: form.ambiguous,
              small: /^\p{Lu}/u.test(form.written) && isFunctionWord(form.folded),
              articled: form.articled,
              hyphen: form.hyphen,
              dots: form.host ? form.written.split('.').length - 1 : 0,
              bare: false,
              written,
            })
          } else if (known.brand === brand) {
            known.written.add(letters(form.written))
            if (known.dots > 0 && !form.host) patterns.set(form.folded, { ...known, bare: true })
          }
        }
      }
    }
  }
  for (const { written } of patterns.values()) {
    if ([...written].every((one) => one === one.toLowerCase())) {
      for (const one of [...written]) written.add(one.charAt(0).toUpperCase() + one.slice(1))
    }
    for (const one of [...written])
      if (/^\p{Lu}{4,}$/u.test(one)) written.add(one.charAt(0) + one.slice(1).toLowerCase())
  }
  return [...patterns.values()]
}

/** The letters and digits of a text in their own case. */
export function letters(text: string): string {
  return text.normalize('NFKC').replace(/[^\p{L}\p{N}]/gu, '')
}

/** Whether letters are a name's in its own case, with its accents or without: "Iris" of Íris. */
export function isWrittenSo(names: ReadonlySet<string>, written: string): boolean {
  if (names.has(written)) return true
  const bare = withoutMarks(written)
  return bare === written && [...names].some((name) => withoutMarks(name) === bare)
}

function withoutMarks(text: string): string {
  return text.normalize('NFD').replace(/\p{M}/gu, '')
}

/** The match when it is a name of its own there, no part of a longer word or name; null otherwise. */
function bounded(text: string, pattern: Pattern, start: number, matchEnd: number, slavic: () => boolean): Found | null {
  let end = matchEnd
  while (
    end < text.length &&
    text.charCodeAt(end) >= 0x300 &&
    /\p{M}/u.test(text.charAt(end)) &&
    foldPoint(text.charCodeAt(end)) === ''
  )
    end += 1
  const before = pointBefore(text, start)
  const first = pointAt(text, start)
  // "on" is no On; small words are in every sentence.
  if (pattern.small && first > 0x60 && first < 0x7b) return null
  if (joined(before, first)) return null
  if (pattern.hyphen && !HYPHEN.test(text.slice(start, end))) return null
  const beforeThat = before < 0 ? -1 : pointBefore(text, start - (before > 0xffff ? 2 : 1))
  if ((before === 0x2e || before === 0x26) && wordClass(beforeThat) === 'spaced') return null
  // "Dipl.-Ing."
  if (before === 0x2d && beforeThat === 0x2e) return null
  if (pattern.folded.startsWith(' ') && (first === 0x20 || wordClass(before) !== 'none')) return null
  // A spelling without the dots of a host, which another of its spellings is.
  const bare = pattern.bare && !text.slice(start, end).includes('.')
  const dots = bare ? 0 : pattern.dots
  const after = pointAt(text, end)
  const afterThat = pointAt(text, end + 1)
  if ((after === 0x2b || after === 0x23) && wordClass(afterThat) === 'none') return null
  if (after === 0x26 && wordClass(afterThat) === 'spaced') return null
  const rest = after === 0x2e ? hostAt(text, start, end) : ''
  const continues = rest !== '' && isHost(rest)
  // "the-acme.com" is somebody else's host.
  if (
    (continues || dots > 0) &&
    HYPHEN.test(String.fromCodePoint(Math.max(0, before))) &&
    wordClass(beforeThat) !== 'none'
  )
    return null
  if (dots > 0) {
    if (continues || text.slice(start, end).split('.').length - 1 !== dots) return null
  } else if (continues) {
    const own = pattern.brand.domain === null || fold(rest) === fold(pattern.brand.domain)
    return pattern.ambiguous && !own ? null : { pattern, start, end, rule: 'domain-name' }
  }
  if (rest !== '' && dots === 0 && pattern.ambiguous) return null
  if (
    after === 0x2f &&
    pattern.folded.length <= LONGEST_ABBREVIATION &&
    BEFORE_ABBREVIATION.test(text.slice(end, end + 12)) &&
    !/^\p{Lu}+$/u.test(text.slice(start, end))
  )
    return null
  // „Ing.“ is an abbreviation, and no ING.
  if (
    after === 0x2e &&
    pattern.folded.length <= LONGEST_ABBREVIATION &&
    ABBREVIATED.test(text.slice(end, end + 3)) &&
    !pattern.written.has(letters(text.slice(start, end)))
  )
    return null
  if (!joined(pointBefore(text, end), after))
    return {
      pattern,
      start,
      end,
      rule: isHostOf(pattern, text.slice(start, end)) ? 'domain-name' : bare ? 'spelling' : pattern.rule,
    }
  const ending = endingAt(text, end, slavic)
  if (ending === 0 || pattern.ambiguous || (dots > 0 && isHost(text.slice(start, end + ending)))) return null
  const korean = wordClass(after) === 'hangul'
  if (!korean && (pattern.folded.length < INFLECTED_FROM || isOrdinaryWord(text.slice(start, end + ending))))
    return null
  return { pattern, start, end: end + ending, rule: 'inflected', ...(korean ? { stem: end } : {}) }
}

/** The match in katakana before the kind of thing that the question asks for: ネルマットレス, where that has マットレス. */
function beforeKind(text: string, pattern: Pattern, start: number, end: number, question: string): Found | null {
  if (wordClass(pointAt(text, end)) !== 'katakana') return null
  const kind = KATAKANA.exec(text.slice(end, end + LONGEST_KIND))?.[0]
  return kind !== undefined && question.includes(kind) ? { pattern, start, end, rule: pattern.rule } : null
}

/** Whether a name of ordinary words is written as its host, where that is another of its spellings: "crisp.chat" of Crisp Chat. */
function isHostOf({ ambiguous }: Pattern, text: string): boolean {
  return ambiguous && text.includes('.') && isHost(text)
}
