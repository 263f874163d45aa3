import counting from './figures/counting.json' with { type: 'json' }

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

/** How many choices and places of the product two labellings of the answers have in common. */
export function labellingsAgree(): { readonly answers: string; readonly choices: string; readonly places: string } {
  const { answers, both, onlyOne, samePosition, placed } = counting.agreement
  const thousands = new Intl.NumberFormat('en')
  return {
    answers: `${answers}`,
    choices: `${thousands.format(both)} of ${thousands.format(both + onlyOne)}`,
    places: `${samePosition} of ${placed}`,
  }
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
      rows: counting.sources.flatMap(({ source, read, faulty, layout, readBefore, layoutBefore }) =>
        (
          [
            ['large model', read],
            ['cheap reader', faulty],
            ['nobody', layout],
            ['large model, earlier rules', readBefore],
            ['nobody, earlier rules', layoutBefore],
          ] as const
        ).map(([who, scored]) => countedRow([SOURCES[source] ?? source, String(scored.answers), who], [scored])),
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

function rate(value: number): string {
  return `${(100 * value).toFixed(1)} %`
}
