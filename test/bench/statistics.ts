/**
 * The statistics by simulation: `node test/bench/statistics.ts [surveys of each design] [table...]` prints the figures and
 * writes these tables of docs/measurements.md into test/bench/measured, or all of them if none is named. With 300 surveys all take
 * some ten minutes; the page has `coverage` with 4000, which takes an hour.
 */
import { writeFileSync } from 'node:fs'
import { designFigures } from '../../pipeline/statistics/design.ts'
import type { FigureTable } from '../../site/src/method-figures.ts'
import { announced, announcedAlone, changesFound, coverage, ranksTold } from '../statistics/measures.ts'
import { CLUSTERINGS, type Design, USUAL } from '../statistics/simulation.ts'
import { markdownTable } from '../support/docs/tables.ts'

const [given = '300', ...chosen] = process.argv.slice(2)
const surveys = Number(given)
const SEED = 20261120
const GATHERED = { missing: 0.05, missingGathers: true }

/** Each case with its figures, printed as it comes. */
const measured = <Case extends object, Figures extends object>(
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

/** The least and the most coverage among designs, and how many of them are outside of 93 to 97 %. */
const span = (shares: readonly number[]) => {
  const [below, above] = [shares.filter((share) => share < 0.93).length, shares.filter((share) => share > 0.97).length]
  const outside = [...(below > 0 ? [`${below} below 93 %`] : []), ...(above > 0 ? [`${above} above 97 %`] : [])]
  return `${rate(Math.min(...shares))} to ${rate(Math.max(...shares))}${outside.length > 0 ? ` (${outside.join(', ')})` : ''}`
}

const points = (value: number) => (100 * value).toFixed(1)
const rate = (value: number) => `${points(value)} %`

const changeCases = clusterings
  .filter((name) => name !== 'extreme')
  .flatMap((clustering) => [0.05, 0.1, 0.2, 0.3, 0.4].map((rate) => ({ clustering, rate })))

const LISTS: Readonly<Record<string, readonly number[]>> = {
  '2 equal': [0.4, 0.4],
  '10 equal': Array.from({ length: 10 }, () => 0.2),
  '30, two equal each time': Array.from({ length: 30 }, (_, brand) => 0.6 / (1 + 1.4 * Math.floor(brand / 2))),
}

const TABLES: Readonly<Record<string, () => FigureTable>> = {
  coverage: () => {
    const rows = [grid, drifting, fitting, odd].flatMap((group) =>
      measured(group, ({ design }, at) => coverage(design, surveys, SEED + at)),
    )
    return {
      caption: `How often the 95 % intervals cover the truth, at rates of 3 to 80 %: ${surveys} surveys of each design`,
      head: ['questions, answers to each alike', 'designs', 'for other questions', 'for these questions again'],
      rows: [...Map.groupBy(rows, ({ name }) => name)].map(([name, designs]) => {
        // A design that says nothing counts nowhere.
        const other = designs.flatMap((design) => (Number.isNaN(design.other) ? [] : [design.other]))
        return [name, String(designs.length), span(other), span(designs.map(({ same }) => same))]
      }),
    }
  },
  change: () => ({
    caption: `A change of one brand from one month to the next, at 5 %: 10 questions, 6 engines, 3 runs, ${surveys} months`,
    head: [
      'answers to each question alike',
      'rate',
      'no change',
      'engines drifted',
      'a day drifted',
      '10 points',
      '10 points, by the best unbiased test',
      'points within their interval',
    ],
    rows: measured(changeCases, (each, at) =>
      changesFound({ ...USUAL, ...CLUSTERINGS[each.clustering], rate: each.rate }, surveys, SEED + at),
    ).map((row) => [
      row.clustering,
      ...[row.rate, row.unmoved, row.engineDrift, row.dayDrift, row.tenPoints, row.possible].map(rate),
      rate((row.unmovedCovered + row.tenPointsCovered) / 2),
    ]),
  }),
  announced: () => ({
    caption:
      'A month of 432 lists of 30 brands: moves announced by one decision for the month, and by one for each list',
    head: ['brands that moved by 15 points', 'found by month', 'false by month', 'found by list', 'false by list'],
    rows: measured([{ movers: 0 }, { movers: 27 }, { movers: 216 }], ({ movers }) =>
      announced(USUAL, { lists: 432, movers, months: Math.ceil(surveys / 100) }, SEED),
    ).map(({ movers, byMonth, byList }) => [
      String(movers),
      ...[byMonth, byList].flatMap(({ trueMoves, falseMoves }) => [trueMoves.toFixed(1), falseMoves.toFixed(1)]),
    ]),
  }),
  ranks: () => ({
    caption: 'Ranks: how often all of a list hold together',
    head: [
      'brands',
      'questions',
      'lists',
      'all ranks hold',
      'ranks left open on average',
      'equal pairs told apart',
      'unequal pairs told apart',
    ],
    rows: measured(
      Object.keys(LISTS).flatMap((list) => [5, 10, 20].map((questions) => ({ list, questions }))),
      ({ list, questions }) => {
        const rates = LISTS[list] ?? []
        // Each list length has about 30 brands a survey.
        const lists = Math.ceil((30 * surveys) / rates.length)
        return { lists, ...ranksTold({ ...USUAL, questions }, rates, lists, SEED) }
      },
    ).map((row) => [
      ...[row.list, String(row.questions), String(row.lists), rate(row.covered), row.width.toFixed(1)],
      ...[row.equalTold, row.unequalTold].map(rate),
    ]),
  }),
  plan: () => ({
    caption: `The planner and the simulation, in points: 6 engines, a rate of 30 %, ${surveys} surveys of each design`,
    head: [
      'questions, runs',
      'planned half-width',
      'simulated',
      'for these questions, planned',
      'simulated',
      'change planned for',
      'announced in a list of 30',
    ],
    rows: measured(
      [5, 10, 20, 40].flatMap((questions) => [3, 5].map((runs) => ({ questions, runs }))),
      ({ questions, runs }) => {
        const design = { ...USUAL, missing: 0, questions, runs }
        const planned = designFigures({ questions, engines: design.engines, runs })
        const change = planned.detectableChange ?? 1
        const simulated = coverage(design, surveys, SEED)
        return { planned, change, simulated, announced: announcedAlone(design, change, surveys, SEED) }
      },
    ).map(({ questions, runs, planned, change, simulated, announced }) => [
      `${questions}, ${runs}`,
      ...[
        planned.halfWidth ?? 0.5,
        simulated.otherWidth / 2,
        planned.halfWidthSameQuestions,
        simulated.sameWidth / 2,
      ].map(points),
      ...[points(change), rate(announced)],
    ]),
  }),
}

for (const [name, make] of Object.entries(TABLES)) {
  if (chosen.length > 0 && !chosen.includes(name)) continue
  console.log(`\n${name}`)
  writeFileSync(new URL(`measured/${name}.md`, import.meta.url), `${markdownTable(make())}\n`)
}
