import { isDistinctive } from '../words/name-shape.ts'
import { isFeature } from '../words/sections.ts'
import type { Series } from './series.ts'

/** An item or a line that begins with a label in bold, or a heading: the label, and what stands behind it. */
const LABELLED =
  /^(?:#{1,6}[ \t]+|[ \t>]*(?:[-*+•][ \t]+|\d{1,2}[.)][ \t]+)?\*\*)([^*:\n]{2,60}):(?:\*\*)? (?:\*\*)?([^\n]{2,120})/u
/** A name, and then what is said of it: "Quillpad. It syncs", "Quillpad's Mono plan", "Quillpad, since". */
const ANSWER =
  /^(?:the )?((?:[\p{Lu}\p{N}#](?:[^\s.,:;()*’']|\.(?=\p{N}))*(?:\.\p{Ll}{2,4}(?!\p{L}))?(?: [\p{Lu}\p{N}](?:[^\s.,:;()*’']|\.(?=\p{N}))*){0,3})|\p{Ll}[\p{Ll}\p{N}-]+\.\p{Ll}{2,4})(?:\*\*)?(?=[’']s |\.(?:\s|$)|, \p{Ll}+ |$| [(–—-]| (?:if|for|when|because|is|at)(?!\p{L}))/u
/** From so many lines with one of them each, they are choices. */
const FEWEST = { heading: 2, other: 3 }

/**
 * The names that most labelled lines of an English text have right behind their labels, which say for whom or for what each is:
 * "**Short trips:** Quillpad. It syncs", "## Single seats: Nordivo". One series of headings, one of items and lines in bold, without
 * what another series has `read`.
 */
export function readAnswered(clean: string, read: ReadonlySet<string>): Series[] {
  const heading: string[][] = []
  const other: string[][] = []
  for (const line of clean.split('\n')) {
    const [, , said] = LABELLED.exec(line) ?? []
    if (said === undefined) continue
    const name = ANSWER.exec(said.trim())?.[1]
    const named = name !== undefined && isDistinctive(name) && !isFeature(name)
    ;(line.startsWith('#') ? heading : other).push(named ? [name] : [])
  }
  return [...seriesOf(heading, FEWEST.heading, read), ...seriesOf(other, FEWEST.other, read)]
}

/** A series where two lines of three, and `fewest` at the least, have another name each. */
function seriesOf(lines: readonly (readonly string[])[], fewest: number, read: ReadonlySet<string>): Series[] {
  const named = new Set(lines.flat())
  const heads = [...named].filter((name) => !read.has(name))
  if (heads.length === 0 || named.size < fewest || named.size * 3 < lines.length * 2) return []
  return [
    {
      heads,
      labels: new Set(),
      announced: new Set(heads),
      introduced: false,
      nested: false,
      choices: true,
      strong: false,
      inline: false,
      glossed: 0,
      glosses: new Set(),
    },
  ]
}
