import type { Found } from '../find/finder.ts'
import { isChoiceLabel } from '../words/sections.ts'

/** A line of a text as names stand in it. */
export interface Line {
  readonly start: number
  readonly end: number
  kind: 'item' | 'row' | 'heading' | 'bold' | 'text'
  readonly indent: number
  /** The list or table that a line belongs to; -1 for other lines. */
  list: number
  isHeader: boolean
  head: Found | null
  /** The name that it describes: the one at its head, or at the head of the item that it stands under. */
  owner: Found | null
  /** In a section about shops or what choices work with. */
  elsewhere: boolean
  /** A row below a header whose columns are the choices: it says something of each. */
  compares: boolean
}

const ITEM = /^([ \t>]*)(?:[-*+•●▪–—·]|\d{1,3}[.)、．]|[①-⑳])(?:[ \t]+|(?=[*_「『\p{Script=Han}]))/u
const LEAD = /^(?:[A-H][.)] |[\s>|#*_`"“„«「『【[(\d.)、．:\p{Extended_Pictographic}+•●▪–—·-]|\ufe0f)*$/u
const MARKS = ' .*|#-_>0123456789)(:[`"+'
const LABEL = /^[\s>|#*_\d.)•●▪–·-]*(\p{L}[^:：.!?\n]{2,50}|[^:：。！？\n]{2,20})[:：][\s*_"“„«「]*$/u
/** A name that leads a line stands in this much of it, in UTF-16 units. */
const LEAD_REACH = 80

/** The lines of a text, each with its list or table and the name that leads it. */
export function readLines(clean: string, found: readonly Found[]): Line[] {
  const lines: Line[] = []
  let next = 0
  let list = -1
  let open = false
  for (let start = 0; start <= clean.length; ) {
    const stop = clean.indexOf('\n', start)
    const end = stop < 0 ? clean.length : stop
    while ((found[next]?.start ?? Number.POSITIVE_INFINITY) < start) next += 1
    const first = found[next]
    const line = readLine(clean, start, end)
    if (line.kind === 'item') {
      if (!open && line.indent === 0) list += 1
      open = true
      // Items below an item are a list of their own.
      line.list = line.indent === 0 ? list : list + 0.5
    } else if (line.kind === 'row') {
      // Rows are numbered apart from items.
      if (lines.at(-1)?.kind !== 'row') list += 1
      line.list = list + 0.25
      open = false
    } else if (line.kind !== 'text' || line.indent === 0) open = open && start + line.indent === end
    lines.push(line)
    if (
      first !== undefined &&
      first.start < end &&
      first.start - start <= LEAD_REACH &&
      leads(clean.slice(start, first.start))
    )
      line.head = first
    start = end + 1
  }
  return lines
}

const SEPARATOR = /^[\s|:-]*-[\s|:-]*(?:\n|$)/
const ITEM_MARKS = new Set([...'-*+•●▪–—·>①②③④⑤⑥⑦⑧⑨⑩'].map((mark) => mark.charCodeAt(0)))

function readLine(clean: string, start: number, end: number): Line {
  let at = start
  let mark = 0
  for (; at < end; at += 1) {
    mark = clean.charCodeAt(at)
    if (mark !== 0x20 && mark !== 0x09) break
  }
  if (at === end) mark = 0
  const line: Line = {
    start,
    end,
    kind: 'text',
    indent: at - start,
    list: -1,
    isHeader: false,
    head: null,
    owner: null,
    elsewhere: false,
    compares: false,
  }
  if (mark === 0x7c) {
    line.kind = 'row'
    line.isHeader = SEPARATOR.test(clean.slice(end + 1, end + 120))
  } else if (mark === 0x23) {
    if (line.indent < 4) line.kind = 'heading'
  } else if (mark < 0x40 ? mark > 0x29 : mark > 0x5e && (mark === 0x5f || mark > 0x7f)) {
    const twice = mark === clean.charCodeAt(at + 1)
    if (twice && (mark === 0x2a || mark === 0x5f)) line.kind = 'bold'
    else if ((mark > 0x2f && mark < 0x3a) || (ITEM_MARKS.has(mark) && !twice)) {
      if (ITEM.test(clean.slice(start, Math.min(end, start + 40)))) line.kind = 'item'
    }
  }
  return line
}

/** Whether a text is made of the ASCII marks of `LEAD`: most that stand before a name are, and cost no more than this. */
function areMarks(text: string): boolean {
  for (let i = 0; i < text.length; i += 1) if (!MARKS.includes(text.charAt(i))) return false
  return true
}

/** Whether nothing but marks stands before a name, or a label that announces a choice. */
function leads(before: string): boolean {
  // A sentence: no mark at its beginning and no label before the name.
  if (/^[A-Za-z]/.test(before) && !before.includes(':')) return false
  if (areMarks(before) || LEAD.test(before)) return before.indexOf('|') === before.lastIndexOf('|')
  const label = LABEL.exec(before)?.[1]
  return label !== undefined && isChoiceLabel(label)
}
