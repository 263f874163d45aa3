import particles from './data/particles.json' with { type: 'json' }
import { isSmall, joined, pointAt, pointBefore, wordClass } from './fold.ts'

/**
 * How a spelling stands in a text: in its own case; in small letters where it has a capital; behind or before a word that lost its
 * blank ("moreAcme"); or within a longer word, as with an ending.
 */
export type Standing = 'plain' | 'small' | 'glued' | 'within'

/** A spelling found in a text: its key's number, and UTF-16 offsets. */
export interface Hit {
  readonly key: number
  readonly start: number
  readonly end: number
  readonly standing: Standing
}

/** What Korean joins to a name. */
const PARTICLES = new Set(particles.words.split(' '))
/** The longest ending of a case that a name can take: "Allegrze", "Miele’nin", "쿠팡에서". */
const ENDING = 4
/** So many letters before a digit are a name that lost its blank: "Kona Dew HD785 $". */
const GLUED_TO_DIGIT = 4

/** The hit where no longer word holds it, or where it may take an ending; null otherwise. */
export function boundedHit(text: string, key: number, start: number, end: number, hasCapital: boolean): Hit | null {
  const before = pointBefore(text, start)
  const first = pointAt(text, start)
  const small = isSmall(first)
  const isGlued = joined(before, first)
  if (isPartOfHost(text, start, small) || (isGlued && small)) return null
  const standing = isGlued ? 'glued' : hasCapital && small ? 'small' : 'plain'
  let stop = end
  // Marks of accents belong to the letter before them.
  while (wordClass(pointAt(text, stop)) !== 'none' && /\p{M}/u.test(text.charAt(stop))) stop += 1
  const after = pointAt(text, stop)
  const sign = text.charAt(stop)
  const isGluedSign = (sign === '&' || sign === '#') && wordClass(pointBefore(text, stop)) !== 'none'
  if (isGluedSign && /[\p{L}\p{N}]|^$|\s/u.test(text.charAt(stop + 1)))
    return { key, start, end: stop, standing: 'within' }
  if (!joined(pointBefore(text, stop), after)) return { key, start, end: stop, standing }
  if (/^\p{Lu}/u.test(text.charAt(stop)) && /\p{Ll}/u.test(text.charAt(stop - 1)))
    return { key, start, end: stop, standing: 'glued' }
  // A short name before a digit is a model: "X5".
  if (stop - start >= GLUED_TO_DIGIT && /^\p{L}\p{Nd}/u.test(text.slice(stop - 1, stop + 1)))
    return { key, start, end: stop, standing: 'glued' }
  if (isGlued) return null
  const ending = /^(?:\p{Ll}{1,4}|\p{Script=Hangul}{1,4})(?![\p{L}\p{N}])/u.exec(text.slice(stop, stop + ENDING + 2))
  if (ending !== null && PARTICLES.has(ending[0])) return { key, start, end: stop, standing }
  if (ending !== null) return { key, start, end: stop + ending[0].length, standing: 'within' }
  return wordClass(after) === 'katakana' ? { key, start, end: stop, standing: 'within' } : null
}

/** Whether what stands before makes a small-lettered name a part of an address, a handle or a compound: "shop.acme", "R&D". */
function isPartOfHost(text: string, start: number, small: boolean): boolean {
  const before = text.charAt(start - 1)
  if (before === '&') return /[\p{L}\p{N}]/u.test(text.charAt(start - 2))
  if (before === '.' || before === '-') return small && /[\p{L}\p{N}]/u.test(text.charAt(start - 2))
  return false
}
