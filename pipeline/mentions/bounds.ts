import particles from './data/particles.json' with { type: 'json' }
import { isSmall, joined, pointAt, pointBefore, wordClass } from './fold.ts'

/**
 * How a spelling appears in a text: as spelled, in lower case although capitalised, attached to a word whose space is
 * missing ("moreAcme"), or within a longer word, as with an inflection.
 */
export type Standing = 'plain' | 'small' | 'glued' | 'within'

/** A spelling found in a text: the index of its name and UTF-16 offsets. */
export interface Hit {
  readonly key: number
  readonly start: number
  readonly end: number
  readonly standing: Standing
}

/** Korean particles, which are attached to names. */
const PARTICLES = new Set(particles.words.split(' '))
/** The longest case ending: "Allegrze", "Miele’nin", "쿠팡에서". */
const MAX_ENDING = 4
/** The fewest letters before a digit that are a name whose space is missing: "Kona Dew HD785 $". */
const MIN_BEFORE_DIGIT = 4

/** Returns the hit if it is a whole word, is attached to another one or has an ending; otherwise null. */
export function boundedHit(text: string, key: number, start: number, end: number, hasCapital: boolean): Hit | null {
  const before = pointBefore(text, start)
  const first = pointAt(text, start)
  const small = isSmall(first)
  const isGlued = joined(before, first)
  if (isPartOfHost(text, start, small) || (isGlued && small)) return null
  const standing = isGlued ? 'glued' : hasCapital && small ? 'small' : 'plain'
  let stop = end
  // Combining marks belong to the letter before them.
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
  if (stop - start >= MIN_BEFORE_DIGIT && /^\p{L}\p{Nd}/u.test(text.slice(stop - 1, stop + 1)))
    return { key, start, end: stop, standing: 'glued' }
  if (isGlued) return null
  const ending = /^(?:\p{Ll}{1,4}|\p{Script=Hangul}{1,4})(?![\p{L}\p{N}])/u.exec(
    text.slice(stop, stop + MAX_ENDING + 2),
  )
  if (ending !== null && PARTICLES.has(ending[0])) return { key, start, end: stop, standing }
  if (ending !== null) return { key, start, end: stop + ending[0].length, standing: 'within' }
  return wordClass(after) === 'katakana' ? { key, start, end: stop, standing: 'within' } : null
}

/** Whether the preceding character makes the name part of a host or a compound: "shop.acme", "R&D". */
function isPartOfHost(text: string, start: number, small: boolean): boolean {
  const before = text.charAt(start - 1)
  if (before === '&') return /[\p{L}\p{N}]/u.test(text.charAt(start - 2))
  if (before === '.' || before === '-') return small && /[\p{L}\p{N}]/u.test(text.charAt(start - 2))
  return false
}
