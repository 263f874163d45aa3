import { readCjkProse } from '../prose/cjk-prose.ts'
import { ABBREVIATION } from '../prose/english.ts'
import { isEnglishModel, isModelThere } from '../prose/models.ts'
import { type ProseName, readProse } from '../prose/prose.ts'
import { brandPart } from '../words/model.ts'
import { isCategory, isDistinctive, isNameShaped } from '../words/name-shape.ts'
import { isNativeName } from '../words/native.ts'
import { isFeature } from '../words/sections.ts'
import type { Search } from './candidates.ts'
import type { Reading } from './reading.ts'

/** More names of a row than this can be nothing else. */
const MANY_SURE = 1

/**
 * Notes the choices that the running sentences of a text name; `wholes` are those that head its lines, which aren't noted
 * again: where "Hoka Clifton 9" heads one, Clifton is no name.
 */
export function noteProse(reading: Reading, search: Search, wholes: ReadonlySet<string>): void {
  const { clean, writing } = reading
  const { kinds, known, candidates } = search
  const heads = [...wholes]
  const prose = readProse(clean, writing, (head) => known.has(head) || heads.some((name) => head.includes(name)))
  const rows = rowsOf(prose, (name) => known.has(name) || wholes.has(name))
  for (const one of prose) {
    const { name, start } = one
    if (
      isCategory(name, kinds) ||
      !(isNameShaped(name) || /^\p{Ll}[\p{L}\p{N}-]+$/u.test(name)) ||
      known.isIn(name, reading) ||
      wholes.has(name) ||
      known.isCutFromOwn(name) ||
      // "Clifton" of "Hoka Clifton 9", "SonoFlow" behind "1MORE".
      isCutFrom(heads, name) ||
      known.isPartOf(name, clean) ||
      known.isLastOf(clean.slice(Math.max(0, start - 40), start)) ||
      !isAccepted(one, rows, reading, known.many) ||
      known.isMakerOf(name) ||
      known.isLedIn(name, clean.slice(Math.max(0, start - 4), start), writing)
    )
      continue
    // "Dynafit Ultra" before 50
    const model = name.includes(' ') && /^ \p{Nd}/u.test(clean.slice(start + name.length, start + name.length + 2))
    const there = writing.foreign ? isModelThere(name, clean, writing, kinds) : isEnglishModel(name, clean, kinds)
    const brand = brandPart(model ? `${name} 1` : name, [], clean, there)
    // "La Box 5G" among boxes
    if (!isCategory(brand, kinds)) candidates.note(brand, search.citedDomain(name))
  }
}

/** The same for sentences in Chinese, Japanese or Korean: 데디카 isn't noted where "De'Longhi 데디카 아르떼" heads a line. */
export function noteCjkProse(reading: Reading, search: Search, wholes: ReadonlySet<string>): void {
  const { kinds, cjkKinds, known, candidates } = search
  const heads = [...wholes]
  for (const { name, sure } of readCjkProse(reading.marked, cjkKinds, (text) => known.has(text) || wholes.has(text))) {
    if (isCutFrom(heads, name)) continue
    if ((sure || !known.many) && !isCategory(name, kinds) && !known.isIn(name, reading))
      candidates.note(name.includes(' ') ? brandPart(name, [], reading.clean) : name, search.citedDomain(name))
  }
}

/** Whether a name is the end or the middle of one of the heads. */
function isCutFrom(heads: readonly string[], name: string): boolean {
  return heads.some((head) => head.indexOf(` ${name}`) > 0)
}

/** The rows of names in running text that say of their members that they are choices. */
interface Rows {
  /** With a name that can be nothing else. */
  readonly sure: ReadonlySet<number>
  /** With a choice. */
  readonly chosen: ReadonlySet<number>
  /** Most of them can be nothing but names, and are choices beside those known, too. */
  readonly full: ReadonlySet<number>
}

function rowsOf(prose: readonly ProseName[], isTaken: (name: string) => boolean): Rows {
  const members = prose.filter(({ row }) => row >= 0)
  const chosen = members.filter(({ name }) => isTaken(name)).map(({ row }) => row)
  const full = [...Map.groupBy(members, ({ row }) => row)].flatMap(([row, names]) =>
    names.length > MANY_SURE + 1 && names.filter(({ name, sure }) => sure || isTaken(name)).length > MANY_SURE
      ? [row]
      : [],
  )
  return {
    sure: new Set([...chosen, ...members.filter(({ sure }) => sure).map(({ row }) => row)]),
    chosen: new Set(chosen),
    full: new Set(full),
  }
}

/** Whether its place or its row says that a name is a choice; where many are known, more must. */
function isAccepted(
  { name, start, sure, subject, row }: ProseName,
  rows: Rows,
  { clean, writing }: Reading,
  many: boolean,
): boolean {
  const bold = isBold(clean, start, start + name.length)
  const inRow =
    rows.sure.has(row) && (!writing.nouns || bold || (isDistinctive(name) && !isNativeName(name, writing.native)))
  if (!many) return sure || inRow
  if (!sure)
    return (
      !writing.foreign &&
      (rows.full.has(row) || (subject && rows.sure.has(row))) &&
      !ABBREVIATION.test(name) &&
      !isFeature(name)
    )
  // Where the choices are known, a name by itself must be what its sentence speaks of.
  if (subject || bold) return true
  return inRow && (rows.chosen.has(row) || (!writing.foreign && rows.full.has(row)))
}

function isBold(clean: string, start: number, end: number): boolean {
  return clean.startsWith('**', start - 2) && clean.startsWith('**', end)
}
