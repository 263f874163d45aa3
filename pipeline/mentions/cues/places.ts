import type { Found } from '../find/finder.ts'
import type { Brand } from '../names/brand.ts'
import { refusalIn } from './asides.ts'
import { type Line, readLines } from './lines.ts'
import { readLists } from './lists.ts'
import { readPeers } from './peers.ts'
import { leadsAmongTelling } from './siblings.ts'

/** Where the names of an answer stand in its lists, tables and headings. */
export interface Places {
  /** Whether the line is about the name: it leads a list item, a table's row, a heading or a line in bold. */
  isHead(match: Found): boolean
  /** The brands that lines are about. */
  heads(): ReadonlySet<Brand>
  /** Whether the line that it leads stands among lines that lead with names, which no word could be. */
  isAmongNames(match: Found): boolean
  /** Why a name isn't counted at its place: it stands in what is said of another, or heads one of a list of features. */
  refusal(match: Found): 'aside' | 'feature' | null
}

/** So many lines before and behind one are read for what a list's lines begin with. */
const BESIDE = 60
const DASHED = /^ [–—-] /
/** "### 3. Acme" */
const NUMBERED = /^#{1,6} (?:\*\*)?\d{1,2}[.)] /

/** Reads the lines of a text that names stand in; nothing more is read where no name leads a line. */
export function judgePlaces(clean: string, found: readonly Found[]): Places {
  const lines = readLines(clean, found)
  const indexOf = (at: number): number => {
    let low = 0
    let high = lines.length - 1
    while (low < high) {
      const middle = (low + high + 1) >> 1
      if ((lines[middle]?.start ?? 0) <= at) low = middle
      else high = middle - 1
    }
    return low
  }
  const lineOf = (at: number): Line | undefined => lines[indexOf(at)]
  const isPeer = readPeers(clean, lines, found)
  const lists = readLists(clean, lines, found)
  const isAbout = ({ kind, head }: Line): boolean =>
    head !== null && !(kind === 'text' && (isInSentence(clean, head) || goesOn(clean, head)))
  return {
    isHead: (match) => {
      const line = lineOf(match.start)
      return line?.head === match && isAbout(line)
    },
    heads: () => {
      const brands = new Set<Brand>()
      for (const line of lines) if (line.head !== null && isAbout(line)) brands.add(line.head.pattern.brand)
      return brands
    },
    isAmongNames: (match) => {
      const at = indexOf(match.start)
      const line = lines[at]
      if (line === undefined) return false
      // The product's own lines say nothing of each other.
      if (match.pattern.brand.own !== true && isPeer(line, match)) return true
      if (line.head === match && line.kind === 'text') return isInPlainList(clean, lines, match)
      const isNumbered = isNumberedHeading(clean, line)
      const isApart = match.pattern.brand.own === true && (line.kind === 'bold' || isNumbered)
      if (line.head !== match || (line.kind !== 'item' && line.kind !== 'row' && !isApart)) return false
      const near = lines.slice(Math.max(0, at - BESIDE), at + BESIDE)
      const beside = near.filter(
        (other) =>
          other !== line &&
          other.list === line.list &&
          !other.isHeader &&
          (!isApart || (other.kind === line.kind && isNumberedHeading(clean, other) === isNumbered)),
      )
      const named = beside.filter(({ head }) => head !== null && !head.pattern.ambiguous)
      const headed = beside.filter(({ head }) => head !== null).length
      if (match.pattern.brand.own === true) return leadsAmongTelling(clean, match, beside)
      return named.length > 0 && headed > 1 && headed * 3 >= beside.length * 2
    },
    refusal: (match) =>
      match.pattern.brand.own === true ? null : refusalIn(clean, found, lists, lineOf(match.start), match),
  }
}

function isNumberedHeading(clean: string, { kind, start }: Line): boolean {
  return kind === 'heading' && NUMBERED.test(clean.slice(start, start + 12))
}

/** Whether a sentence goes on behind a name: another word, a comma, its possessive. */
function goesOn(clean: string, { end }: Found): boolean {
  return /^(?: (?:\p{Ll}|[–—-])|,|[’']s )/u.test(clean.slice(end, end + 3))
}

/** Whether a sentence without spaces, or a Korean particle, goes on behind a name. */
function isInSentence(clean: string, { end, stem }: Found): boolean {
  return stem !== undefined || /^[\u3041-\u3096\u4e00-\u9fff]/.test(clean.charAt(end))
}

/** Whether it leads one of several lines without marks that lead with a name and a dash: "Acme – best off the shelf." */
function isInPlainList(clean: string, lines: readonly Line[], { end, pattern }: Found): boolean {
  if (pattern.brand.own === true || !DASHED.test(clean.slice(end, end + 3))) return false
  return lines.some(
    ({ kind, head }) =>
      kind === 'text' && head !== null && !head.pattern.ambiguous && DASHED.test(clean.slice(head.end, head.end + 3)),
  )
}
