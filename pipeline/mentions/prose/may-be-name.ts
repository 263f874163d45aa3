import { hasNameShape, isPlace, isProvince } from '../words/name-shape.ts'
import { isCalendarWord, isFunctionWord, isOrdinaryWord } from '../words/ordinary.ts'
import { isSmallWord, isSystem, WORD, wordBits } from '../words/role-words.ts'
import type { Run } from '../words/runs.ts'
import { isFeature } from '../words/sections.ts'
import { isDemonym } from './english.ts'

/** Words in capitals that are written in the middle of a sentence without being names, in languages without the lexicon. */
const POLITE = new Set(
  'co today ai eu uk us tv pc st sie ihre ihrem ihren ihrer ihr ihnen du dein wam was ci cię ciebie twój usted ustedes ud lei'.split(
    ' ',
  ),
)
/** "Memorial Day", "Black Friday" */
const HOLIDAY = / (?:Day|Friday|Monday|Eve|Weekend)s?$/
/** "kWh", "dB", "kWh-tarief" */
const UNIT = /^(?:[kMGTmµ]?(?:Wh?p?|Hz|B|bit|bps|Pa|Ah|VA?|N|Nm|cal|J)|dB\p{L}?|[GMT]B?it\/s)(?:-\p{Ll}+)?$/u
/** "You'll", "Don't". */
const CONTRACTION = /^\p{L}+[’'](?:ll|ve|re|d|t|m)$/iu
/** Adjectives of countries, and their people: "an American company", "most Danes". */
const DEMONYM_END = /(?:ish|ese|ian|ean|can|man|ench|utch|eek|iss|pean)s?$|(?:ede|ane|inn|iard|cot|rit)s$/u

/**
 * Whether words in capitals may be a name at all: no "You'll", "kWh", "Memorial Day", "American", place or title before a
 * person's name. `lower` are the words that the text has in small letters, too.
 */
export function mayBeName({ name, end }: Run, clean: string, lower: ReadonlySet<string>): boolean {
  if (CONTRACTION.test(name) || UNIT.test(name.replace(/^[\p{Nd}.,]+ /u, '')) || HOLIDAY.test(name)) return false
  if (
    DEMONYM_END.test(name) &&
    name.split(' ').length < 3 &&
    /^(?: \p{Ll}|,| and )/u.test(clean.slice(end, end + 6)) &&
    isDemonym(name)
  )
    return false
  if (name.length < 2 || isPlace(name) || isProvince(name) || isCalendarWord(name.replace(/s$/, ''))) return false
  if (!name.includes(' ') && isOrdinaryWord(name) && isFeature(name)) return false
  const folded = name.toLowerCase()
  if (wordBits(folded.split(' ')[0] ?? '') & WORD.title && name.includes(' ')) return false
  if (isSystem(folded) || POLITE.has(folded)) return false
  return (
    name.includes(' ') || !(isFunctionWord(name) || isSmallWord(folded) || (lower.has(folded) && !hasNameShape(name)))
  )
}
