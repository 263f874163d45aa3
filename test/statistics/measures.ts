/** What the simulation says of the intervals, the change test, the moves of a month and ranks; shares in 0..1. */
import type { Interval } from '../../pipeline/contract/terms.ts'
import type { ScoredCell } from '../../pipeline/statistics/cells.ts'
import { nullDistribution, pairedChange } from '../../pipeline/statistics/change.ts'
import { discoveryThreshold } from '../../pipeline/statistics/false-discovery.ts'
import { rateIntervals } from '../../pipeline/statistics/intervals.ts'
import { rankRanges } from '../../pipeline/statistics/ranks.ts'
import {
  ask,
  createRandom,
  type Design,
  draw,
  driftedDay,
  moved,
  type Random,
  shiftFor,
  surveysOf,
} from './simulation.ts'

/** How often each interval holds the true rate, and how wide it is on average. */
export interface Coverage {
  readonly other: number
  readonly otherWidth: number
  readonly same: number
  readonly sameWidth: number
  /** The share of surveys whose `interval` says that the data cannot say; `other` is over the rest. */
  readonly unsaid: number
}

const holds = ({ low, high }: Interval, value: number): boolean => low <= value && value <= high

export const coverage = (design: Design, surveys: number, seed: number): Coverage => {
  let [other, otherWidth, same, sameWidth, unsaid] = [0, 0, 0, 0, 0]
  for (const asked of surveysOf(design, surveys, createRandom(seed))) {
    const { interval, intervalSameQuestions } = rateIntervals(asked.cells)
    if (interval.low === 0 && interval.high === 1) unsaid += 1
    else {
      other += holds(interval, asked.other) ? 1 : 0
      otherWidth += interval.high - interval.low
    }
    same += holds(intervalSameQuestions, asked.same) ? 1 : 0
    sameWidth += intervalSameQuestions.high - intervalSameQuestions.low
  }
  // The figures are NaN where none of them says anything.
  const said = surveys - unsaid
  return {
    other: other / said,
    otherWidth: otherWidth / said,
    same: same / surveys,
    sameWidth: sameWidth / surveys,
    unsaid: unsaid / surveys,
  }
}

/** How often a change is called real at 5 %, for one brand that did not move, that drifted, or that moved. */
export interface Found {
  /** Held against `bestTest` on the same draws, whose true level is known: half as much scatter as by itself, or less. */
  readonly unmoved: number
  /** Every engine moved by a drift of its own (0.2 on the logit scale). */
  readonly engineDrift: number
  /** All engines moved together (0.1 on the logit scale). */
  readonly dayDrift: number
  readonly tenPoints: number
  /** Of the moves by 10 points, the share that the best unbiased test finds over the same cells. */
  readonly possible: number
  /** How often the interval of the points holds the true difference: without a move, and with one by 10 points. */
  readonly unmovedCovered: number
  readonly tenPointsCovered: number
}

const LEVEL = 0.05

/**
 * The probability (0..1) that the best unbiased test rejects at `LEVEL`, the measure of ours: where a move shifts the
 * logits of all question x engine alike, as here, no unbiased test of that level finds it more often, whatever those
 * logits are. Given the mentions of each question x engine it rejects beyond a count on either side, and at that count
 * by dice, which nobody would publish, so often that the level is exact (E. L. Lehmann and J. P. Romano, Testing
 * Statistical Hypotheses, 3rd ed. 2005, theorem 4.4.1; with equal tails, which is exact where both months have as many
 * answers).
 */
const bestTest = (before: readonly ScoredCell[], after: readonly ScoredCell[]): number => {
  const { distribution, observed: seen } = nullDistribution(before, after)
  const here = distribution[seen] ?? 1
  const tail = (beyond: readonly number[]): number =>
    Math.min(1, Math.max(0, (LEVEL / 2 - beyond.reduce((sum, each) => sum + each, 0)) / here))
  return Math.min(1, tail(distribution.slice(0, seen)) + tail(distribution.slice(seen + 1)))
}

export const changesFound = (design: Design, pairs: number, seed: number): Found => {
  const random = createRandom(seed)
  const found = { unmoved: LEVEL * pairs, engineDrift: 0, dayDrift: 0, tenPoints: 0, possible: 0 }
  const covered = { unmoved: 0, tenPoints: 0 }
  for (let n = 0; n < pairs; n += 1) {
    const drawn = draw(design, random)
    const before = ask(drawn, random).cells
    const laterOf = {
      unmoved: drawn,
      engineDrift: driftedDay(drawn, 0, 0.2, random),
      dayDrift: driftedDay(drawn, 0.1, 0, random),
      tenPoints: moved(drawn, shiftFor(drawn, 0.1), 0, random),
    }
    for (const key of ['unmoved', 'engineDrift', 'dayDrift', 'tenPoints'] as const) {
      const after = ask(laterOf[key], random).cells
      const change = pairedChange(before, after)
      if ((change?.p ?? 1) <= LEVEL) found[key] += 1
      if (key === 'unmoved') found.unmoved -= bestTest(before, after)
      if (key === 'tenPoints') found.possible += bestTest(before, after)
      const truth = { unmoved: 0, tenPoints: 0.1 }
      if ((key === 'unmoved' || key === 'tenPoints') && change !== null && holds(change.interval, truth[key]))
        covered[key] += 1
    }
  }
  return {
    unmoved: found.unmoved / pairs,
    engineDrift: found.engineDrift / pairs,
    dayDrift: found.dayDrift / pairs,
    tenPoints: found.tenPoints / pairs,
    possible: found.possible / pairs,
    unmovedCovered: covered.unmoved / pairs,
    tenPointsCovered: covered.tenPoints / pairs,
  }
}

/** The rates of the brands of a category: a few that lead, many that are rare. */
const MARKET = Array.from({ length: 30 }, (_, brand) => 0.6 / (1 + brand * 0.7))

/** The p-values of the changes in a list of 30 brands of which none moved. */
const quietList = (design: Design, random: Random): number[] =>
  MARKET.flatMap((rate) => {
    const drawn = draw({ ...design, rate }, random)
    return pairedChange(ask(drawn, random).cells, ask(drawn, random).cells)?.p ?? []
  })

/** The p-value of the change of a brand of the design's rate that moves by `points` (0..1). */
const movedBrand = (design: Design, points: number, random: Random): number => {
  const drawn = draw(design, random)
  const later = moved(drawn, shiftFor(drawn, points), 0, random)
  return pairedChange(ask(drawn, random).cells, ask(later, random).cells)?.p ?? 1
}

/** How many moves a month announces on average, false and true ones. */
export interface Announced {
  readonly falseMoves: number
  readonly trueMoves: number
}

/** The moves announced in months of several lists of 30 brands, and of `movers` further brands that move by 15 points, each in its own list. */
export const announced = (
  design: Design,
  { lists, movers, months }: { readonly lists: number; readonly movers: number; readonly months: number },
  seed: number,
): { readonly byMonth: Announced; readonly byList: Announced } => {
  const random = createRandom(seed)
  const seen = { byMonth: [0, 0], byList: [0, 0] }
  for (let n = 0; n < months; n += 1) {
    const tested = Array.from({ length: lists }, (_, at) => ({
      quiet: quietList(design, random),
      moved: at < movers ? [movedBrand(design, 0.15, random)] : [],
    }))
    const together = discoveryThreshold(
      tested.flatMap((list) => [...list.quiet, ...list.moved]),
      LEVEL,
    )
    const thresholds = {
      byMonth: () => together,
      byList: (list: (typeof tested)[number]) => discoveryThreshold([...list.quiet, ...list.moved], LEVEL),
    }
    for (const way of ['byMonth', 'byList'] as const) {
      const under = tested.map((list) => {
        const threshold = thresholds[way](list)
        return [list.quiet, list.moved].map((all) => all.filter((p) => p <= threshold).length)
      })
      const [falseMoves = 0, trueMoves = 0] = [0, 1].map((kind) =>
        under.reduce((sum, counts) => sum + (counts[kind] ?? 0), 0),
      )
      seen[way] = [falseMoves, trueMoves].map((value, at) => (seen[way][at] ?? 0) + value / months)
    }
  }
  const named = ([falseMoves = 0, trueMoves = 0]: readonly number[]) => ({ falseMoves, trueMoves })
  return { byMonth: named(seen.byMonth), byList: named(seen.byList) }
}

/** How often a brand that moves by `points` (0..1) is announced in a list of 30 whose others don't move. */
export const announcedAlone = (design: Design, points: number, months: number, seed: number): number => {
  const random = createRandom(seed)
  // There are fewer lists than months, because most of the time goes into them, and they matter little.
  const quiet = Array.from({ length: Math.ceil(months / 10) }, () => quietList(design, random).slice(1))
  let found = 0
  for (let n = 0; n < months; n += 1) {
    const p = movedBrand(design, points, random)
    if (p <= discoveryThreshold([...(quiet[n % quiet.length] ?? []), p], LEVEL)) found += 1
  }
  return found / months
}

/** How often a brand's rank range misses its true ranks in any of a list's brands; of pairs that are equal and that aren't, the share told apart. */
export const ranksTold = (design: Design, rates: readonly number[], lists: number, seed: number) => {
  const random = createRandom(seed)
  const pairs = rates.flatMap((_, one) => rates.slice(0, one).map((__, other) => [one, other] as const))
  const told = { equal: 0, unequal: 0 }
  const of = { equal: 0, unequal: 0 }
  let [missed, width] = [0, 0]
  for (let n = 0; n < lists; n += 1) {
    const ranges = rankRanges(rates.map((rate) => ask(draw({ ...design, rate, missing: 0 }, random), random).cells))
    const holdsTruth = ranges.every(({ from, to }, brand) => {
      const rate = rates[brand] ?? 0
      return (
        from <= 1 + rates.filter((other) => other > rate).length && to >= rates.filter((other) => other >= rate).length
      )
    })
    if (!holdsTruth) missed += 1
    width += ranges.reduce((sum, { from, to }) => sum + to - from + 1, 0) / ranges.length
    for (const [one, other] of pairs) {
      const [a, b] = [ranges[one], ranges[other]]
      if (a === undefined || b === undefined) continue
      const kind = rates[one] === rates[other] ? 'equal' : 'unequal'
      of[kind] += 1
      if (a.to < b.from || b.to < a.from) told[kind] += 1
    }
  }
  return {
    covered: 1 - missed / lists,
    width: width / lists,
    equalTold: told.equal / Math.max(1, of.equal),
    unequalTold: told.unequal / Math.max(1, of.unequal),
  }
}
