/** What the simulation says of the intervals, the change test, false discoveries and ties; shares in 0..1. */
import type { Interval } from '../../pipeline/contract/terms.ts'
import type { ScoredCell } from '../../pipeline/statistics/cells.ts'
import { dealtMonths, pairedChange } from '../../pipeline/statistics/change.ts'
import { benjaminiHochberg } from '../../pipeline/statistics/false-discovery.ts'
import { rateIntervals } from '../../pipeline/statistics/intervals.ts'
import { tieNumbers } from '../../pipeline/statistics/ties.ts'
import { ask, createRandom, type Design, draw, driftedDay, moved, shiftFor, surveysOf } from './simulation.ts'

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
  // Not a number where none of them says anything.
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
  readonly fivePoints: number
  readonly tenPoints: number
  /** Of the moves by 10 points, the share that the best unbiased test finds over the same cells. */
  readonly possible: number
}

const LEVEL = 0.05

/**
 * The probability (0..1) that the best unbiased test rejects at `LEVEL`. Where a move shifts the logits of all question x
 * engine alike, as here, no unbiased test of that level finds it more often, whatever those logits are: given the mentions
 * of each question x engine it rejects beyond a count on either side, and at that count so often that the level is exact
 * (E. L. Lehmann and J. P. Romano, Testing Statistical Hypotheses, 3rd ed. 2005, theorem 4.4.1; equal tails as the
 * distribution is symmetric). It throws dice at the count, so that nobody would publish it; it is the measure of ours.
 */
const bestTest = (before: readonly ScoredCell[], after: readonly ScoredCell[]): number => {
  const { distribution, seen } = dealtMonths(before, after) ?? { distribution: [1], seen: 0 }
  const fromEnd = Math.min(seen, distribution.length - 1 - seen)
  const further = distribution.slice(0, fromEnd).reduce((sum, each) => sum + each, 0)
  const here = distribution[fromEnd] ?? 1
  const sides = 2 * fromEnd === distribution.length - 1 ? 2 : 1
  return Math.min(1, Math.max(0, ((LEVEL / 2 - further) / here) * sides))
}

export const changesFound = (design: Design, pairs: number, seed: number): Found => {
  const random = createRandom(seed)
  const found = { unmoved: LEVEL * pairs, engineDrift: 0, dayDrift: 0, fivePoints: 0, tenPoints: 0, possible: 0 }
  for (let n = 0; n < pairs; n += 1) {
    const drawn = draw(design, random)
    const before = ask(drawn, random).cells
    const laterOf = {
      unmoved: drawn,
      engineDrift: driftedDay(drawn, 0, 0.2, random),
      dayDrift: driftedDay(drawn, 0.1, 0, random),
      fivePoints: moved(drawn, shiftFor(drawn, 0.05), 0, random),
      tenPoints: moved(drawn, shiftFor(drawn, 0.1), 0, random),
    }
    for (const key of ['unmoved', 'engineDrift', 'dayDrift', 'fivePoints', 'tenPoints'] as const) {
      const after = ask(laterOf[key], random).cells
      const p = pairedChange(before, after)?.p ?? 1
      if (p <= LEVEL) found[key] += 1
      if (key === 'unmoved') found.unmoved -= bestTest(before, after)
      if (key === 'tenPoints') found.possible += bestTest(before, after)
    }
  }
  return {
    unmoved: found.unmoved / pairs,
    engineDrift: found.engineDrift / pairs,
    dayDrift: found.dayDrift / pairs,
    fivePoints: found.fivePoints / pairs,
    tenPoints: found.tenPoints / pairs,
    possible: found.possible / pairs,
  }
}

/** The rates of the brands of a category: a few that lead, many that are rare. */
const MARKET = Array.from({ length: 30 }, (_, brand) => 0.6 / (1 + brand * 0.7))

/** Of the moves that a month calls real, the share that is false, on average; and of the true moves the share found. */
export const discoveries = (design: Design, movers: number, months: number, seed: number) => {
  const random = createRandom(seed)
  let [falseShare, found] = [0, 0]
  for (let n = 0; n < months; n += 1) {
    const pValues = MARKET.map((rate, brand) => {
      const drawn = draw({ ...design, rate }, random)
      const later = brand < movers ? moved(drawn, shiftFor(drawn, 0.1), 0, random) : drawn
      return pairedChange(ask(drawn, random).cells, ask(later, random).cells)?.p ?? null
    })
    const real = benjaminiHochberg(pValues, 0.05)
    const hits = real.filter((each, brand) => each && brand < movers).length
    const alarms = real.filter((each, brand) => each && brand >= movers).length
    falseShare += alarms / Math.max(1, hits + alarms)
    found += hits / Math.max(1, movers)
  }
  return { falseDiscoveries: falseShare / months, found: found / months }
}

const mentionsOf = (cells: readonly ScoredCell[]): number => cells.filter((cell) => cell.named).length

/** The tie numbers of brands of these rates, in the order of the rates. */
const tiesOf = (rates: readonly number[], design: Design, random: ReturnType<typeof createRandom>): number[] => {
  const rows = rates.map((rate, brand) => ({
    brand,
    cells: ask(draw({ ...design, rate, missing: 0 }, random), random).cells,
  }))
  const sorted = rows.toSorted((a, b) => mentionsOf(b.cells) - mentionsOf(a.cells))
  const ties = tieNumbers(sorted.map((row) => row.cells))
  return rates.map((_, brand) => ties[sorted.findIndex((row) => row.brand === brand)] ?? 1)
}

/** How often any of `count` equal brands is told from another, and how often 60 % is placed above 30 % among so many. */
export const tiesTold = (design: Design, count: number, months: number, seed: number) => {
  const random = createRandom(seed)
  const equal = Array.from({ length: count }, () => design.rate)
  const unequal = [0.6, 0.3, ...Array.from({ length: count - 2 }, (_, brand) => 0.3 / (brand + 2))]
  let [apart, told] = [0, 0]
  for (let n = 0; n < months; n += 1) {
    if (Math.max(...tiesOf(equal, design, random)) > 1) apart += 1
    const [first = 1, second = 1] = tiesOf(unequal, design, random)
    if (first < second) told += 1
  }
  return { equalApart: apart / months, unequalApart: told / months }
}
