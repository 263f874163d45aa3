/** `node test/corpus/score.ts develop [failures]`: the figures of the counting rules on one part of the labelled corpus. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { getDomain } from 'tldts'
import { parse } from 'yaml'
import { z } from 'zod'
import type { Judgement } from '../../pipeline/mentions/count.ts'
import { judge } from '../../pipeline/mentions/judge.ts'
import type { Mention, ProposedName } from '../../pipeline/mentions/names/brand.ts'
import { nameKey } from '../../pipeline/mentions/names/name-key.ts'

const product = z.object({ brand: z.string(), domain: z.string(), aliases: z.array(z.string()) })
const part = z.object({
  category: z.string(),
  language: z.string(),
  product,
  names: z.array(z.object({ name: z.string(), domain: z.string().nullable() })),
  answers: z.array(
    z.object({
      id: z.string(),
      question: z.string(),
      answer: z.string(),
      citations: z.array(z.object({ url: z.string(), title: z.string().optional() })),
      product: product.optional(),
      /** Each brand as a string, or as all the names that are right for it in this answer. */
      brands: z.array(z.union([z.string(), z.array(z.string())])),
    }),
  ),
})

/** One labelled answer. */
export interface LabelledAnswer {
  readonly id: string
  readonly language: string
  readonly category: string
  readonly question: string
  readonly text: string
  readonly citations: readonly { readonly url: string; readonly title?: string | undefined }[]
  readonly product: z.infer<typeof product>
  readonly names: readonly ProposedName[]
  /** The brands named, in order of first appearance, each as the names that are right for it. */
  readonly brands: readonly (readonly string[])[]
}

/** True and false, positive and negative: what was counted against what is labelled. */
export interface Tally {
  hits: number
  misses: number
  extras: number
}

/** The figures of one language, or of all. */
export interface Figures {
  answers: number
  readonly product: Tally
  /** Answers that don't name the product. */
  notNamed: number
  /** Answers in which both the label and the count name the product, and those where they agree on its position. */
  bothNamed: number
  samePosition: number
  readonly withNames: Tally
  readonly byRules: Tally
}

/** A count that differs from its label. */
export interface Failure {
  readonly id: string
  readonly what: 'product' | 'position' | 'withNames' | 'byRules'
  readonly missing: readonly string[]
  readonly extra: readonly string[]
}

/** Reads the answers of a folder of the corpus, in order of their files' names. */
export function readCorpus(folder: string): LabelledAnswer[] {
  const files = readdirSync(folder).filter((file) => file.endsWith('.yaml'))
  return files.toSorted().flatMap((file) => {
    const {
      category,
      language,
      product: common,
      names,
      answers,
    } = part.parse(parse(readFileSync(join(folder, file), 'utf8')))
    return answers.map((answer) => ({
      id: answer.id,
      language,
      category,
      question: answer.question,
      text: answer.answer,
      citations: answer.citations,
      product: answer.product ?? common,
      names,
      brands: answer.brands.map((brand) => (typeof brand === 'string' ? [brand] : brand)),
    }))
  })
}

/** The figures by language, `all` first, and each failure. Every answer is counted alone. */
export function scoreCorpus(corpus: readonly LabelledAnswer[]): { figures: Map<string, Figures>; failures: Failure[] } {
  const figures = new Map<string, Figures>([['all', noFigures()]])
  const failures: Failure[] = []
  for (const answer of corpus) {
    const own = figures.get(answer.language) ?? noFigures()
    figures.set(answer.language, own)
    const into = [own, ...[...figures].flatMap(([name, all]) => (name === 'all' ? [all] : []))]
    const withNames = judgeLabelled(answer, answer.names).mentions
    scoreProduct(answer, withNames, into, failures)
    scoreBrands(answer, withNames, 'withNames', into, failures)
    scoreBrands(answer, judgeLabelled(answer, null).mentions, 'byRules', into, failures)
  }
  return { figures, failures }
}

export function precision({ hits, extras }: Tally): number {
  return hits / (hits + extras)
}

export function recall({ hits, misses }: Tally): number {
  return hits / (hits + misses)
}

export function f1({ hits, misses, extras }: Tally): number {
  return (2 * hits) / (2 * hits + misses + extras)
}

/** What is counted in an answer by itself, with these names proposed or by rules alone. */
export function judgeLabelled(
  { text, question, citations, category, product: of }: LabelledAnswer,
  names: readonly ProposedName[] | null,
): Judgement {
  const pages = citations.map((citation) => ({ ...citation, domain: getDomain(citation.url) }))
  return judge({ answer: { text, question, citations: pages }, category, product: of, names })
}

function scoreProduct(
  answer: LabelledAnswer,
  mentions: readonly Mention[],
  into: readonly Figures[],
  failures: Failure[],
): void {
  const { brand } = answer.product
  const labelled = answer.brands.findIndex((names) => names.includes(brand)) + 1
  const counted = mentions.find((mention) => mention.brand === brand)?.position ?? 0
  for (const figures of into) {
    figures.answers += 1
    if (labelled === 0) figures.notNamed += 1
    if (labelled > 0 && counted > 0) {
      figures.product.hits += 1
      figures.bothNamed += 1
      if (labelled === counted) figures.samePosition += 1
    } else if (labelled > 0) figures.product.misses += 1
    else if (counted > 0) figures.product.extras += 1
  }
  if (labelled > 0 !== counted > 0) {
    failures.push({
      id: answer.id,
      what: 'product',
      missing: labelled > 0 ? [brand] : [],
      extra: counted > 0 ? [brand] : [],
    })
  } else if (labelled !== counted) {
    failures.push({ id: answer.id, what: 'position', missing: [`${labelled}`], extra: [`${counted}`] })
  }
}

/** A counted brand is right when it is one of the names of a label that none before it took. */
function scoreBrands(
  answer: LabelledAnswer,
  mentions: readonly Mention[],
  what: 'withNames' | 'byRules',
  into: readonly Figures[],
  failures: Failure[],
): void {
  const open = answer.brands.map((names) => ({ names, keys: new Set(names.map(nameKey)) }))
  const extra: string[] = []
  for (const { brand } of mentions) {
    const at = open.findIndex(({ keys }) => keys.has(nameKey(brand)))
    if (at >= 0) open.splice(at, 1)
    else extra.push(brand)
  }
  const missing = open.map(({ names }) => names[0] ?? '')
  for (const figures of into) {
    figures[what].hits += answer.brands.length - missing.length
    figures[what].misses += missing.length
    figures[what].extras += extra.length
  }
  if (missing.length + extra.length > 0) failures.push({ id: answer.id, what, missing, extra })
}

function noFigures(): Figures {
  const tally = (): Tally => ({ hits: 0, misses: 0, extras: 0 })
  return {
    answers: 0,
    product: tally(),
    notNamed: 0,
    bothNamed: 0,
    samePosition: 0,
    withNames: tally(),
    byRules: tally(),
  }
}

/** The figures as lines of a table, in percent. */
export function printFigures(figures: ReadonlyMap<string, Figures>): string {
  const rate = (of: number): string => (Number.isFinite(of) ? (100 * of).toFixed(1) : '-').padStart(6)
  const three = (tally: Tally): string => [precision(tally), recall(tally), f1(tally)].map(rate).join('')
  const head = 'language answers | product: P R F1, false alarms, position | with names: P R F1 | by rules: P R F1'
  const rows = [...figures].map(([language, each]) => {
    const alarms = rate(each.product.extras / each.notNamed)
    const position = rate(each.samePosition / each.bothNamed)
    return `${language.padEnd(4)}${String(each.answers).padStart(5)} |${three(each.product)}${alarms}${position} |${three(each.withNames)} |${three(each.byRules)}`
  })
  return [head, ...rows, ''].join('\n')
}

if (import.meta.main) {
  const [folder = 'develop', list] = process.argv.slice(2)
  const { figures, failures } = scoreCorpus(readCorpus(join(import.meta.dirname, folder)))
  process.stdout.write(printFigures(figures))
  if (list === 'failures') {
    for (const { id, what, missing, extra } of failures) {
      process.stdout.write(`${what} ${id}: missing ${missing.join(' | ') || '-'}; extra ${extra.join(' | ') || '-'}\n`)
    }
  }
}
