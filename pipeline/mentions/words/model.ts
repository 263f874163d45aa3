import { isHost } from '../text/clean.ts'
import { hasNameShape, isTelling } from './name-shape.ts'
import { isPhrase } from './native.ts'
import { oncePerList } from './once-per-list.ts'
import { isOrdinaryWord } from './ordinary.ts'
import { isPlanWord } from './plan-words.ts'
import type { Writing } from './runs.ts'

const ARTICLE = /^(?:the|la|le|les|el|los|il|lo|de|das|der|die|van|von|san|santa|saint|st|new|(?:dr|st|mr|mrs|ms)\.)$/iu
const MODEL = /^(?=.*\p{N})[\p{L}\p{N}().+/-]+$|^(?:I{2,3}|IV|VI{0,3}|Mk|Gen|Mark)$/u

/** "TurboTax Premium": which of one product's. */
const EDITION =
  /^(?:premium|basic|standard|classic|original|free|starter|deluxe|edition|exklusiv|exclusive|lite|professional|advanced|enterprise|ultimate|unlimited|family|personal|self-employed)$/iu

/** "Office 365", "Safety 1st": all the year and ordinals are no model's number. */
const NO_MODEL = /^(?:365|\p{Nd}+(?:st|nd|rd|th))$/u

/** "버즈3": a number behind the letters of a script without capitals. */
const GLUED = /([가-힣ァ-ヶー]{2,})\p{Nd}+(?: .*)?$/u

/** "SwitchBot「K10+ Pro」" */
const QUOTED_MODEL = /(?<=[\p{L}\p{N}]) ?[「『].*$/u

/**
 * The brand of a product's name: what stands before its model ("Brooks" of "Brooks Ghost 16"), or its first words where
 * they name the brand elsewhere in the text or in the other heads of its series ("HubSpot" of "HubSpot Sales Hub"). What the
 * series has are `modelled` where the rest of one is known to be a model; `known` is a first word that is a brand's name.
 */
export function brandPart(
  name: string,
  heads: readonly string[],
  clean: string,
  modelled = false,
  known = false,
): string {
  const words = withoutPossessed(name)
    .replace(QUOTED_MODEL, '')
    .replace(GLUED, '$1')
    .replace(/(?<=\p{L}) (?:for|für|pour|para|per|dla|voor) .*$/u, '')
    .split(' ')
  if (words.length === 1 || isHost(name)) return isHost(name) ? name : (words[0] ?? name)
  const brand = words.slice(0, lengthOfBrand(words)).join(' ')
  if (brand === name || words[0] === words[1]) return name
  if (
    (isTelling(brand) || /^\p{Lu}{3,5}$/u.test(brand)) &&
    words.slice(lengthOfBrand(words)).every((word) => EDITION.test(word))
  )
    return brand
  const tally = tallyOf(heads)
  const own = tally.equal.get(name) ?? 0
  /** How many of the other heads are like `all` of them, as the name is or isn't. */
  const others = (all: number, is: boolean): number => (is ? all - own : all)
  // "Perimeter 81", "Trading 212": an ordinary word by itself is nobody's name, and versions are numbered in one digit.
  if (
    /^\p{L}+ \p{Nd}{2,3}$/u.test(name) &&
    !known &&
    isOrdinaryWord(brand) &&
    others(tally.numbered, isNumbered(name)) === 0
  )
    return name
  if (words.slice(1).some((word) => MODEL.test(word) && !NO_MODEL.test(word))) return brand
  // "Password Depot" among models: two words of the lexicon are a name.
  if (others(tally.models, hasModel(name)) > 0 || modelled) {
    const edition = /^pro$/iu.test(words[1] ?? '') || EDITION.test(words[1] ?? '')
    return !known && words.length === 2 && isOrdinaryWord(name) && !edition ? name : brand
  }
  // "Alpina Haarlem" among "Uvex Urban Planet" and "Casco Roadster": all of them models.
  const tail = words.slice(lengthOfBrand(words))
  const { lines } = tally
  if (heads.length - own > 1 && tally.spaced && lines > 1 && lines * 5 >= heads.length * 2) return brand
  if (lines > 2 && lines * 2 > heads.length && tail.some(isCoined)) return brand
  if (others(tally.plans, isPlan(name)) > 1 && isTelling(brand) && tail.every(isPlanWord)) return brand
  if (others(tally.beginnings.get(brand) ?? 0, name === brand || name.startsWith(`${brand} `)) > 0) return brand
  return isTelling(brand) && standsAlone(brand, words[lengthOfBrand(words)] ?? '', clean) ? brand : words.join(' ')
}

/** What the heads of a series have in common: how many of them are like this. */
interface Tally {
  /** By each head, how often it is there. */
  readonly equal: ReadonlyMap<string, number>
  /** By the words that heads begin with, or are made of. */
  readonly beginnings: ReadonlyMap<string, number>
  readonly numbered: number
  readonly models: number
  readonly lines: number
  readonly plans: number
  /** Whether each has several words. */
  readonly spaced: boolean
}

const tallyOf = oncePerList((heads): Tally => {
  const equal = new Map<string, number>()
  const beginnings = new Map<string, number>()
  for (const head of heads) {
    equal.set(head, (equal.get(head) ?? 0) + 1)
    for (let at = head.indexOf(' '); at >= 0; at = head.indexOf(' ', at + 1)) {
      const beginning = head.slice(0, at)
      beginnings.set(beginning, (beginnings.get(beginning) ?? 0) + 1)
    }
    beginnings.set(head, (beginnings.get(head) ?? 0) + 1)
  }
  return {
    equal,
    beginnings,
    numbered: heads.filter(isNumbered).length,
    models: heads.filter(hasModel).length,
    lines: heads.filter(isOfLine).length,
    plans: heads.filter(isPlan).length,
    spaced: heads.every((head) => head.includes(' ')),
  }
})

function isNumbered(head: string): boolean {
  return / \p{Nd}/u.test(head)
}

function hasModel(head: string): boolean {
  return head
    .split(' ')
    .slice(1)
    .some((word) => MODEL.test(word))
}

function isOfLine(head: string): boolean {
  const words = head.split(' ')
  return words.slice(lengthOfBrand(words)).some((word) => MODEL.test(word) || isCoined(word))
}

function isPlan(head: string): boolean {
  return head.includes(' ') && isPlanWord(head.split(' ').at(-1) ?? '')
}

/** "Dyson's Big+Quiet" is Dyson's, "LG's PuriCare" LG's; "Hill's Science Diet" is of a brand that ends so. */
function withoutPossessed(name: string): string {
  const owner = TITLED.test(name) ? undefined : /^([^’']+)[’']s /.exec(name)?.[1]
  return owner !== undefined && (isTelling(owner) || ABBREVIATED.test(owner)) ? owner : name
}

/** "Dr. Quillow's" is a brand's name as a whole. */
const TITLED = /^(?:Dr|Mrs?)\. /

/** In capitals, of any width, or two names in one. */
const ABBREVIATED = /^\p{Lu}{2,5}$|^\p{Lu}\p{Ll}+-\p{Lu}\p{Ll}+$/u

/** A word with a capital letter that no lexicon knows, or a type: "HUD-Y". */
function isCoined(word: string): boolean {
  return (/^\p{Lu}\p{Ll}{2,}/u.test(word) && isTelling(word)) || /^\p{Lu}+-\p{Lu}+$/u.test(word)
}

/** How many of the words are the brand's: one, but for an article, a sign between two words, or two ordinary words. */
function lengthOfBrand(words: readonly string[]): number {
  const [first = '', second = ''] = words
  if (ARTICLE.test(first) || NO_MODEL.test(second)) return Math.min(2, words.length)
  if (/^(?:&|\+|and|und|et|y|e)$/u.test(second)) return Math.min(3, words.length)
  const ordinary = !isTelling(first) && !hasNameShape(first) && !/^\p{Lu}{2,}$/u.test(first)
  return ordinary && words.length > 2 && !MODEL.test(second) && !isTelling(second) && !/^\p{Lu}{2,4}$/u.test(second)
    ? 2
    : 1
}

/** Whether a name stands somewhere in a text by itself, not before the rest of a longer one. */
export function isAlone(name: string, clean: string): boolean {
  return standsAlone(name, '\n', clean)
}

/** Whether the brand stands somewhere without the word that follows it in the product's name. */
function standsAlone(brand: string, next: string, clean: string): boolean {
  for (let at = clean.indexOf(brand); at >= 0; at = clean.indexOf(brand, at + brand.length)) {
    const after = clean.slice(at + brand.length, at + brand.length + next.length + 2)
    if (/^[\p{L}\p{N}]/u.test(after) || /[\p{L}\p{N}]$/u.test(clean.slice(Math.max(0, at - 1), at))) continue
    if (!/^[ -][\p{Lu}\p{N}]/u.test(after) && !after.trimStart().startsWith(next)) return true
  }
  return false
}

/** "Gazelle's Ultimate" where Gazelle is known. */
export function isPossessedBy(name: string, owner: string): boolean {
  return /^[’']s /.test(name.slice(owner.length, owner.length + 3)) && name.toLowerCase().startsWith(owner)
}

/** "Fatture GB": where a word of the language stands before one more, the two are the name. */
export function wholeOf(name: string, brand: string, { foreign, nouns, native }: Writing): string {
  return foreign && !nouns && name.split(' ').length === 2 && isPhrase(brand, native) ? name : brand
}
