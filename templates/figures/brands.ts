import type { Interval } from '../../pipeline/contract/terms.ts'
import { percent, percents } from '../../pipeline/contract/wording.ts'
import { type Axis, across, axisOf } from './axis.ts'

/** A count with its denominator and, if known, its two 95 % intervals, see contract.md 2. */
export interface Rate {
  readonly mentions: number
  /** The counted answers. */
  readonly answers: number
  /** For other buyer questions: the thin line. */
  readonly interval?: Interval | undefined
  /** For asking these questions again: the thick line. */
  readonly intervalSameQuestions?: Interval | undefined
}

export interface FigureRow extends Rate {
  readonly name: string
  readonly rankRange?: { readonly from: number; readonly to: number } | undefined
  /** Where the answers behind the count are. */
  readonly href?: string | undefined
  /** Whether it is the product that the page is about. */
  readonly own?: boolean
}

/** The brands of a category or a report on one axis, in the order in which they are shown. */
export interface BrandFigure {
  readonly rows: readonly FigureRow[]
  /** The id of the heading that names the figure. */
  readonly labelledBy: string
}

/** The rows that are open; the rest is one click away. */
const OPEN = 15

/** The axis of all rows together, so that the part one click away has the same. */
export function axisOfRates(rates: readonly Rate[]): Axis {
  return axisOf(
    rates.flatMap((rate) => [rate.interval?.high ?? 0, rate.intervalSameQuestions?.high ?? 0, shareOf(rate)]),
  )
}

/** The share of answers; 0 if nothing was counted. */
export function shareOf({ mentions, answers }: Rate): number {
  return answers === 0 ? 0 : mentions / answers
}

/** What a row's dot and lines say, as text. */
export function rateWords(rate: Rate): string {
  if (rate.answers === 0) return 'no answer counted'
  const { interval, intervalSameQuestions } = rate
  const intervals = [
    ...(interval === undefined ? [] : [`${percents(interval)} for other questions`]),
    ...(intervalSameQuestions === undefined ? [] : [`${percents(intervalSameQuestions)} for these questions again`]),
  ]
  return [percent(shareOf(rate)), ...intervals].join('; ')
}

/** A rate's dot and lines in positions along the width of their SVG. */
export function marksOf(rate: Rate, axis: Axis) {
  const span = (name: string, interval: Interval | undefined) =>
    interval === undefined ? [] : [{ name, from: across(axis.at(interval.low)), to: across(axis.at(interval.high)) }]
  return {
    words: rateWords(rate),
    dot: rate.answers === 0 ? undefined : across(axis.at(shareOf(rate))),
    lines: [...span('thin', rate.interval), ...span('thick', rate.intervalSameQuestions)],
  }
}

/** What the template of the figure shows. */
export function brandFigureView({ rows, labelledBy }: BrandFigure) {
  const axis = axisOfRates(rows)
  const views = rows.map((row) => ({ ...row, ...marksOf(row, axis) }))
  // A single row is not worth a click, and the product is always among those that are open.
  const shown = rows.length === OPEN + 1 ? rows.length : OPEN
  const own = views.findIndex((row) => row.own)
  const first = own < shown ? views.slice(0, shown) : [...views.slice(0, shown - 1), ...views.slice(own, own + 1)]
  return {
    labelledBy,
    ranked: rows.some(({ rankRange }) => rankRange !== undefined),
    ticks: axis.ticks.map(({ share, label }, index) => ({
      at: across(axis.at(share)),
      label,
      place: index === 0 ? 'first' : index === axis.ticks.length - 1 ? 'last' : 'inner',
    })),
    open: first,
    more: views.filter((view) => !first.includes(view)),
  }
}
