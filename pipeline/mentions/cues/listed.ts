import type { Found } from '../find/finder.ts'
import { isHardlyGerman } from '../prose/abroad.ts'
import { hasDictionary, isDictionaryWord } from '../words/dictionary.ts'
import { fold } from '../words/fold.ts'
import { languageName } from '../words/lexicon.ts'
import { isTelling } from '../words/name-shape.ts'
import { nativeOf } from '../words/native.ts'
import { NEAR } from './cue.ts'
import type { Scene } from './scene.ts'
import { behindTail } from './tails.ts'

/** How far a row of names is read, in UTF-16 units. */
const ROW_REACH = 90
const MEMBER = String.raw`[*_“"]*((?:\p{Lu}|\p{Nd}|\p{Ll}{1,2}\p{Lu})[\p{L}\p{M}\p{N}.&'’+-]*(?: (?:\p{Lu}|\p{Nd})[\p{L}\p{M}\p{N}.&'’+-]*){0,3})[*_”"]*`
const AND = String.raw`(?:and|or|und|oder|sowie|et|ou|y|o|e|i|oraz|lub|en|of|vs\.?|versus)`
const ROW_LEFT = new RegExp(
  String.raw`(?<![\p{L}\p{N}])${MEMBER}(?:, \p{Ll}[\p{L}\p{N}]{2,20})?(?:, ?| ?[/&+] ?|,? ${AND} )[*_“"]*$`,
  'u',
)
const ROW_RIGHT = new RegExp(`^[*_”"]*(?:, ?(?:${AND} )?| ?[/&+] ?| ${AND} )${MEMBER}`, 'u')
/** What parts the names of a row; most names cost no more than this. */
const JOIN_LEFT = new RegExp(`(?:[,/&+] ?| ${AND} )[*_“"]*$`, 'u')
const JOIN_RIGHT = new RegExp(`^[*_”"]*(?:,| ?[/&+]| ${AND} )`, 'u')

/**
 * Whether other names stand beside it in a row, one of which can be nothing but a name: on a side, or for what may be a
 * word on both: "close" of "HubSpot, close and Acme".
 */
export function isListed(scene: Scene, { start, end }: Found, sides: 'one' | 'both' = 'one'): boolean {
  const { clean } = scene
  const joinsLeft = JOIN_LEFT.test(clean.slice(Math.max(0, start - 8), start))
  const joinsRight = JOIN_RIGHT.test(clean.slice(end, end + 12))
  const [left, right] = [clean.slice(Math.max(0, start - ROW_REACH), start), clean.slice(end, end + ROW_REACH)]
  // "video, audio, PDF": a name on one side only.
  if (sides === 'both' && !(joinsLeft && joinsRight && ROW_LEFT.test(left) && ROW_RIGHT.test(right))) return false
  return (joinsLeft && tellsRow(left, ROW_LEFT, -1, scene)) || (joinsRight && tellsRow(right, ROW_RIGHT, 1, scene))
}

/** What a small name stands behind in a row: "eucatex (a mais em conta), ", "playadito o ". */
const SMALL_LEFT = new RegExp(String.raw`(?<![\p{L}\p{N}.-])(\p{Ll}{5,})(?: \([^()\n]{1,40}\))?(?:, |,? ${AND} )$`, 'u')

/** The same before it: "shortcut, youtrack and plane", and no adjective: "teachable, sellable and fun". */
const SMALL_RIGHT = new RegExp(
  String.raw`^(?:, |,? ${AND} )(\p{Ll}{5,})(?<!able|ible|ing|ed|ly|less)(?=,|\.(?:\s|$)| ${AND} |\n|$)`,
  'u',
)

/** Whether a name in small letters stands in a row with another one that can be no word, as no dictionary of the language knows it. */
export function isBesideSmallName({ clean, language }: Scene, { start, end }: Found): boolean {
  const before = JOIN_LEFT.test(clean.slice(Math.max(0, start - 8), start))
    ? SMALL_LEFT.exec(clean.slice(Math.max(0, start - ROW_REACH), start))?.[1]
    : undefined
  const name = language() === 0 ? 'english' : languageName(language())
  const isNoWord = (other: string): boolean =>
    isTelling(other) && hasDictionary(name) && !isDictionaryWord(name, other) && nativeOf(language())(fold(other)) === 0
  return [before, SMALL_RIGHT.exec(clean.slice(end, end + NEAR))?.[1]].some(
    (other) => other !== undefined && isNoWord(other),
  )
}

/** The same for a name with its model: "Leesa Sapira, Nectar Classic and". */
export function isBesideWithTail(scene: Scene, { start, end }: Found): boolean {
  const { clean } = scene
  if (!JOIN_LEFT.test(clean.slice(Math.max(0, start - 8), start))) return false
  const rest = behindTail(clean.slice(end, end + NEAR))
  return rest !== null && tellsRow(clean.slice(Math.max(0, start - ROW_REACH), start), ROW_LEFT, -1, scene)
}

/** Whether another brand stands beside it in a row, one of the two under several words, each with a capital letter. */
export function isBesideBrand(scene: Scene, match: Found): boolean {
  const { clean, found } = scene
  const at = found.indexOf(match)
  return [found[at - 1], found[at + 1]].some((other) => {
    if (other === undefined || other.pattern.brand === match.pattern.brand) return false
    const [left, right] = other.start < match.start ? [other, match] : [match, other]
    return (
      [left, right].every(({ start, end }) =>
        clean
          .slice(start, end)
          .split(' ')
          .every((word) => /^\p{Lu}/u.test(word)),
      ) &&
      (left.pattern.folded.includes(' ') ||
        right.pattern.folded.includes(' ') ||
        (left === match && !scene.capitalNouns())) &&
      right.start - left.end < 8 &&
      JOIN_RIGHT.test(clean.slice(left.end, right.start))
    )
  })
}

/** Walks the row of names that a text ends or begins with, up to one that no lexicon knows, the text's own neither. */
function tellsRow(text: string, pattern: RegExp, step: -1 | 1, scene: Scene): boolean {
  const language = scene.language()
  const native = nativeOf(language)
  const german = scene.capitalNouns()
  const tells = (word: string): boolean =>
    isTelling(word) && (language === 0 || native(word) === 0) && (!german || isHardlyGerman(word))
  for (let rest = text, members = 0; members < 4; members += 1) {
    const match = pattern.exec(rest)
    if (match?.[1] === undefined) return false
    if (match[1].split(' ').some((word) => tells(word) || /^\p{Lu}{3,5}$/u.test(word))) return true
    rest = step < 0 ? rest.slice(0, match.index) : rest.slice(match[0].length)
  }
  return false
}
