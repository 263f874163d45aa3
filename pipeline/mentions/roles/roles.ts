import { isInstitution } from '../words/institutions.ts'
import { lineStart } from '../words/line.ts'
import { isTelling } from '../words/name-shape.ts'
import { isOrdinaryWord } from '../words/ordinary.ts'
import { isSystem, WORD, wordBits } from '../words/role-words.ts'
import { isChoiceLabel } from '../words/sections.ts'
import { isTechnicalTerm } from '../words/technical.ts'
import { cjkRoleAt } from './cjk-roles.ts'
import type { Role } from './role.ts'
import { roleAfter } from './role-after.ts'
import { roleBefore } from './role-before.ts'

/** How far a sentence is read before and after a name, in UTF-16 units. */
const REACH = 120
const RIGHT_REACH = 60
/** The longest line, up to a name, whose label is read. */
const LINE = 300
const LINE_LABEL = /^[\s>\d.)•*-]*[*_]{1,2}([^*_\n:：?？]{2,50})(?:[.:：?？]?[*_]{1,2}|[:：?？])/u

/**
 * What the name is in its sentence when it isn't a choice: something that a product works with, a shop, who is cited or
 * tested, a person, a place, an owner, a standard or a feature. Names in a row are judged together; a term of computing is
 * a standard unless it is `known` to be somebody's. Null for a choice.
 */
export function roleAt(text: string, start: number, end: number, known = false): Role | null {
  const name = text.slice(start, end)
  if (isInstitution(name)) return 'standard'
  if (isSystem(name.toLowerCase())) return 'platform'
  const after = text.slice(end, end + RIGHT_REACH)
  const before = text.slice(Math.max(0, start - REACH), start)
  const cjk = isBesideCjk(text, start, end)
  return (
    roleAfter(after, name) ??
    roleOfLine(text, start) ??
    (cjk ? cjkRoleAt(name, before, after) : null) ??
    roleBefore(before, after, name) ??
    (isAskedOfReader(before, after) ? 'platform' : null) ??
    (isAmongNouns(before, after) ? 'feature' : null) ??
    (!known && !isOrdinaryWord(name) && isTechnicalTerm(name) && !isBesideName(before, after) ? 'standard' : null)
  )
}

/** Whether a letter or a mark of Chinese, Japanese or Korean stands in a name or next to it; costs next to nothing in other texts. */
function isBesideCjk(text: string, start: number, end: number): boolean {
  const at = (place: number): number => text.charCodeAt(place)
  return (at(start - 3) | at(start - 2) | at(start - 1) | at(start) | at(end) | at(end + 1) | at(end + 2)) > 0x2e80
}

const READER = /(?<![\p{L}’'])(?:you|your|[Ww]ho)(?!\p{L})/u
/** What a question proposes is a choice: "Why not get the Acme?" */
const PROPOSES = /(?<!\p{L})(?:why not|(?:what|how) about|considered|tried|looked|heard)(?!\p{L})/iu

/** Whether the reader is asked about what is there already: "Is it Zoom or Teams that you use most?" */
function isAskedOfReader(before: string, after: string): boolean {
  const rest = /^[^.!?\n]*\?/u.exec(after)?.[0]
  if (rest === undefined) return false
  const question = `${/[^.!?\n]*$/u.exec(before)?.[0] ?? ''} ${rest}`
  return READER.test(question) && !PROPOSES.test(question)
}

const NOUN_LEFT = /(?<![\p{L}\p{N}’'-])\p{Ll}{3,}, [*_]*$/u
const NOUN_RIGHT = /^[*_]*, \p{Ll}{3,20}(?:,| (?:and|or|und|oder|et|ou|y|o|e|ed|en|of|i|lub|oraz) )\p{Ll}/u

/** Whether it is one of a list of common nouns: "conta digital, boletos, Pix, cartão e emissão". */
function isAmongNouns(before: string, after: string): boolean {
  return NOUN_RIGHT.test(after) && NOUN_LEFT.test(before)
}

const NAME_LEFT = /(?<![\p{L}\p{N}.-])(\p{Lu}\p{L}+)(?:, | and | or | und | oder )[*_]*$/u
const NAME_RIGHT =
  /^[*_]*(?:, (?:and |or )?| and | or | und | oder )(\p{Lu}\p{L}+)(?:, | and | or | und | oder |[.;:])/u

/** Whether it stands in a row with a name that no lexicon knows: "Cube, Haibike und KTM". */
function isBesideName(before: string, after: string): boolean {
  const other = NAME_RIGHT.exec(after)?.[1] ?? NAME_LEFT.exec(before.slice(-40))?.[1]
  return other !== undefined && isTelling(other) && !isTechnicalTerm(other) && !isSystem(other.toLowerCase())
}

/** What the label of a line says of the names in it: "Where to buy:", "**Integrations.**". */
function roleOfLine(text: string, start: number): Role | null {
  const line = lineStart(text, start)
  if (start - line > LINE) return null
  const label = LINE_LABEL.exec(text.slice(line, start))
  if (label === null) return null
  let bits = 0
  for (const word of label[1]?.toLowerCase().match(/\p{L}[\p{L}-]*/gu) ?? []) bits |= wordBits(word)
  if (bits & WORD.link) return 'platform'
  if (bits & WORD.rating && !isChoiceLabel(label[1] ?? '')) return 'source'
  return bits & WORD.shop ? 'shop' : null
}
