import stringWidth from 'fast-string-width'
import { visible } from '../../pipeline/contract/texts.ts'

/** A standalone picture in CSS pixels, from which an SVG file and a PNG are made with the same texts. */
export interface Drawing {
  readonly width: number
  readonly height: number
  /** What it shows, for those who can't see it. */
  readonly title: string
  readonly shapes: readonly Shape[]
  readonly texts: readonly Label[]
}

export interface Shape {
  /** SVG path data. */
  readonly d: string
  readonly fill?: string
  readonly stroke?: string
  readonly strokeWidth?: number
}

/** One line of text, drawn separately so that a name's direction doesn't reorder its neighbours. */
export interface Label {
  readonly text: string
  readonly x: number
  /** The baseline. */
  readonly y: number
  readonly size: number
  readonly fill: string
  readonly anchor?: 'middle' | 'end'
  readonly bold?: boolean
  /** The width to which it is squeezed if it is wider, as in another font. */
  readonly within?: number
}

/** The width of a character as a part of the font's size, which isn't known here: somewhat more than in common fonts. */
const CHARACTER = 0.54
/** How much wider bold characters are. */
const BOLD = 1.15

/** What the width of a text depends on. */
export type Style = Pick<Label, 'size' | 'bold'>

/** About how wide a text is; a character of East Asian scripts is as wide as two others. */
export function textWidth(text: string, { size, bold = false }: Style): number {
  return stringWidth(visible(text)) * size * CHARACTER * (bold ? BOLD : 1)
}

const characters = new Intl.Segmenter('en', { granularity: 'grapheme' })

/** The text if it fits into the width, or else its beginning with an ellipsis. */
export function shortened(text: string, style: Style, width: number): string {
  if (textWidth(text, style) <= width) return text
  let start = ''
  for (const { segment } of characters.segment(text)) {
    if (textWidth(`${start}${segment}…`, style) > width) break
    start += segment
  }
  return `${start.trimEnd()}…`
}

/** The text in at most `most` lines that fit the width, broken at spaces; what doesn't fit is cut off with an ellipsis. */
export function wrapped(text: string, style: Style, width: number, most: number): string[] {
  const lines: string[] = []
  for (const word of text.split(/\s+/).filter(Boolean)) {
    const last = lines.at(-1)
    const longer = last === undefined ? word : `${last} ${word}`
    if (last !== undefined && (lines.length === most || textWidth(longer, style) <= width))
      lines[lines.length - 1] = longer
    else lines.push(word)
  }
  return lines.map((line) => shortened(line, style, width))
}

/** Path data of a rectangle. */
export function rectangle(x: number, y: number, width: number, height: number): string {
  return `M${round(x)} ${round(y)}h${round(width)}v${round(height)}h${round(-width)}z`
}

/** Path data of a disc. */
export function disc(x: number, y: number, radius: number): string {
  return `M${round(x - radius)} ${round(y)}a${radius} ${radius} 0 1 1 ${2 * radius} 0a${radius} ${radius} 0 1 1 ${-2 * radius} 0z`
}

/** Path data of a straight line. */
export function line(x1: number, y1: number, x2: number, y2: number): string {
  return `M${round(x1)} ${round(y1)}L${round(x2)} ${round(y2)}`
}

function round(value: number): number {
  return Number(value.toFixed(1))
}
