import counting from './figures/counting.json' with { type: 'json' }
import statistics from './figures/statistics.json' with { type: 'json' }

/** A table of the method page: what was measured, in words and numbers. */
export interface FigureTable {
  readonly caption: string
  readonly head: readonly string[]
  readonly rows: readonly (readonly string[])[]
}

/** The version of the counting rules with which the figures of counting were measured. */
export const detector = counting.detector

type Counted = (typeof counting.measure)[number]

const LANGUAGES = new Intl.DisplayNames('en', { type: 'language' })

/** How well names are counted: on the part of the corpus that was measured once, on the one kept apart, and on the one that the rules were written with. */
export function countingTables(): FigureTable[] {
  const head = [
    'language',
    'answers',
    'product: F1',
    'false alarms',
    'position',
    'brands, names proposed: F1',
    'brands, by rules: F1',
  ]
  const row = (each: Counted) => [
    each.language === 'all' ? 'all' : (LANGUAGES.of(each.language) ?? each.language),
    String(each.answers),
    rate(each.product.f1),
    `${each.falseAlarms.n} of ${each.falseAlarms.of}`,
    `${each.position.n} of ${each.position.of}`,
    `${rate(each.withNames.f1)} (${found(each.withNames)})`,
    `${rate(each.byRules.f1)} (${found(each.byRules)})`,
  ]
  return [
    { caption: 'Measured once, when the rules were final', head, rows: counting.measure.map(row) },
    { caption: 'Not read while the rules were written', head, rows: counting.kept.map(row) },
    { caption: 'Written with', head, rows: counting.develop.map(row) },
  ]
}

function found({ hits, misses, extras }: Counted['withNames']): string {
  return `${hits} of ${hits + misses} found, ${extras} too many`
}

/** How the intervals, the test of change, the moves of a month, the ranks and the planner do in simulated surveys. */
export function statisticsTables(): FigureTable[] {
  const { coverage, change, announced, ranks, plan } = statistics
  return [
    {
      caption: `How often the 95 % intervals cover the truth, at rates of 3 to 80 %: ${coverage.surveys} surveys of each design`,
      head: ['questions, answers to each alike', 'designs', 'for other questions', 'for these questions again'],
      rows: coverage.rows.map(({ name, other, same }) => [name, String(same.designs), span(other), span(same)]),
    },
    {
      caption: `A change of one brand from one month to the next, at 5 %: 10 questions, 6 engines, 3 runs, ${change.surveys} months`,
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
      rows: change.rows.map((row) => [
        row.clustering,
        rate(row.rate),
        rate(row.unmoved),
        rate(row.engineDrift),
        rate(row.dayDrift),
        rate(row.tenPoints),
        rate(row.possible),
        rate((row.unmovedCovered + row.tenPointsCovered) / 2),
      ]),
    },
    {
      caption:
        'A month of 432 lists of 30 brands: moves announced by one decision for the month, and by one for each list',
      head: ['brands that moved by 15 points', 'found by month', 'false by month', 'found by list', 'false by list'],
      rows: announced.rows.map(({ movers, byMonth, byList }) => [
        String(movers),
        ...[byMonth, byList].flatMap(({ trueMoves, falseMoves }) => [trueMoves.toFixed(1), falseMoves.toFixed(1)]),
      ]),
    },
    {
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
      rows: ranks.rows.map((row) => [
        row.list,
        String(row.questions),
        String(row.lists),
        rate(row.covered),
        row.width.toFixed(1),
        rate(row.equalTold),
        rate(row.unequalTold),
      ]),
    },
    {
      caption: `The planner and the simulation, in points: 6 engines, a rate of 30 %, ${plan.surveys} surveys of each design`,
      head: [
        'questions, runs',
        'planned half-width',
        'simulated',
        'for these questions, planned',
        'simulated',
        'change planned for',
        'announced in a list of 30',
      ],
      rows: plan.rows.map((row) => [
        `${row.questions}, ${row.runs}`,
        points(row.halfWidth),
        points(row.simulated),
        points(row.halfWidthSameQuestions),
        points(row.simulatedSameQuestions),
        points(row.detectableChange),
        rate(row.announced),
      ]),
    },
  ]
}

/** The least and the most coverage of some designs, and how many of them are outside of 93 to 97 %. */
function span({ from, to, below, above }: (typeof statistics.coverage.rows)[number]['other']): string {
  const outside = [...(below > 0 ? [`${below} below 93 %`] : []), ...(above > 0 ? [`${above} above 97 %`] : [])]
  return `${rate(from)} to ${rate(to)}${outside.length > 0 ? ` (${outside.join(', ')})` : ''}`
}

function points(value: number): string {
  return (100 * value).toFixed(1)
}

function rate(value: number): string {
  return `${(100 * value).toFixed(1)} %`
}
