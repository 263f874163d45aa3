import type { Interval } from '../../pipeline/contract/terms.ts'
import { ranks } from '../../pipeline/contract/wording.ts'
import type { Axis } from './axis.ts'
import { axisOfRates, type FigureRow, shareOf } from './brands.ts'
import { type Drawing, disc, type Label, line, rectangle, type Shape, shortened, wrapped } from './drawing.ts'

/** The brand figure as a standalone picture, with what a reader needs in order to cite it. */
export interface BrandPicture {
  readonly rows: readonly FigureRow[]
  /** What the figure says in a sentence, or what it is about. */
  readonly heading: string
  /** The month, the engines and the method, each wrapped to at most two lines. */
  readonly lines: readonly string[]
  readonly simulated: boolean
  /** The address of the page. */
  readonly source: string
  /** With a height, the figure has as many rows as fit into it, otherwise at most fifteen. */
  readonly height?: number
}

const PICTURE_WIDTH = 720
const MAX_ROWS = 15
const ROW = 28
const MARGIN = 24
const RIGHT = PICTURE_WIDTH - MARGIN
const NAMES = { ranked: 76, unranked: MARGIN, width: 196 }
const TRACK = { from: 292, to: 616 }
const INK = '#1b1f24'
const QUIET = '#565d66'
const RULE = '#dcd8d0'
const LINE = '#14507a'
const WARNING = '#8a2b06'
const SIZES = { heading: 18, text: 13, row: 14, small: 11.5 }

/** Draws the figure in light colours on white, 720 px wide. */
export function drawBrands(picture: BrandPicture): Drawing {
  const { rows, heading, simulated, source, height } = picture
  const texts: Label[] = []
  let y = 12
  const write = (words: string, style: Pick<Label, 'size' | 'fill' | 'bold'>, lines: number) => {
    for (const text of wrapped(words, style, RIGHT - MARGIN, lines)) {
      y += Math.round(style.size * 1.4)
      texts.push({ text, x: MARGIN, y: y - 4, within: RIGHT - MARGIN, ...style })
    }
  }
  write(heading, { size: SIZES.heading, fill: INK, bold: true }, 4)
  y += 4
  for (const words of picture.lines) write(words, { size: SIZES.text, fill: QUIET }, 2)
  const warning = 'Simulated data: these answers are made up. No conclusions may be drawn from them.'
  if (simulated) write(warning, { size: SIZES.text, fill: WARNING, bold: true }, 1)
  const top = y + 30
  const foot = 50
  const fitting = height === undefined ? MAX_ROWS : Math.max(1, Math.floor((height - top - foot) / ROW))
  const shown = rows.slice(0, fitting)
  const bottom = top + shown.length * ROW
  const axis = axisOfRates(rows)
  const whole = height ?? bottom + foot
  const ticks = drawTicks(axis, top, bottom)
  const ranked = rows.some(({ rankRange }) => rankRange !== undefined)
  const drawn = shown.map((row, index) => drawRow(row, axis, top + (index + 0.5) * ROW, ranked))
  const rest = rows.length - shown.length
  const key =
    'Dot: share of answers. Lines: its 95\u00a0% intervals, thick for these questions again, thin for other questions.'
  return {
    width: PICTURE_WIDTH,
    height: whole,
    title: `${heading}. ${picture.lines.join('. ')}.${simulated ? ' Simulated data.' : ''}`,
    shapes: [
      { d: rectangle(0, 0, PICTURE_WIDTH, whole), fill: '#ffffff' },
      ...ticks.shapes,
      ...drawn.flatMap(({ shapes }) => shapes),
    ],
    texts: [
      ...texts,
      ...ticks.texts,
      ...drawn.flatMap((row) => row.texts),
      small(key, MARGIN, whole - 30, RIGHT - MARGIN),
      small(source, MARGIN, whole - 12, RIGHT - MARGIN - (rest > 0 ? 120 : 0)),
      ...(rest > 0 ? [{ ...small(`and ${rest} more there`, RIGHT, whole - 12, 112), anchor: 'end' } as const] : []),
    ],
  }
}

function small(text: string, x: number, y: number, within: number): Label {
  return { text: shortened(text, { size: SIZES.small }, within), x, y, size: SIZES.small, fill: QUIET, within }
}

function alongTrack(axis: Axis, share: number): number {
  return TRACK.from + axis.at(share) * (TRACK.to - TRACK.from)
}

function drawTicks(axis: Axis, top: number, bottom: number): Pick<Drawing, 'shapes' | 'texts'> {
  const places = axis.ticks.map(({ share, label }) => ({ label, x: alongTrack(axis, share) }))
  return {
    shapes: [{ d: places.map(({ x }) => line(x, top, x, bottom)).join(''), stroke: RULE }],
    texts: places.map(({ label, x }) => ({
      ...{ text: label, x, y: top - 7, size: SIZES.small, fill: QUIET },
      anchor: 'middle',
    })),
  }
}

function drawRow(row: FigureRow, axis: Axis, y: number, ranked: boolean): { shapes: Shape[]; texts: Label[] } {
  const { name, mentions, answers, own = false } = row
  const stroke = (interval: Interval | undefined, strokeWidth: number): Shape[] =>
    interval === undefined
      ? []
      : [{ d: line(alongTrack(axis, interval.low), y, alongTrack(axis, interval.high), y), stroke: LINE, strokeWidth }]
  const text = { y: y + 5, size: SIZES.row, fill: INK, bold: own }
  return {
    shapes: [
      ...(own ? [{ d: rectangle(MARGIN - 8, y - ROW / 2, RIGHT - MARGIN + 16, ROW), fill: '#fff1cc' }] : []),
      ...(answers === 0
        ? []
        : [
            ...stroke(row.interval, 1.5),
            ...stroke(row.intervalSameQuestions, 5),
            {
              d: disc(alongTrack(axis, shareOf(row)), y, own ? 6.5 : 5.5),
              fill: INK,
              stroke: '#ffffff',
              strokeWidth: 1.5,
            },
          ]),
    ],
    texts: [
      ...(ranked ? [{ ...text, text: ranks(row.rankRange), x: MARGIN, fill: QUIET, within: 44 }] : []),
      {
        ...{ ...text, x: ranked ? NAMES.ranked : NAMES.unranked },
        ...{ text: shortened(name, text, NAMES.width), within: NAMES.width },
      },
      { ...text, text: `${mentions}/${answers}`, x: RIGHT, anchor: 'end' },
    ],
  }
}
