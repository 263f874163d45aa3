import { lineStart } from '../words/line.ts'
import { isTelling } from '../words/name-shape.ts'
import { isFrequentWord } from '../words/ordinary.ts'
import { isFeature, isFeatureColumn } from '../words/sections.ts'

/** How far the lines beside one are read, in UTF-16 units. */
const AROUND = 900
/** The marks that a line begins with, and its first words up to their colon. */
const LABEL = /^([ \t]*(?:[-*+•](?= )|\d(?=\d?[.)] ))?)[\d.) \t]*([*_]{0,2})(\p{Lu}[^\n:*_|]{1,40}?)[*_]{0,2} ?:/u
/** What no list goes on over. */
const TEXT = /^(?:#|[^\s*_+•\d-])/
/** So many labels beside it say that the lines are labelled. */
const FEWEST = 2
const SEPARATOR = /^\|[\s|:-]*-[\s|:-]*$/
/** "Budget under $50:" */
const AMOUNT_BEHIND = /^ (?:under|over|below|above|of|up to|between|from|around|about) ?[$€£¥]?\d/

/**
 * Whether the word that leads a line or a table's row says by what choices are judged: "- **Signal:** two bars" between
 * "**Weight:**" and "**Price:**", in the first column where the others' heads are names, or before an amount.
 */
export function leadsCriteria(clean: string, start: number, end: number, native: (word: string) => boolean): boolean {
  if (AMOUNT_BEHIND.test(clean.slice(end, end + 16))) return true
  const from = lineStart(clean, start)
  const tells = (text: string): boolean => text.split(' ').some((word) => isTelling(word) && !native(word))
  const row = clean.charAt(from) === '|'
  if (!row && !/^[*_]{0,2} ?:/.test(clean.slice(end, end + 4))) return false
  const above = clean
    .slice(Math.max(0, from - AROUND), from)
    .split('\n')
    .slice(0, -1)
    .reverse()
  const below = clean.slice(from, end + AROUND).split('\n')
  if (row) return isOfFeatures(above, below, tells)
  const shapeOf = (line: string): string => {
    const [, marks = '', bold = ''] = LABEL.exec(line) ?? []
    return marks.replace(/\d/, '1') + bold.charAt(0)
  }
  const [own = ''] = below
  const beside = [...untilText(above), ...untilText(below.slice(1))].filter((line) => shapeOf(line) === shapeOf(own))
  const labels = beside.flatMap((line) => LABEL.exec(line)?.[3] ?? [])
  // "App" is in no lexicon of ordinary words.
  const named = labels.filter((label) => tells(label) && !isFeature(label))
  const isWord = (word: string): boolean => isFrequentWord(word) || native(word)
  const features = labels.filter((label) => isFeature(label) || label.split(' ').every(isWord))
  return labels.length >= FEWEST && named.length * 3 <= labels.length && features.length * 3 >= labels.length
}

/** The lines up to one that is no item's. */
function untilText(lines: readonly string[]): readonly string[] {
  const at = lines.findIndex((line) => TEXT.test(line))
  return at < 0 ? lines : lines.slice(0, at)
}

/** Whether the row's table has features in its first column, and names at the head of the others. */
function isOfFeatures(above: readonly string[], below: readonly string[], tells: (text: string) => boolean): boolean {
  const at = above.findIndex((line) => SEPARATOR.test(line))
  if (at < 0 || above.slice(0, at).some((line) => !line.startsWith('|'))) return false
  const cellsOf = (line: string): string[] =>
    line
      .replace(/[*_]/g, '')
      .split('|')
      .map((cell) => cell.trim())
  const [, first = '', ...others] = cellsOf(above[at + 1] ?? '')
  if (!isFeatureColumn(first) || !others.some(tells)) return false
  const end = below.findIndex((line) => !line.startsWith('|'))
  const rows = [...above.slice(0, at), ...below.slice(1, end < 0 ? undefined : end)]
  const named = rows.filter((line) => tells(cellsOf(line)[1] ?? ''))
  return rows.length >= FEWEST && named.length * 3 <= rows.length
}
