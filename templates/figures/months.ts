import { area, line } from 'd3-shape'
import type { Interval } from '../../pipeline/contract/terms.ts'
import { type Axis, axisOf } from './axis.ts'
import { axisOfRates, type Rate, rateWords, shareOf } from './brands.ts'

/** A brand's rate in a month. */
export interface MonthRate extends Rate {
  /** The index of the month in the figure. */
  readonly month: number
  /** Whether no line joins it to the rate before, because questions, models or rules changed. */
  readonly apart?: boolean
  readonly interval: Interval
  readonly intervalSameQuestions: Interval
}

/** A brand in each month that counted it, oldest first. */
export interface MonthSeries {
  readonly name: string
  readonly href?: string | undefined
  readonly rates: readonly MonthRate[]
}

/** A small picture for each brand, all on the same axes. */
export interface Months {
  /** What each month is called, oldest first. */
  readonly months: readonly string[]
  readonly series: readonly MonthSeries[]
}

/** The brands that are shown. */
const MAX_BRANDS = 6
/** The units of a picture, which is stretched to the width of its place; lines and dots keep their thickness. */
const WIDTH = 100
const HEIGHT = 60

/** What the template of the months shows. */
export function monthsView({ months, series }: Months) {
  const shown = series.slice(0, MAX_BRANDS)
  const axis = axisOfRates(shown.flatMap(({ rates }) => rates))
  const end = axisOf([axis.end]).ticks.at(-1)?.label ?? ''
  return {
    first: months[0] ?? '',
    last: months.at(-1) ?? '',
    months: months.length,
    end,
    series: shown.map(({ name, href, rates }) => ({
      ...{ name, href },
      latest: rates.find(({ month }) => month === months.length - 1),
      stretches: stretchesOf(rates).map((stretch) => draw(stretch, months.length, axis)),
      words: rates
        .map((rate) => `${months[rate.month]}: ${rate.mentions} of ${rate.answers}, ${rateWords(rate)}`)
        .join('; '),
    })),
  }
}

/** The rates that a line joins: those of months in a row that can be compared. */
function stretchesOf(rates: readonly MonthRate[]): MonthRate[][] {
  const stretches: MonthRate[][] = []
  for (const rate of rates) {
    const last = stretches.at(-1)
    if (last === undefined || rate.apart === true || last.at(-1)?.month !== rate.month - 1) stretches.push([rate])
    else last.push(rate)
  }
  return stretches
}

function draw(stretch: readonly MonthRate[], months: number, axis: Axis) {
  const x = ({ month }: MonthRate) => (months === 1 ? WIDTH / 2 : (month / (months - 1)) * WIDTH)
  const y = (share: number) => HEIGHT * (1 - axis.at(share))
  const ribbon = (interval: (rate: MonthRate) => Interval) =>
    area<MonthRate>(
      x,
      (rate) => y(interval(rate).low),
      (rate) => y(interval(rate).high),
    ).digits(1)(stretch) ?? ''
  return {
    thin: ribbon((rate) => rate.interval),
    thick: ribbon((rate) => rate.intervalSameQuestions),
    line: line<MonthRate>(x, (rate) => y(shareOf(rate))).digits(1)(stretch) ?? '',
    dots: stretch.map((rate) => `M${x(rate).toFixed(1)} ${y(shareOf(rate)).toFixed(1)}h0`).join(''),
    // A ribbon over a single month has no width, so its outline is shown.
    single: stretch.length === 1,
  }
}
