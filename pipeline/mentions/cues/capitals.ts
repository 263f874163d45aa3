import type { Found } from '../find/finder.ts'
import { isShouted } from '../words/context.ts'
import { NEAR } from './cue.ts'
import { SMALL_BEFORE } from './nouns.ts'
import type { Scene } from './scene.ts'
import { SUBJECT_RIGHT } from './subjects.ts'

/** Abbreviations are shorter than this. */
const ACRONYM_LENGTH = 5
/** Several words, each with a capital letter of its own, but for those between: "La Poste Mobile". */
export const CAPITALS =
  /^\p{Lu}[^\s]*(?: (?:de|di|du|del|della|da|do|d[’']|in|y|e|et|van|\p{Lu}[^\s]*))* \p{Lu}[^\s]*$/u

/** "ADA" where the brand is Ada: a short word in capitals alone stands for something else. */
export function isAcronym({ clean }: Scene, { pattern, start, end }: Found): boolean {
  if (end - start >= ACRONYM_LENGTH) return false
  const text = clean.slice(start, end)
  return (
    /^\p{Lu}+$/u.test(text) &&
    !pattern.written.has(text) &&
    (SMALL_BEFORE.test(clean.slice(Math.max(0, start - 20), start)) ||
      !SUBJECT_RIGHT.test(clean.slice(end, end + NEAR))) &&
    !isShouted(clean, start, end) &&
    !isInCapitals(clean, start, end)
  )
}

/** "4. GIANT REIGN E+ – quick": a list that writes its names in capitals. */
export function isHeadInCapitals(clean: string, start: number, end: number): boolean {
  return (
    /^\p{Lu}{3,}$/u.test(clean.slice(start, end)) &&
    /(?:^|\n)[ \t]*(?:(?:\d{1,2}[.)]|[-*+•])[ *_]+|\|[ *_]*)$/.test(clean.slice(Math.max(0, start - 12), start)) &&
    /^(?: [\p{Lu}\p{N}][\p{Lu}\p{N}.+-]*){1,4}[*_]*(?: [–—-] |:|$|\n| *\|)/u.test(clean.slice(end, end + NEAR))
  )
}

/** Whether a word beside it is in capitals, too: "BILL EARLY". */
export function isInCapitals(clean: string, start: number, end: number): boolean {
  return (
    /^\p{Lu}{2,}$/u.test(clean.slice(start, end)) &&
    (/^ \p{Lu}{3,}(?!\p{Ll})/u.test(clean.slice(end, end + 6)) ||
      /(?<!\p{L})\p{Lu}{3,} $/u.test(clean.slice(Math.max(0, start - 12), start)))
  )
}
