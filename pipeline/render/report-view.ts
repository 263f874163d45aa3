import type { FigureRow } from '../../templates/figures/brands.ts'
import type { Grid } from '../../templates/figures/grid.ts'
import { answerId } from '../../templates/parts.ts'
import { kitFileUrl } from '../contract/addresses.ts'
import { enginesInShort, whatWasAsked } from '../contract/headline.ts'
import { marketFieldsOf } from '../contract/market/market.ts'
import { inMarket, langOf, marketName } from '../contract/market/market-words.ts'
import { PLANS, type Report, type ReportFunding, type ReportSource, SOURCE_KINDS } from '../contract/report.ts'
import { type EngineName, isCounted, type LedgerRow } from '../contract/terms.ts'
import { notCounted } from '../contract/wording.ts'
import { citationGaps } from './gaps.ts'
import { buildKit } from './kit.ts'

/** Where the credit of a report is; `none` if none was spent. */
export type Credit = 'none' | 'spent' | 'returned' | 'held'

const FUNDINGS: Readonly<Record<ReportFunding, string>> = {
  CREDITS: 'paid with a credit',
  BYOK: 'on the customer’s own provider keys',
  FREE: 'started by the operator',
}

const PLAN_LABELS = { QUICK: 'Quick', FULL: 'Full', DEEP: 'Deep' } as const

const KINDS: Readonly<Record<ReportSource['kind'], string>> = {
  own: 'The product’s own site',
  rival: 'Sites of brands named beside or instead of it',
  community: 'Communities',
  video: 'Videos',
  review: 'Reviews',
  editorial: 'Articles',
  other: 'Other sites',
}

/** What a report's page shows besides the report itself. */
export function reportView(report: Report, credit: Credit) {
  const askings = report.questions.flatMap(({ index, answers }) =>
    answers.map((answer) => ({ ...answer, question: index, named: answer.productNamed })),
  )
  const scored = askings.filter(isCounted)
  const product = report.pooled ?? { mentions: scored.filter(({ named }) => named).length, answers: scored.length }
  const grid: Grid = {
    questions: report.questions.map(({ index, text }) => ({ text, href: `#q${index}` })),
    engines: report.ledger.map(({ engine }) => engine),
    askings,
    runs: runsOf(report),
    labelledBy: 'grid',
    href: toAnswer,
  }
  return {
    report,
    scored,
    product,
    grid,
    toAnswer,
    partial: partialOf(report),
    rated: report.engines.filter(({ runsTotal }) => runsTotal > 0),
    rows: rowsOf(report, product),
    gaps: citationGaps(report),
    kinds: kindsOf(report, scored),
    ownCited: report.sources.some((source) => source.own),
    /** The table of engines gives the models. */
    asked: whatWasAsked({
      ...marketFieldsOf(report),
      engines: report.engines.map(({ engine }) => engine),
      models: [],
      asked: { from: report.createdAt, until: report.completedAt ?? report.createdAt },
      checkedAt: report.completedAt ?? report.createdAt,
      simulated: report.simulated,
    }),
    failures: report.ledger.map(inWords).filter(({ words }) => words !== ''),
    funding: FUNDINGS[report.funding],
    plan: planInWords(report),
    credit: creditInWords(report, credit),
    inMarket: inMarket(report),
    market: marketName(report),
    questionLang: langOf(report),
    /** Simulated answers are in English, whatever was asked. */
    answerLang: report.simulated ? undefined : langOf(report),
    citedBy: (engines: readonly EngineName[]) => enginesInShort(engines, report.engines.length),
    kit: report.funding !== 'FREE' && report.status === 'COMPLETE' ? kitOf(report) : [],
  }
}

function toAnswer(asking: { readonly question: number; readonly engine: EngineName; readonly run: number }): string {
  return `#${answerId(asking.question, asking)}`
}

/** The product and the brands named beside or instead of it, the most often named first, each linked to its answers. */
function rowsOf(report: Report, product: Pick<FigureRow, 'mentions' | 'answers'>): FigureRow[] {
  const own = { ...product, name: report.brand, own: true, href: '#engines' }
  const rivals = report.competitors.map((rival, index) => ({ ...rival, href: `#rival-${index + 1}` }))
  return [own, ...rivals].sort((a, b) => b.mentions - a.mentions)
}

/** How often each question was to be asked of each engine. */
function runsOf({ ledger, questions }: Report): number {
  return Math.max(1, ...ledger.map(({ planned }) => Math.round(planned / Math.max(1, questions.length))))
}

/** How many of the plan's engines were asked, if not all were. */
function partialOf({ engines, plan }: Report): { asked: number; of: number } | undefined {
  const of = PLANS[plan].engines.length
  return engines.length < of ? { asked: engines.length, of } : undefined
}

function planInWords({ plan }: Report): string {
  const { questions, engines, runs } = PLANS[plan]
  return `${PLAN_LABELS[plan]}: ${questions} questions, ${runs} times to each of ${engines.length} engines`
}

/** The sources by kind, and how many of the counted answers cite one of that kind. */
function kindsOf({ sources }: Report, scored: readonly { citations: readonly { domain: string | null }[] }[]) {
  return SOURCE_KINDS.map((kind) => {
    const same = sources.filter((source) => source.kind === kind)
    const domains = new Set<string | null>(same.map(({ domain }) => domain))
    const answers = scored.filter(({ citations }) => citations.some(({ domain }) => domains.has(domain))).length
    return { kind, name: KINDS[kind], answers, sources: same }
  }).filter(({ sources: same }) => same.length > 0)
}

/** Which of an engine's planned answers are in no rate; empty if all were counted. */
function inWords(row: LedgerRow): { engine: EngineName; words: string } {
  const words = notCounted(row)
  return { engine: row.engine, words: words && `of ${row.planned} planned, ${words}` }
}

function creditInWords({ funding }: Report, credit: Credit): string {
  if (funding === 'BYOK') return 'It ran on the customer’s own provider keys; no credit was spent.'
  if (funding === 'FREE') return 'The operator started it; no credit was spent.'
  switch (credit) {
    case 'returned':
      return 'Its credit is back in the balance.'
    case 'held':
      return 'Its credit is held until the operator has looked at it.'
    case 'spent':
    case 'none':
      return 'One credit was spent on it.'
  }
}

function kitOf(report: Report) {
  return buildKit(report).files.map(({ path, content }) => ({
    path,
    content,
    title: /^# (.*)$/m.exec(content)?.[1] ?? path,
    href: kitFileUrl(report.url, path),
  }))
}
