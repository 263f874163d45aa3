import type { Found } from '../find/finder.ts'
import { isPlace, isProvince, isTelling } from '../words/name-shape.ts'
import { isFunctionWord } from '../words/ordinary.ts'

/** "in Hollis, New Hampshire", "near Eureka, California" */
const PLACE_LEFT = /(?<!\p{L})(?:in|near|at|from|around|outside|of|to) [*_]*$/u
const PROVINCE_RIGHT = /^, (\p{Lu}\p{L}+(?: \p{Lu}\p{L}+)?)/u
/** "Joan of Arc" */
const OF_LEFT = /(?<![\p{L}’'])(\p{Lu}\p{L}+) of $/u
const EXCLAMATION = /^!? (\p{Lu}[\p{L}’']*)/u

/** "la Clínica Puerta del Ocaso": with its article, a word ends the name of somebody else. */
const ARTICLED_LEFT = /\p{Ll}[,;]? (?:\p{Lu}[\p{L}’']+ )*\p{Lu}[\p{L}’']+ (?:del|della|dello|dell[’']|du|des) ?$/u

/**
 * Whether the product's name is a town's with its state, the end of somebody's name, or called out: "Eureka! There it is"; `native`
 * says what is a word of the answer's language.
 */
export function isOfAnother(clean: string, { start, end }: Found, native: (word: string) => boolean): boolean {
  if (isArticled(clean, start) && native(clean.slice(start, end))) return true
  const before = clean.slice(Math.max(0, start - 24), start)
  const after = clean.slice(end, end + 40)
  if (PLACE_LEFT.test(before)) {
    const province = PROVINCE_RIGHT.exec(after)?.[1]
    if (province !== undefined && (isProvince(province) || isPlace(province))) return true
    const holder = OF_LEFT.exec(before)?.[1]
    if (holder !== undefined && isTelling(holder)) return true
  }
  return isExclaimed(clean.slice(start, end + 1), before, after)
}

/** Whether it alone is a sentence with its mark, between two others. */
function isExclaimed(text: string, before: string, after: string): boolean {
  if (!text.includes('!') || !/(?:^|\n|[.!?…] )$/u.test(before)) return false
  const next = EXCLAMATION.exec(after)?.[1]
  return next !== undefined && isFunctionWord(next.replace(/[’'].*$/u, ''))
}

/** Whether the name behind a capitalised word begins with an article: most names cost no more than its last letter. */
function isArticled(clean: string, start: number): boolean {
  return (
    "losaue’'".includes(clean.charAt(start - 1) === ' ' ? clean.charAt(start - 2) : clean.charAt(start - 1)) &&
    ARTICLED_LEFT.test(clean.slice(Math.max(0, start - 64), start))
  )
}
