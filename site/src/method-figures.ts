import counting from './figures/counting.json' with { type: 'json' }
import statistics from './figures/statistics.json' with { type: 'json' }

/** A table of figures on the method page or in the docs. */
export interface FigureTable {
  readonly caption: string
  readonly head: readonly string[]
  readonly rows: readonly (readonly string[])[]
}

/** The version of the counting rules that the figures were measured with. */
export const detector = counting.detector

type Scored = (typeof counting.sources)[number]['read']

const SOURCES: Readonly<Record<string, string>> = {
  saccarab: 'ChatGPT',
  lillybronx: 'Gemini and GPT-4o mini, line breaks lost',
}

/** How well all answers together are counted, by reader. */
export function countingTable(): FigureTable {
  const rows = [
    ['read by a large model', counting.sources.map(({ read }) => read)],
    ["with a cheap reader's faults", counting.sources.map(({ faulty }) => faulty)],
    ['no reader: layout only', counting.sources.map(({ layout }) => layout)],
  ] as const
  const search = total(counting.sources.map(({ read }) => read.search))
  return {
    caption: `${sum(rows[0][1], 'answers')} real answers that nobody read while the rules were written`,
    head: ['the answers', 'product: F1', 'false alarms', 'right position', 'brands: F1'],
    rows: [
      ...rows.map(([who, scored]) => countedRow([who], scored)),
      ['plain search for whole words', rate(f1(search)), `${search.extras} of ${sum(rows[0][1], 'notNamed')}`, '', ''],
    ],
  }
}

/** How well answers are counted, by their source and reader. */
export function countingTables(): FigureTable[] {
  return [
    {
      caption: 'Counting, by the source of the answers',
      head: ['source', 'answers', 'read by', 'product: F1', 'false alarms', 'right position', 'brands: F1'],
      rows: counting.sources.flatMap(({ source, read, faulty, layout }) =>
        [['large model', read] as const, ['cheap reader', faulty] as const, ['nobody', layout] as const].map(
          ([who, scored]) => countedRow([SOURCES[source] ?? source, String(scored.answers), who], [scored]),
        ),
      ),
    },
  ]
}

function countedRow(first: readonly string[], scored: readonly Scored[]): string[] {
  const product = total(scored.map((each) => each.product))
  const brands = total(scored.map((each) => each.brands))
  return [
    ...first,
    rate(f1(product)),
    `${product.extras} of ${sum(scored, 'notNamed')}`,
    `${sum(scored, 'samePosition')} of ${sum(scored, 'bothNamed')}`,
    `${rate(f1(brands))} (${brands.hits} of ${brands.hits + brands.misses} found, ${brands.extras} too many)`,
  ]
}

function total(tallies: readonly Scored['brands'][]): Scored['brands'] {
  return { hits: sum(tallies, 'hits'), misses: sum(tallies, 'misses'), extras: sum(tallies, 'extras') }
}

function sum<Key extends string>(all: readonly Readonly<Record<Key, number>>[], key: Key): number {
  return all.reduce((total, each) => total + each[key], 0)
}

function f1({ hits, misses, extras }: Scored['brands']): number {
  return (2 * hits) / (2 * hits + misses + extras)
}

/** How intervals, change tests, announced moves, ranks and the planner perform in simulated surveys. */
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

/** The range of coverage over several designs, and how many of them are outside of 93 to 97 %. */
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
