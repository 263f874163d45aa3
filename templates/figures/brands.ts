import type { Interval } from '../../pipeline/contract/terms.ts'
import { percent, percents } from '../../pipeline/contract/wording.ts'
import { type Axis, across, axisOf } from './axis.ts'

/** A count with its denominator and its two 95 % intervals, see contract.md 2. */
export interface Rate {
  readonly mentions: number
  /** The counted answers. */
  readonly answers: number
  /** For other buyer questions: the thin line. */
  readonly interval: Interval
  /** For asking these questions again: the thick line. */
  readonly intervalSameQuestions: Interval
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
  /** How many rows are open; the rest is one click away. */
  readonly open?: number
}

const OPEN = 15

/** The axis of all rows together, so that the part one click away has the same. */
export function axisOfRates(rates: readonly Rate[]): Axis {
  return axisOf(rates.flatMap((rate) => [rate.interval.high, rate.intervalSameQuestions.high, shareOf(rate)]))
}

/** The share of answers; 0 where nothing was counted. */
export function shareOf({ mentions, answers }: Rate): number {
  return answers === 0 ? 0 : mentions / answers
}

/** What a row's dot and lines say, as text. */
export function rateWords(rate: Rate): string {
  if (rate.answers === 0) return 'no answer counted'
  const { interval, intervalSameQuestions } = rate
  return `${percent(shareOf(rate))}; ${percents(interval)} for other questions, ${percents(intervalSameQuestions)} for these questions again`
}

/** A rate's dot and lines in positions along the width of their SVG. */
export function marksOf(rate: Rate, axis: Axis) {
  const span = ({ low, high }: Interval) => ({ from: across(axis.at(low)), to: across(axis.at(high)) })
  return {
    words: rateWords(rate),
    dot: rate.answers === 0 ? undefined : across(axis.at(shareOf(rate))),
    thin: span(rate.interval),
    thick: span(rate.intervalSameQuestions),
  }
}

/** What the template of the figure shows. */
export function brandFigureView({ rows, labelledBy, open = OPEN }: BrandFigure) {
  const axis = axisOfRates(rows)
  // One row alone is not worth a click.
  const shown = rows.length === open + 1 ? rows.length : open
  const views = rows.map((row) => ({ ...row, ...marksOf(row, axis) }))
  return {
    labelledBy,
    ranked: rows.some(({ rankRange }) => rankRange !== undefined),
    ticks: axis.ticks.map(({ share, label }, index) => ({
      at: across(axis.at(share)),
      label,
      place: index === 0 ? 'first' : index === axis.ticks.length - 1 ? 'last' : 'inner',
    })),
    open: views.slice(0, shown),
    more: views.slice(shown),
  }
}
