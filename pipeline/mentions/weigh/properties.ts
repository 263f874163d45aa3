import { createLines, type InLine } from '../cues/in-line.ts'
import type { Scene } from '../cues/scene.ts'
import type { Found } from '../find/finder.ts'
import type { Brand } from '../names/brand.ts'
import type { Decided } from './decided.ts'
import { kindOf } from './kind.ts'
import { classOf, placeAt } from './place.ts'

/** Names this near to each other, in UTF-16 units, stand beside each other. */
const NEAR = 25
const MOST_COUNTED = 9
const MOST_MARKED = 4
const MOST_TIMES = 4
const PARTS = 6
/** The marks that a line begins with are shorter. */
const LONGEST_MARKS = 24

/** What stands before a name in its line: a letter, the mark of an emphasis, a link or a cell, a sentence's end, a dash. */
const LEFT = [
  [/^\p{L}$/u, 'letter'],
  [/^[*_[|]$/, 'mark'],
  [/^[.!?:。！？：]$/u, 'end'],
  [/^[-–—•+]$/u, 'dash'],
  [/^[,;、，]$/u, 'comma'],
  [/^$/, 'line'],
] as const
const RIGHT = [
  [/^[\p{L}'’-]$/u, 'joined'],
  [/^ $/, 'space'],
  [/^[,;、，]$/u, 'comma'],
  [/^[（(]$/u, 'bracket'],
  [/^[.。]?$/u, 'end'],
  [/^[:：]$/u, 'colon'],
] as const
const SHAPES = [
  [/^[\p{Lu}\p{N}]{2,}$/u, 'capitals'],
  [/\p{Ll}\p{Lu}/u, 'camel'],
  [/^\p{Ll}/u, 'small'],
  [/\p{Nd}/u, 'digit'],
] as const

/**
 * What is looked at where a decision is weighed, each as `property:value`: how many names are counted in the answer, how many
 * of them it marks and whether this one, what stands beside it, in which sixth of the text and in which paragraph, how it is
 * written and of what words, how often, and what the rules said. `decided` are all names of the answer in order of their places,
 * and are asked for in that order.
 */
export function createProperties(scene: Scene, decided: readonly Decided[]): (at: number) => string[] {
  const { clean, found } = scene
  const inLine = createLines(clean)
  const marked = markedBrands(clean, found)
  const counted = decided.filter((each) => each.counted)
  const several = counted.filter(({ match }) => marked.has(match.pattern.brand)).length
  const [firstEnd, lastStart] = [clean.indexOf('\n\n'), clean.lastIndexOf('\n\n')]
  return (at) => {
    const own = decided[at]
    if (own === undefined) return []
    const { start, end, pattern } = own.match
    const isMarked = marked.has(pattern.brand) ? 'marked' : 'plain'
    const paragraph = firstEnd < 0 || start < firstEnd ? 'first' : start > lastStart ? 'last' : 'middle'
    const before = /[^\n]*$/.exec(clean.slice(Math.max(0, start - NEAR), start))?.[0].trimEnd() ?? ''
    const after = clean.slice(end, end + NEAR).replace(/^[*_"”]+/, '')
    const { layout, right } = placeAt(clean, start, end, inLine(start))
    const times = found.filter((each) => each.pattern.brand === pattern.brand).length
    return [
      `counted:${Math.min(MOST_COUNTED, counted.length)}`,
      `marks:${Math.min(MOST_MARKED, several)} ${isMarked}`,
      `left:${classOf(lastOf(before), LEFT) ?? 'other'}`,
      `right:${classOf(/^[^\n]?/u.exec(after)?.[0] ?? '', RIGHT) ?? 'other'}`,
      `sixth:${Math.floor((start / clean.length) * PARTS) + 1}`,
      `beside:${neighbour(clean, own, decided[at - 1])} ${neighbour(clean, own, decided[at + 1])}`,
      `paragraph:${paragraph} ${isMarked}`,
      `shape:${classOf(pattern.brand.name, SHAPES) ?? 'other'}`,
      `place, right:${layout} ${right}`,
      `kind:${kindOf(clean.slice(start, end), scene)}`,
      `times:${Math.min(MOST_TIMES, times)}`,
      `why:${own.counted ? own.match.rule : own.reason}`,
    ]
  }
}

/** The brands that an answer marks somewhere: in bold, in a heading, at the head of a line, in a table's first column. */
function markedBrands(clean: string, found: readonly Found[]): ReadonlySet<Brand> {
  const inLine = createLines(clean)
  return new Set(found.filter(({ start }) => isMark(clean, start, inLine(start))).map(({ pattern }) => pattern.brand))
}

function isMark(clean: string, start: number, { from, bold, cells }: InLine): boolean {
  if (bold || cells === 1 || /^ {0,3}#/.test(clean.slice(from, from + 4))) return true
  return start - from <= LONGEST_MARKS && /^[\s>]*(?:[-*+•]|\d+[.)])?[\s*_"“[]*$/.test(clean.slice(from, start))
}

function lastOf(text: string): string {
  return [...text.slice(-2)].at(-1) ?? ''
}

/** What the rules decided of the name that stands next to one; none where it isn't near. */
function neighbour(clean: string, own: Decided, other: Decided | undefined): string {
  if (other === undefined) return 'none'
  const [left, right] = own.match.start < other.match.start ? [own.match, other.match] : [other.match, own.match]
  const isNear = right.start - left.end <= NEAR && !clean.slice(left.end, right.start).includes('\n')
  if (!isNear) return 'none'
  return other.counted ? 'counted' : 'refused'
}
