import type { InLine } from '../cues/in-line.ts'

/** How far a line is read on either side of a name, in UTF-16 units. */
const NEAR = 120

const LETTER = /[\p{L}\p{N}’'&.-]/u
/** A line that a mark leads, or words in bold. */
const ITEM = /^\s*(?:[-*+•]|\d+[.)])/
const ITEMS_HEAD = /^\s*(?:[-*+•]|\d+[.)])\s+(?:\*\*|__|\[)*$/
/** Emphasis and marks that open or close what stands around a name. */
const OPENED = /[*_"“„«([「『]+$/
const CLOSED = /^[*_"”“»\])」』]+/

const LEFT = [
  [/^\s*$/, 'line'],
  [/[.!?:。！？：]\s*$/, 'end'],
  [/[,;、，]\s*$/, 'comma'],
  [/[-–—•+|/]\s*$/, 'dash'],
] as const
const RIGHT = [
  [/^\s*$/, 'line'],
  [/^[.!?。！？]/, 'end'],
  [/^\s?[:：]/, 'colon'],
  [/^[,;、，]/, 'comma'],
  [/^[’']s(?!\p{L})/u, 'possessive'],
  [/^\s?[–—|-]\s|^\s*\|/, 'dash'],
  [/^-\p{L}/u, 'hyphen'],
  [/^\s?[(（[]/, 'bracket'],
] as const
const INITIALS = [
  [/^\p{Lu}/u, 'capital'],
  [/^\p{N}/u, 'digit'],
  [/^[\u3041-\u30ff\u3400-\u9fff\uac00-\ud7af]/u, 'cjk'],
  [/^/, 'small'],
] as const

/** Where a name stands: what of its line is on either side, in what place of the layout, and between what. */
export interface Place {
  readonly before: string
  readonly after: string
  readonly layout: string
  readonly left: string
  readonly right: string
}

/** Reads where a name stands, in its line alone. */
export function placeAt(clean: string, start: number, end: number, line: InLine): Place {
  const before = clean.slice(Math.max(line.from, start - NEAR), start)
  const [after = ''] = clean.slice(end, end + NEAR).split('\n', 1)
  return {
    before,
    after,
    layout: layoutOf(clean, start, before, line),
    left: leftOf(before.replace(OPENED, '')),
    right: rightOf(after.replace(CLOSED, '')),
  }
}

/** In what of its line and of the layout. */
function layoutOf(clean: string, start: number, before: string, { from, bold, cells }: InLine): string {
  const begins = clean.slice(from, from + 8)
  const isItem = ITEM.test(begins)
  if (/^\s*#/.test(begins)) return 'heading'
  if (/^\s*\|/.test(begins)) return cells === 1 ? 'first cell' : 'cell'
  if (start - from <= NEAR && ITEMS_HEAD.test(before)) return 'item'
  if (bold) return isItem ? 'bold item' : 'bold'
  if (isItem) return 'within item'
  return start - from <= NEAR && before.replace(OPENED, '').trim() === '' ? 'line' : 'prose'
}

function leftOf(before: string): string {
  const known = classOf(before, LEFT)
  if (known !== undefined) return known
  const trimmed = before.trimEnd()
  let at = trimmed.length
  while (at > 0 && LETTER.test(trimmed.charAt(at - 1))) at -= 1
  return at === trimmed.length ? 'other' : initialOf(trimmed.slice(at), trimmed === before)
}

function rightOf(after: string): string {
  const known = classOf(after, RIGHT)
  if (known !== undefined) return known
  const trimmed = after.trimStart()
  return LETTER.test(trimmed.charAt(0)) ? initialOf(trimmed, trimmed === after) : 'other'
}

/** What a word begins with, and whether it is joined to the name. */
function initialOf(word: string, isJoined: boolean): string {
  const initial = classOf(word, INITIALS) ?? 'small'
  return isJoined ? `joined ${initial}` : initial
}

/** The class of the first pattern that a text matches; undefined where none does. */
export function classOf(text: string, classes: readonly (readonly [RegExp, string])[]): string | undefined {
  return classes.find(([pattern]) => pattern.test(text))?.[1]
}
