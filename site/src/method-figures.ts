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

/** How the intervals, the test of change, the false discoveries and the ties do in simulated surveys. */
export function statisticsTables(): FigureTable[] {
  const { clustered, drift, fits } = statistics.coverage
  const alike = Map.groupBy(clustered, ({ questions, clustering }) => `${questions}, ${clustering}`)
  return [
    {
      caption: 'How often the 95 % intervals cover the truth, at rates of 3 to 80 %',
      head: ['questions, answers to each alike', 'for other questions', 'for these questions again', 'surveys'],
      rows: [
        ...[...alike].map(([name, designs]) => coverageRow(name, designs)),
        coverageRow('engines or days that drift', drift),
        coverageRow('a brand that fits few questions', fits),
      ],
    },
    {
      caption: 'A change of one month to the next, found: 10 questions, 6 engines, 5 runs',
      head: [
        'answers to each question alike',
        'rate',
        'no change',
        'engines drifted',
        'a day drifted',
        '10 points',
        '10 points, by the best unbiased test',
      ],
      rows: statistics.change
        .filter(({ runs }) => runs === 5)
        .map((row) => [
          row.clustering,
          rate(row.rate),
          rate(row.unmoved),
          rate(row.engineDrift),
          rate(row.dayDrift),
          rate(row.tenPoints),
          rate(row.possible),
        ]),
    },
    {
      caption: '30 brands of one month: false ones among the changes that are announced',
      head: ['brands that moved', 'false discoveries', 'movers found'],
      rows: statistics.discoveries.map((row) => [`${row.movers} of 30`, rate(row.falseDiscoveries), rate(row.found)]),
    },
    {
      caption: 'Ties: brands that are equal, and brands that are not',
      head: ['questions', 'brands', 'rate', 'equal ones parted', 'unequal ones parted'],
      rows: statistics.ties.map((row) => [
        String(row.questions),
        String(row.brands),
        rate(row.rate),
        rate(row.equalApart),
        rate(row.unequalApart),
      ]),
    },
  ]
}

function coverageRow(name: string, rows: readonly { other: number; same: number }[]): string[] {
  const span = (values: readonly number[]) => `${rate(Math.min(...values))} to ${rate(Math.max(...values))}`
  return [
    name,
    span(rows.map(({ other }) => other)),
    span(rows.map(({ same }) => same)),
    `${rows.length} designs of ${statistics.surveys}`,
  ]
}

function rate(value: number): string {
  return `${(100 * value).toFixed(1)} %`
}
