import { createLines, type InLine } from '../cues/in-line.ts'
import { isListed } from '../cues/listed.ts'
import type { Scene } from '../cues/scene.ts'
import { letters } from '../find/finder.ts'
import { isDictionaryWord } from '../words/dictionary.ts'
import { isFirstName } from '../words/first-names.ts'
import { isHanWord } from '../words/han.ts'
import { isKoreanWord } from '../words/korean.ts'
import { isKatakanaWord } from '../words/lexicon.ts'
import { isFrequentWord, isOrdinaryWord } from '../words/ordinary.ts'
import type { Decided } from './decided.ts'

/** A place where the product's name stands, what the rules decided there, and whether a choice heads a line there. */
export type OwnPlace = Decided & { readonly isHead: boolean }

/** How far a line is read on either side of a name, in UTF-16 units. */
const NEAR = 120
const PARTS = 6
const MOST_PLACES = 2
const MOST_CAPITALS = 6

const LETTER = /[\p{L}\p{N}’'&.-]/u
/** A line that a mark leads, or words in bold. */
const ITEM = /^\s*(?:[-*+•]|\d+[.)])/
const ITEMS_HEAD = /^\s*(?:[-*+•]|\d+[.)])\s+(?:\*\*|__|\[)*$/
/** Emphasis and marks that open or close what stands around a name. */
const OPENED = /[*_"“„«([「『]+$/
const CLOSED = /^[*_"”“»\])」』]+/
const QUOTED = /["“„«「『‘][*_]*$/

const LEFT = [
  [/^\s*$/, 'line'],
  [/[.!?:。！？：]\s*$/, 'end'],
  [/[,;、，]\s*$/, 'comma'],
  [/[-–—•+|/]\s*$/, 'dash'],
] as const
const RIGHT = [
  [/^\s*$/, 'line'],
  [/^[.!?。！？]/, 'end'],
  [/^\s?[:：]/, 'colon'],
  [/^[,;、，]/, 'comma'],
  [/^[’']s(?!\p{L})/u, 'possessive'],
  [/^\s?[–—|-]\s|^\s*\|/, 'dash'],
  [/^-\p{L}/u, 'hyphen'],
  [/^\s?[(（[]/, 'bracket'],
] as const
const INITIALS = [
  [/^\p{Lu}/u, 'capital'],
  [/^\p{N}/u, 'digit'],
  [/^[\u3041-\u30ff\u3400-\u9fff\uac00-\ud7af]/u, 'cjk'],
  [/^/, 'small'],
] as const

/**
 * What is looked at where it is weighed whether an answer names the product, each as `property:value`, once: of the whole
 * answer, of the first place that the rules count, of any that they count, of any that they refuse. `places` are all where its name
 * stands, in order.
 */
export function productProperties(scene: Scene, places: readonly OwnPlace[]): string[] {
  const [first] = places
  if (first === undefined) return []
  const { clean, answer } = scene
  const inLine = createLines(clean)
  const read = places.map((place) => ({ ...place, properties: propertiesAt(scene, place, inLine(place.match.start)) }))
  const [counted, refused] = [read.filter((place) => place.counted), read.filter((place) => !place.counted)]
  const firstCounted = counted.at(0) ?? first
  const part = Math.floor((PARTS * firstCounted.match.start) / clean.length) + 1
  const several = Math.min(MOST_PLACES, counted.length)
  const { domain } = first.match.pattern.brand
  const properties = [
    `part:${part}`,
    `part, counted:${part} ${several}`,
    `refused:${Math.min(MOST_PLACES, refused.length)}`,
    `cited:${domain !== null && answer.citations.some((page) => page.domain === domain)}`,
    `heads, counted:${counted.some(({ isHead }) => isHead)} ${several}`,
    ...(counted.at(0)?.properties ?? []).map((property) => `first ${property}`),
    ...counted.flatMap((place) => place.properties.map((property) => `some ${property}`)),
    ...refused.flatMap((place) => place.properties.map((property) => `refused ${property}`)),
  ]
  return [...new Set(properties)]
}

function propertiesAt(scene: Scene, { match, ...decided }: OwnPlace, line: InLine): string[] {
  const { clean, language, native } = scene
  const { start, end } = match
  const before = clean.slice(Math.max(line.from, start - NEAR), start)
  const [after = ''] = clean.slice(end, end + NEAR).split('\n', 1)
  const text = clean.slice(start, end)
  const left = leftOf(before.replace(OPENED, ''))
  const right = rightOf(after.replace(CLOSED, ''))
  const written = caseOf(text, match.pattern.brand.spellings, match.pattern.written)
  const kind = kindOf(text, native, language())
  const place = placeOf(clean, start, before, line)
  const capitals = `${before} ${after}`.match(/(?<=[\p{L},;] )\p{Lu}/gu)?.length ?? 0
  return [
    `left:${left}`,
    `right:${right}`,
    `written:${written}`,
    `kind:${kind}`,
    `place:${place}`,
    `capitals:${Math.min(MOST_CAPITALS, capitals)}`,
    `why:${decided.counted ? match.rule : decided.reason}`,
    `written, right:${written} ${right}`,
    `place, right:${place} ${right}`,
    `kind, written:${kind} ${written}`,
    `kind, place:${kind} ${place}`,
    `listed:${isListed(scene, match)}`,
    ...(QUOTED.test(before) ? ['quoted:true'] : []),
  ]
}

/** Where in its line and its layout a name stands. */
function placeOf(clean: string, start: number, before: string, { from, bold, cells }: InLine): string {
  const begins = clean.slice(from, from + 8)
  const isItem = ITEM.test(begins)
  if (/^\s*#/.test(begins)) return 'heading'
  if (/^\s*\|/.test(begins)) return cells === 1 ? 'first cell' : 'cell'
  if (start - from <= NEAR && ITEMS_HEAD.test(before)) return 'item'
  if (bold) return isItem ? 'bold item' : 'bold'
  if (isItem) return 'within item'
  return start - from <= NEAR && before.replace(OPENED, '').trim() === '' ? 'line' : 'prose'
}

/** How it is written, beside how the product is: with its letters, in capitals, small. */
function caseOf(text: string, spellings: readonly string[], written: ReadonlySet<string>): string {
  if (spellings.includes(text)) return 'exact'
  if (written.has(letters(text))) return 'letters'
  if (/\p{Lu}/u.test(text)) return /\p{Ll}/u.test(text) ? 'other' : 'capitals'
  return /\p{Ll}/u.test(text) ? 'small' : 'other'
}

/** What its words are: the most frequent of a language, words of it, rare ones, a person's name, words in part, or none that is known. */
function kindOf(text: string, native: (word: string) => boolean, language: number): string {
  if (/[\u3041-\u30ff]/u.test(text)) return isKatakanaWord(text) ? 'word' : 'coined'
  if (/[\uac00-\ud7af]/u.test(text)) return isKoreanWord(text) ? 'word' : 'coined'
  if (/[\u3400-\u9fff]/u.test(text)) return isHanWord(text) ? 'word' : 'coined'
  const words = text.toLowerCase().split(/[ -]/)
  const isNative = (word: string): boolean => language !== 0 && native(word)
  if (words.every(isFrequentWord)) return 'frequent'
  if (words.every(isOrdinaryWord)) return 'word'
  if (words.every((word) => isNative(word) || isOrdinaryWord(word))) return 'native'
  const isKnown = (word: string): boolean => isOrdinaryWord(word) || isNative(word) || isDictionaryWord('english', word)
  if (words.every(isKnown)) return 'rare'
  if (words.some(isFirstName)) return 'person'
  return words.some(isKnown) ? 'half' : 'coined'
}

function leftOf(before: string): string {
  const known = classOf(before, LEFT)
  if (known !== undefined) return known
  const trimmed = before.trimEnd()
  let at = trimmed.length
  while (at > 0 && LETTER.test(trimmed.charAt(at - 1))) at -= 1
  return at === trimmed.length ? 'other' : initialOf(trimmed.slice(at), trimmed === before)
}

function rightOf(after: string): string {
  const known = classOf(after, RIGHT)
  if (known !== undefined) return known
  const trimmed = after.trimStart()
  return LETTER.test(trimmed.charAt(0)) ? initialOf(trimmed, trimmed === after) : 'other'
}

/** What a word begins with, and whether it is joined to the name. */
function initialOf(word: string, isJoined: boolean): string {
  const initial = classOf(word, INITIALS) ?? 'small'
  return isJoined ? `joined ${initial}` : initial
}

function classOf(text: string, classes: readonly (readonly [RegExp, string])[]): string | undefined {
  return classes.find(([pattern]) => pattern.test(text))?.[1]
}
