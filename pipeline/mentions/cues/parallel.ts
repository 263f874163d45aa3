import { lineStart } from '../words/line.ts'
import { isTelling } from '../words/name-shape.ts'

/** How far the lines beside one are read, in UTF-16 units. */
const AROUND = 900
/** What a row's first cell, or the bold words that a line begins with, stand behind. */
const MARKS = /^\| *(?:\*\*|__)?$|^(?:\*\*|__)$/
/** The words that a row's first cell begins with, or that a line has in bold at its head. */
const LED = /^(\| *(?:\*\*|__)?|\*\*|__)([^\n|*_]+)/u
const SEPARATOR = /^\|[\s|:-]*-[\s|:-]*$/
/** So many lines beside it say how such lines are written. */
const FEWEST = 2

/**
 * Whether a name in small letters leads a table's row or a line's bold words where the lines beside it have capital letters there, one
 * of them on a name: "| quillpad Mini |" above "| Vokiro 3 |".
 */
export function isSmallAmongCapitals(clean: string, start: number): boolean {
  const from = lineStart(clean, start)
  const marks = clean.slice(from, start)
  if (!MARKS.test(marks)) return false
  const above = clean
    .slice(Math.max(0, from - AROUND), from)
    .split('\n')
    .slice(0, -1)
    .reverse()
  const below = clean
    .slice(start, start + AROUND)
    .split('\n')
    .slice(1)
  const isRow = marks.startsWith('|')
  // A table ends with its head, whose words are no choices.
  const ownTable = (lines: readonly string[]): readonly string[] =>
    isRow
      ? lines.slice(
          0,
          endOf(lines, (line) => !line.startsWith('|') || SEPARATOR.test(line)),
        )
      : lines
  const heads = [...ownTable(above), ...ownTable(below)].flatMap((line) => {
    const [, before = '', head] = LED.exec(line) ?? []
    return head !== undefined && before.startsWith('|') === isRow ? [head.trim()] : []
  })
  return (
    heads.length >= FEWEST &&
    heads.every((head) => /^[\p{Lu}\p{N}]/u.test(head)) &&
    heads.some((head) => head.split(' ').some(isTelling))
  )
}

function endOf(lines: readonly string[], isEnd: (line: string) => boolean): number {
  const at = lines.findIndex(isEnd)
  return at < 0 ? lines.length : at
}
