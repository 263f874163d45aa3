/**
 * The figures of the method page, by simulation: `node test/bench/statistics.ts [surveys of each design]` prints them and
 * writes site/src/figures/statistics.json. With 1000 surveys, the default, it takes some ten minutes.
 */
import { mkdirSync, writeFileSync } from 'node:fs'
import { designFigures } from '../../pipeline/statistics/design.ts'
import { changesFound, coverage, discoveries, tiesTold } from '../statistics/measures.ts'
import { CLUSTERINGS, type Design, USUAL } from '../statistics/simulation.ts'

const surveys = Number(process.argv[2] ?? 1000)
const SEED = 20261120
const GATHERED = { missing: 0.05, missingGathers: true }

type Row = Record<string, string | number>

const rounded = (figures: Record<string, number>): Row =>
  Object.fromEntries(Object.entries(figures).map(([key, value]) => [key, Math.round(value * 1000) / 1000]))

/** One section: each case with its figures, printed as it comes. */
const section = (title: string, cases: readonly Row[], measure: (row: Row, at: number) => Record<string, number>) => {
  console.log(`\n${title}`)
  return cases.map((row, at) => {
    const figures = rounded(measure(row, at))
    console.log([...Object.values(row), ...Object.entries(figures).map(([key, value]) => `${key} ${value}`)].join('  '))
    return { ...row, ...figures }
  })
}

const clusterings = Object.keys(CLUSTERINGS).filter((name): name is keyof typeof CLUSTERINGS => name in CLUSTERINGS)

const grid = clusterings.flatMap((clustering) =>
  [5, 10, 20, 40].flatMap((questions) =>
    [0.03, 0.1, 0.3, 0.5, 0.8].map((rate) => ({
      case: { clustering, questions, rate },
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
      case: { ...drift, questions, rate },
      design: { ...USUAL, ...GATHERED, ...drift, questions, rate },
    })),
  ),
)

const fitting = [5, 10, 20, 40].flatMap((questions) =>
  [0.05, 0.15].map((rate) => ({
    case: { fits: 0.2, questions, rate },
    design: { ...USUAL, ...CLUSTERINGS.some, ...GATHERED, fits: 0.2, questions, rate },
  })),
)

const odd = Object.entries<Partial<Design>>({
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
}).flatMap(([name, change]) =>
  [0.05, 0.4].map((rate) => ({ case: { design: name, rate }, design: { ...USUAL, ...change, rate } })),
)

const coverageOf = (title: string, designs: readonly { case: Row; design: Design }[]) =>
  section(
    `Coverage: ${title}`,
    designs.map((each) => each.case),
    (_, at) => {
      const design = designs[at]?.design ?? USUAL
      return { ...coverage(design, surveys, SEED + at) }
    },
  )

const changeCases = clusterings
  .filter((name) => name !== 'extreme')
  .flatMap((clustering) =>
    [0.05, 0.1, 0.2, 0.3, 0.4].flatMap((rate) => [3, 5].map((runs) => ({ clustering, rate, runs }))),
  )

const report = {
  surveys,
  usual: USUAL,
  clusterings: CLUSTERINGS,
  coverage: {
    clustered: coverageOf('6 engines, 3 runs, 5 % of cells missing', grid),
    drift: coverageOf('each run on a day of its own', drifting),
    fits: coverageOf('a brand that fits one question in five', fitting),
    odd: coverageOf('other designs', odd),
  },
  change: section('Change test, 10 questions, 6 engines', changeCases, (_, at) => {
    const { clustering, rate, runs } = changeCases[at] ?? { clustering: 'usual', rate: 0.3, runs: 5 }
    return { ...changesFound({ ...USUAL, ...CLUSTERINGS[clustering], rate, runs }, surveys, SEED + at) }
  }),
  discoveries: section(
    'False discoveries among 30 brands',
    [0, 5, 15].map((movers) => ({ movers })),
    ({ movers }) => discoveries({ ...USUAL, runs: 5 }, Number(movers), Math.ceil(surveys / 2), SEED),
  ),
  ties: section(
    'Ties',
    [5, 10, 20].flatMap((questions) =>
      [2, 10, 30].flatMap((brands) => [0.1, 0.4].map((rate) => ({ questions, brands, rate }))),
    ),
    ({ questions, brands, rate }) =>
      tiesTold(
        { ...USUAL, questions: Number(questions), rate: Number(rate) },
        Number(brands),
        Math.ceil(surveys / 4),
        SEED,
      ),
  ),
  plan: section(
    'The planner against the simulation, rate 0.3',
    [5, 10, 20, 40].flatMap((questions) => [3, 5].map((runs) => ({ questions, runs }))),
    ({ questions, runs }) => {
      const design = { ...USUAL, missing: 0, questions: Number(questions), runs: Number(runs) }
      const planned = designFigures({ questions: design.questions, engines: design.engines, runs: design.runs })
      const seen = coverage(design, Math.ceil(surveys / 2), SEED)
      return {
        halfWidth: planned.halfWidth ?? Number.NaN,
        simulated: seen.otherWidth / 2,
        halfWidthSameQuestions: planned.halfWidthSameQuestions,
        simulatedSameQuestions: seen.sameWidth / 2,
        detectableChange: planned.detectableChange ?? Number.NaN,
      }
    },
  ),
}

const folder = new URL('../../site/src/figures/', import.meta.url)
mkdirSync(folder, { recursive: true })
writeFileSync(new URL('statistics.json', folder), `${JSON.stringify(report, null, 2)}\n`)
