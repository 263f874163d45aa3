import { toCitation } from '../../pipeline/engines/citations.ts'
import type { Mention, ReadAnswer } from '../../pipeline/mentions/answer.ts'
import { nameSurvey } from '../../pipeline/mentions/count.ts'
import { nameKey } from '../../pipeline/mentions/names.ts'
import type { Labelled } from './corpus.ts'

/** What was counted against what is labelled. */
export interface Tally {
  hits: number
  misses: number
  extras: number
}

/** The figures of a corpus. */
export interface Figures {
  answers: number
  /** Whether the product is named, of `productAsked` answers that are labelled for it. */
  readonly product: Tally
  /** Answers that don't name the product. */
  notNamed: number
  /** Answers in which both the label and the count name the product, and those where they agree on its position. */
  bothNamed: number
  samePosition: number
  readonly brands: Tally
  /** The same for the product by a search for its whole words in any case. */
  readonly search: Tally
}

/** A count that differs from its label. */
export interface Failure {
  readonly id: string
  readonly what: 'product' | 'position' | 'brands'
  readonly missing: readonly string[]
  readonly extra: readonly string[]
}

/** Counts each category of a corpus as a survey of its own, and scores it; with `readings` false as if nobody had read it. */
export function scoreCorpus(corpus: readonly Labelled[], readings = true): { figures: Figures; failures: Failure[] } {
  const figures = noFigures()
  const failures: Failure[] = []
  for (const { label, judgement } of judgeCorpus(corpus, readings)) scoreAnswer(label, judgement, figures, failures)
  return { figures, failures }
}

/** Scores what the rules before these counted, without a reading or with it. */
export function scoreBefore(corpus: readonly Labelled[], way: 'layout' | 'read'): Figures {
  const figures = noFigures()
  for (const label of corpus) {
    const mentions = (label.before?.[way] ?? []).map((brand, at) => ({ brand, position: at + 1 }))
    scoreAnswer(label, { mentions }, figures, [])
  }
  return figures
}

/** What counts in each labelled answer, each category and product being a survey of its own. */
export function judgeCorpus(corpus: readonly Labelled[], readings = true) {
  return [...Map.groupBy(corpus, ({ category }) => category)].flatMap(([category, labelled]) => {
    const answers = labelled.map((label) => ({ label, answer: toAnswer(label, readings) }))
    const texts = answers.map(({ answer }) => answer)
    return [...Map.groupBy(answers, ({ label }) => JSON.stringify(label.product ?? null)).values()].flatMap((own) => {
      const product = own[0]?.label.product ?? null
      const survey = nameSurvey(texts, { category, known: [], rulings: [], product })
      return own.map(({ label, answer }) => ({ label, judgement: survey.judge(answer) }))
    })
  })
}

/** The figures of several corpora together. */
export function sumOf(all: readonly Figures[]): Figures {
  const sum = noFigures()
  for (const each of all) {
    for (const count of ['answers', 'notNamed', 'bothNamed', 'samePosition'] as const) sum[count] += each[count]
    for (const what of ['product', 'brands', 'search'] as const) {
      const { hits, misses, extras } = each[what]
      add(sum[what], hits, misses, extras)
    }
  }
  return sum
}

export function f1({ hits, misses, extras }: Tally): number {
  return (2 * hits) / (2 * hits + misses + extras)
}

function noFigures(): Figures {
  const none = (): Tally => ({ hits: 0, misses: 0, extras: 0 })
  return { answers: 0, product: none(), notNamed: 0, bothNamed: 0, samePosition: 0, brands: none(), search: none() }
}

/** What counting reads of a labelled answer. */
export function toAnswer({ answer, question, citations, reading }: Labelled, readings: boolean): ReadAnswer {
  const pages = citations.flatMap(({ url, title }) => toCitation(url, title) ?? [])
  return { text: answer, question, citations: pages, reading: readings ? (reading ?? null) : null }
}

function scoreAnswer(
  label: Labelled,
  { mentions }: { readonly mentions: readonly Pick<Mention, 'brand' | 'position'>[] },
  figures: Figures,
  failures: Failure[],
): void {
  figures.answers += 1
  const { product, labels } = label
  const open = labels.brands.map((names) => ({ names, keys: new Set(names.map(nameKey)) }))
  const extra: string[] = []
  const own = [product?.brand ?? '', ...(product?.aliases ?? [])].map(nameKey)
  for (const { brand } of mentions) {
    const keys = brand === product?.brand ? own : [nameKey(brand)]
    const at = open.findIndex((each) => keys.some((key) => each.keys.has(key)))
    if (at >= 0) open.splice(at, 1)
    // The product counts in any role, and is labelled apart.
    else if (brand !== product?.brand || labels.product?.named !== true) extra.push(brand)
  }
  const missing = open.map(({ names }) => names[0] ?? '')
  add(figures.brands, labels.brands.length - missing.length, missing.length, extra.length)
  if (missing.length + extra.length > 0) failures.push({ id: label.id, what: 'brands', missing, extra })
  if (product == null || labels.product == null) return
  const counted = mentions.find(({ brand }) => brand === product.brand)
  const { named, position } = labels.product
  addNamed(figures.product, named, counted !== undefined)
  addNamed(figures.search, named, standsIn(label.answer, [product.brand, ...product.aliases, product.domain]))
  if (!named) figures.notNamed += 1
  if (named !== (counted !== undefined)) {
    failures.push({
      id: label.id,
      what: 'product',
      missing: named ? [product.brand] : [],
      extra: named ? [] : [product.brand],
    })
  } else if (counted !== undefined && position != null) {
    figures.bothNamed += 1
    if (counted.position === position) figures.samePosition += 1
    else failures.push({ id: label.id, what: 'position', missing: [`${position}`], extra: [`${counted.position}`] })
  }
}

function addNamed(tally: Tally, labelled: boolean, counted: boolean): void {
  add(tally, Number(labelled && counted), Number(labelled && !counted), Number(!labelled && counted))
}

function add(tally: Tally, hits: number, misses: number, extras: number): void {
  tally.hits += hits
  tally.misses += misses
  tally.extras += extras
}

/** Plain search: one of the names as whole words, in any case. */
function standsIn(text: string, names: readonly string[]): boolean {
  return names.some((name) => {
    const pattern = name.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
    return new RegExp(`(?<![\\p{L}\\p{N}])${pattern}(?![\\p{L}\\p{N}])`, 'iu').test(text)
  })
}
