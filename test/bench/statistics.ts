/**
 * The figures of the method page, by simulation: `node test/bench/statistics.ts [surveys of each design] [section...]` prints
 * them and writes these sections of site/src/figures/statistics.json, all of them without a name. All with 300 surveys take
 * some ten minutes; the page has `coverage` with 4000, which takes an hour.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { designFigures } from '../../pipeline/statistics/design.ts'
import type { Coverage } from '../statistics/measures.ts'
import { announced, announcedAlone, changesFound, coverage, ranksTold } from '../statistics/measures.ts'
import { CLUSTERINGS, type Design, USUAL } from '../statistics/simulation.ts'

const [given = '300', ...chosen] = process.argv.slice(2)
const surveys = Number(given)
const SEED = 20261120
const GATHERED = { missing: 0.05, missingGathers: true }

/** One section: each case with its figures, printed as it comes. */
const section = <Case extends object, Figures extends object>(
  cases: readonly Case[],
  measure: (each: Case, at: number) => Figures,
): (Case & Figures)[] =>
  cases.map((each, at) => {
    const row = { ...each, ...measure(each, at) }
    console.log(JSON.stringify(row, rounded))
    return row
  })

const rounded = (_: string, value: unknown) => (typeof value === 'number' ? Math.round(value * 1000) / 1000 : value)

const clusterings = Object.keys(CLUSTERINGS).filter((name): name is keyof typeof CLUSTERINGS => name in CLUSTERINGS)

const grid = clusterings.flatMap((clustering) =>
  [5, 10, 20, 40].flatMap((questions) =>
    [0.03, 0.1, 0.3, 0.5, 0.8].map((rate) => ({
      name: `${questions}, ${clustering}`,
      design: { ...USUAL, ...CLUSTERINGS[clustering], ...GATHERED, questions, rate },
    })),
  ),
)

const drifting = [5, 10, 20, 40].flatMap((questions) =>
  [
    { engineDrift: 0.3, dayDrift: 0 },
    { engineDrift: 0.2, dayDrift: 0.1 },
    { engineDrift: 0.3, dayDrift: 0.15 },
  ].flatMap((drift) =>
    [0.1, 0.3].map((rate) => ({
      name: 'engines or days that drift',
      design: { ...USUAL, ...GATHERED, ...drift, questions, rate },
    })),
  ),
)

const fitting = [5, 10, 20, 40].flatMap((questions) =>
  [0.05, 0.15].map((rate) => ({
    name: 'a brand that fits few questions',
    design: { ...USUAL, ...CLUSTERINGS.some, ...GATHERED, fits: 0.2, questions, rate },
  })),
)

const odd = Object.values<Partial<Design>>({
  '1 question': { questions: 1 },
  '2 questions': { questions: 2 },
  '3 questions': { questions: 3 },
  'QUICK: 4 questions, 3 engines, 2 runs': { questions: 4, engines: 3, runs: 2 },
  'one engine of QUICK': { questions: 4, engines: 1, runs: 2 },
  'one engine of FULL': { questions: 10, engines: 1 },
  'one engine of DEEP': { questions: 20, engines: 1, runs: 5 },
  DEEP: { questions: 20, runs: 5 },
  '1 run': { runs: 1 },
  '2 runs': { runs: 2 },
  'a third missing': { missing: 0.33, missingGathers: true },
  'engines far apart': { engineSpread: 2 },
  'no clustering': { questionSpread: 0, cellSpread: 0, engineSpread: 0 },
  '100 questions': { questions: 100 },
}).flatMap((change) => [0.05, 0.4].map((rate) => ({ name: 'other designs', design: { ...USUAL, ...change, rate } })))

/** How many designs of a name there are, the least and the most coverage of each interval among them, and how many are outside of 93 to 97 %. */
const spanOf = (name: string, designs: readonly Coverage[]) => {
  const of = (shares: readonly number[]) => {
    // A design that says nothing counts nowhere.
    const said = shares.filter((share) => !Number.isNaN(share))
    return {
      designs: said.length,
      from: Math.min(...said),
      to: Math.max(...said),
      below: said.filter((share) => share < 0.93).length,
      above: said.filter((share) => share > 0.97).length,
    }
  }
  return { name, other: of(designs.map(({ other }) => other)), same: of(designs.map(({ same }) => same)) }
}

const changeCases = clusterings
  .filter((name) => name !== 'extreme')
  .flatMap((clustering) => [0.05, 0.1, 0.2, 0.3, 0.4].map((rate) => ({ clustering, rate })))

const LISTS: Readonly<Record<string, readonly number[]>> = {
  '2 equal': [0.4, 0.4],
  '10 equal': Array.from({ length: 10 }, () => 0.2),
  '30, two equal each time': Array.from({ length: 30 }, (_, brand) => 0.6 / (1 + 1.4 * Math.floor(brand / 2))),
}

const SECTIONS = {
  coverage: () => {
    const rows = [grid, drifting, fitting, odd].flatMap((group) =>
      section(group, ({ design }, at) => coverage(design, surveys, SEED + at)),
    )
    return [...Map.groupBy(rows, ({ name }) => name)].map(([name, designs]) => spanOf(name, designs))
  },
  change: () =>
    section(changeCases, ({ clustering, rate }, at) =>
      changesFound({ ...USUAL, ...CLUSTERINGS[clustering], rate }, surveys, SEED + at),
    ),
  announced: () =>
    section([{ movers: 0 }, { movers: 27 }, { movers: 216 }], ({ movers }) =>
      announced(USUAL, { lists: 432, movers, months: Math.ceil(surveys / 100) }, SEED),
    ),
  ranks: () =>
    section(
      Object.keys(LISTS).flatMap((list) => [5, 10, 20].map((questions) => ({ list, questions }))),
      ({ list, questions }) => {
        const rates = LISTS[list] ?? []
        // As many brands of each.
        const lists = Math.ceil((30 * surveys) / rates.length)
        return { lists, ...ranksTold({ ...USUAL, questions }, rates, lists, SEED) }
      },
    ),
  plan: () =>
    section(
      [5, 10, 20, 40].flatMap((questions) => [3, 5].map((runs) => ({ questions, runs }))),
      ({ questions, runs }) => {
        const design = { ...USUAL, missing: 0, questions, runs }
        const planned = designFigures({ questions, engines: design.engines, runs })
        const seen = coverage(design, surveys, SEED)
        return {
          ...planned,
          simulated: seen.otherWidth / 2,
          simulatedSameQuestions: seen.sameWidth / 2,
          announced: announcedAlone(design, planned.detectableChange ?? 1, surveys, SEED),
        }
      },
    ),
}

const file = new URL('../../site/src/figures/statistics.json', import.meta.url)
const figures = JSON.parse(readFileSync(file, 'utf8'))
for (const [name, measure] of Object.entries(SECTIONS)) {
  if (chosen.length > 0 && !chosen.includes(name)) continue
  console.log(`\n${name}`)
  figures[name] = { surveys, rows: measure() }
  writeFileSync(file, `${JSON.stringify(figures, rounded, 2)}\n`)
}
