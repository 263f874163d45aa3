/**
 * Coverage of the intervals, size and power of the change test, false discoveries, and ties, by simulation.
 * `node test/bench/statistics.ts [surveys of each kind] [section ...]`; the sections are coverage, odd, change,
 * discovery, ties, speed.
 */
import type { Interval } from '../../pipeline/contract/terms.ts'
import { pairedChange } from '../../pipeline/statistics/change.ts'
import { benjaminiHochberg } from '../../pipeline/statistics/false-discovery.ts'
import { rateIntervals } from '../../pipeline/statistics/intervals.ts'
import { tieNumbers } from '../../pipeline/statistics/ties.ts'
import {
  ask,
  createRandom,
  type Design,
  type Drawn,
  drawEngines,
  drawQuestions,
  moved,
  shiftFor,
} from '../statistics/simulation.ts'

const surveys = Number(process.argv[2] ?? 2000)
const sections = process.argv.slice(3)

const usual: Design = {
  questions: 10,
  engines: 6,
  runs: 3,
  rate: 0.3,
  questionSpread: 0.8,
  engineSpread: 0.5,
  cellSpread: 0.5,
  missing: 0.03,
}

const clusterings = {
  little: { questionSpread: 0.3, engineSpread: 0.5, cellSpread: 0.3 },
  usual: { questionSpread: 0.8, engineSpread: 0.5, cellSpread: 0.5 },
  strong: { questionSpread: 1.5, engineSpread: 0.7, cellSpread: 1 },
  extreme: { questionSpread: 2.5, engineSpread: 0.7, cellSpread: 1.5 },
}

const holds = ({ low, high }: Interval, value: number): number => (low <= value && value <= high ? 1 : 0)
const percent = (share: number): string => (100 * share).toFixed(1).padStart(6)

interface Coverage {
  readonly other: number
  readonly otherWidth: number
  readonly same: number
  readonly sameWidth: number
}

const coverage = (design: Design, count: number, thin?: (question: number, engine: string) => number): Coverage => {
  const random = createRandom(7)
  let [other, otherWidth, same, sameWidth] = [0, 0, 0, 0]
  let engines: number[] = []
  for (let n = 0; n < count; n += 1) {
    if (n % 20 === 0) engines = drawEngines(design, random)
    const asked = ask(drawQuestions(design, engines, random), random)
    const cells = asked.cells.filter((cell) => cell.run < (thin?.(cell.question, cell.engine) ?? design.runs))
    const { interval, intervalSameQuestions } = rateIntervals(cells)
    other += holds(interval, design.rate)
    otherWidth += interval.high - interval.low
    // Thinned designs weigh the cells unevenly, and only the whole design's mean is known here.
    if (thin === undefined) same += holds(intervalSameQuestions, asked.rate)
    sameWidth += intervalSameQuestions.high - intervalSameQuestions.low
  }
  return { other: other / count, otherWidth: otherWidth / count, same: same / count, sameWidth: sameWidth / count }
}

const tableHead = `${'clustering, questions, runs, rate'.padEnd(36)}  other  width   same  width`
const row = (label: string, { other, otherWidth, same, sameWidth }: Coverage): string =>
  `${label.padEnd(36)} ${percent(other)} ${percent(otherWidth)} ${percent(same)} ${percent(sameWidth)}`

const benchCoverage = (): void => {
  console.log(
    `\nCoverage and mean width in percent, 6 engines, 3 % of cells missing, ${surveys} surveys each\n${tableHead}`,
  )
  const outside = { other: 0, same: 0, all: 0 }
  for (const [name, spreads] of Object.entries(clusterings)) {
    for (const questions of [5, 10, 20, 40]) {
      for (const runs of [3, 5]) {
        for (const rate of [0.02, 0.05, 0.1, 0.3, 0.5, 0.8, 0.95]) {
          const found = coverage({ ...usual, ...spreads, questions, runs, rate }, surveys)
          outside.all += 1
          if (found.other < 0.93 || found.other > 0.97) outside.other += 1
          if (found.same < 0.93 || found.same > 0.97) outside.same += 1
          console.log(row(`${name}, ${questions}, ${runs}, ${rate}`, found))
        }
      }
    }
  }
  console.log(`outside 93 to 97: other questions ${outside.other}, same questions ${outside.same} of ${outside.all}`)
}

const benchOdd = (): void => {
  console.log(`\nOdd designs\n${tableHead}`)
  const odd: Record<string, Partial<Design>> = {
    'one engine, 10 questions': { engines: 1 },
    'three engines, 4 questions, 2 runs': { engines: 3, questions: 4, runs: 2 },
    'one run': { runs: 1 },
    'two runs': { runs: 2 },
    'a third missing': { missing: 0.33 },
    'engines far apart': { engineSpread: 2 },
    'no clustering at all': { questionSpread: 0, cellSpread: 0, engineSpread: 0 },
    'interaction alone': { questionSpread: 0, cellSpread: 1.5 },
    '2 questions': { questions: 2 },
    '100 questions': { questions: 100 },
  }
  for (const [name, change] of Object.entries(odd)) {
    for (const rate of [0.05, 0.4]) {
      console.log(row(`${name}, ${rate}`, coverage({ ...usual, ...change, rate }, surveys)))
    }
  }
}

const mean = (count: number, of: () => boolean): number => {
  let hits = 0
  for (let n = 0; n < count; n += 1) hits += of() ? 1 : 0
  return hits / count
}

const draw = (design: Design, random: ReturnType<typeof createRandom>): Drawn =>
  drawQuestions(design, drawEngines(design, random), random)

const benchChange = (): void => {
  console.log('\nChange test, 10 questions, 6 engines: found at 5 %, in percent')
  console.log(`${'runs, rate, clustering'.padEnd(30)} unmoved  drift 0.3   +5 points  +10 points`)
  for (const runs of [3, 5]) {
    for (const [name, spreads] of Object.entries(clusterings)) {
      for (const rate of [0.05, 0.2, 0.4]) {
        const design = { ...usual, ...spreads, runs, rate }
        const random = createRandom(11)
        const found = (points: number, drift: number): string =>
          percent(
            mean(surveys / 4, () => {
              const drawn = draw(design, random)
              const later = moved(drawn, points === 0 ? 0 : shiftFor(drawn, points), drift, random)
              const p = pairedChange(ask(drawn, random).cells, ask(later, random).cells)?.p ?? 1
              return p <= 0.05
            }),
          )
        const label = `${runs}, ${rate}, ${name}`.padEnd(30)
        console.log(`${label} ${found(0, 0)}     ${found(0, 0.3)}      ${found(0.05, 0)}      ${found(0.1, 0)}`)
      }
    }
  }
}

const benchDiscovery = (): void => {
  console.log('\nFalse discoveries among 30 brands, 5 of them moved by 10 points, level 5 %')
  const random = createRandom(13)
  let [falseShare, power] = [0, 0]
  const months = Math.ceil(surveys / 40)
  for (let n = 0; n < months; n += 1) {
    const pValues = Array.from({ length: 30 }, (_, brand) => {
      const drawn = draw({ ...usual, runs: 5, rate: brand < 5 ? 0.3 : 0.02 + 0.015 * brand }, random)
      const later = brand < 5 ? moved(drawn, shiftFor(drawn, 0.1), 0, random) : drawn
      return pairedChange(ask(drawn, random).cells, ask(later, random).cells)?.p ?? null
    })
    const rejected = benjaminiHochberg(pValues, 0.05)
    const hits = rejected.filter((each, brand) => each && brand < 5).length
    const alarms = rejected.filter((each, brand) => each && brand >= 5).length
    falseShare += alarms / Math.max(1, hits + alarms)
    power += hits / 5
  }
  console.log(`false discovery rate ${percent(falseShare / months)}, moved brands found ${percent(power / months)}`)
}

const benchTies = (): void => {
  console.log('\nTies: months in percent')
  const random = createRandom(17)
  const byMentions = (rates: readonly number[], design: Design) =>
    rates
      .map((rate, brand) => ({ brand, cells: ask(draw({ ...design, rate, missing: 0 }, random), random).cells }))
      .map((each) => ({ ...each, mentions: each.cells.filter((cell) => cell.named).length }))
      .sort((a, b) => b.mentions - a.mentions)
  for (const questions of [5, 10, 20]) {
    for (const count of [2, 10, 30]) {
      const apart = mean(surveys / 20, () => {
        const sorted = byMentions(
          Array.from({ length: count }, () => 0.2),
          { ...usual, questions },
        )
        return (tieNumbers(sorted.map((each) => each.cells)).at(-1) ?? 1) > 1
      })
      const tail = Array.from({ length: count - 2 }, (_, brand) => 0.3 / (brand + 2))
      const told = mean(surveys / 20, () => {
        const sorted = byMentions([0.6, 0.3, ...tail], { ...usual, questions })
        const ties = tieNumbers(sorted.map((each) => each.cells))
        return ties[sorted.findIndex((each) => each.brand === 0)] !== ties[sorted.findIndex((each) => each.brand === 1)]
      })
      const label = `${questions} questions, ${count} brands`.padEnd(26)
      console.log(
        `${label} equal brands (20 %) told apart ${percent(apart)}, 60 % from 30 % told apart ${percent(told)}`,
      )
    }
  }
}

const benchSpeed = (): void => {
  const random = createRandom(19)
  const brands = Array.from({ length: 30 }, () => ask(draw({ ...usual, missing: 0 }, random), random).cells)
  const later = Array.from({ length: 30 }, () => ask(draw({ ...usual, missing: 0 }, random), random).cells)
  const timed = (label: string, work: () => unknown): void => {
    const start = performance.now()
    work()
    console.log(`${label}: ${(performance.now() - start).toFixed(1)} ms`)
  }
  console.log('\nSpeed, 30 brands x 180 cells')
  timed('intervals', () => brands.map(rateIntervals))
  timed('change', () => brands.map((cells, index) => pairedChange(cells, later[index] ?? [])))
  timed('ties', () => tieNumbers(brands))
}

const benches = {
  coverage: benchCoverage,
  odd: benchOdd,
  change: benchChange,
  discovery: benchDiscovery,
  ties: benchTies,
  speed: benchSpeed,
}
for (const [name, bench] of Object.entries(benches)) if (sections.length === 0 || sections.includes(name)) bench()
