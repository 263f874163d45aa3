import type { Competitor, FrozenReport, ReportQuestion } from '../contract/report.ts'
import type { LedgerRow, NamesBy, Ruling } from '../contract/terms.ts'
import { DETECTOR } from '../mentions/count.ts'
import type { FoundNames } from '../mentions/found.ts'
import type { AnswerText, ProposedName } from '../mentions/names/brand.ts'
import { rulingsThatMatter } from '../mentions/names/rulings.ts'
import { createProductCounter } from '../mentions/product-counter.ts'
import type { StoredAnswer } from '../store/answers.ts'
import type { StoredReport } from '../store/reports.ts'
import { planActions } from './actions.ts'
import { countedAnswers, toQuestions, toReportAnswer } from './answers.ts'
import { rankCompetitors, rateEngines, scoreEngines, skippedEngines } from './score.ts'
import { rankSources } from './sources.ts'

/** A report with all that came in. */
export interface AskedReport {
  readonly report: StoredReport
  readonly questions: readonly string[]
  readonly answers: readonly StoredAnswer[]
  readonly ledger: readonly LedgerRow[]
  readonly proposed: readonly ProposedName[]
  readonly namesBy: NamesBy
  /** A person's rulings on the category's names. */
  readonly rulings: readonly Ruling[]
  /** Epoch ms. */
  readonly completedAt: number
  /** Why it failed; null for a report that is complete. */
  readonly error: string | null
  /** What was found in the answers before, where it isn't to be looked for again; `brands` are the rivals. */
  readonly found?: FoundNames
}

/** Counts a report: the same answers and names give the same bytes, whatever their order of arrival. */
export function assembleReport(asked: AskedReport): FrozenReport {
  const { report, error } = asked
  const texts = countedTexts(asked.answers, asked.questions)
  const { rulings, result } = rulingsThatMatter(asked.rulings, (some) => countReport(asked, texts, some))
  const { questions, competitors } = result
  const counted = countedAnswers(questions)
  const engines = rateEngines(asked.ledger, counted, (engine) =>
    questions.flatMap(({ answers }) => answers.flatMap((answer) => (answer.engine === engine && answer.model) || [])),
  )
  const rivalDomains = new Set(competitors.flatMap(({ domain }) => domain ?? []))
  const sources = rankSources(counted, report, rivalDomains)
  const { slug, simulated, plan, funding, brand, domain, category, description } = report
  return {
    slug,
    status: error === null ? 'COMPLETE' : 'FAILED',
    simulated,
    plan,
    funding,
    ...scoreEngines(error === null ? counted : []),
    createdAt: new Date(report.createdAt).toISOString(),
    completedAt: new Date(asked.completedAt).toISOString(),
    brand,
    domain,
    category,
    description,
    error,
    answersCounted: counted.length,
    engines,
    enginesSkipped: skippedEngines(asked.ledger),
    competitors,
    sources,
    actionPlan: planActions({ brand, domain, questions, engines, sources }),
    questions,
    ledger: [...asked.ledger],
    method: { detector: DETECTOR, namesBy: asked.namesBy, ...(rulings.length > 0 && { rulings }) },
  }
}

/** The questions with what these rulings have counted in their answers, and the rivals' figures. */
function countReport(
  { report, ...asked }: AskedReport,
  texts: ReadonlyMap<StoredAnswer, AnswerText>,
  rulings: readonly Ruling[],
): { questions: ReportQuestion[]; competitors: Competitor[] } {
  const counter = createProductCounter(report, asked.proposed, [...texts.values()], rulings)
  const shown = asked.answers.map((answer) => {
    const text = texts.get(answer)
    const mentions = text === undefined ? [] : (asked.found?.mentionsOf(answer) ?? counter.count(text))
    return { question: answer.question, shown: toReportAnswer(answer, mentions, report.brand) }
  })
  const questions = toQuestions(asked.questions, report.seedPrompts.length, shown)
  return { questions, competitors: rankCompetitors(asked.found?.brands ?? counter.rivals, countedAnswers(questions)) }
}

/** What counting reads of the counted answers. */
export function countedTexts(
  answers: readonly StoredAnswer[],
  questions: readonly string[],
): Map<StoredAnswer, AnswerText> {
  return new Map(
    answers.flatMap((answer) => {
      if (answer.kind !== 'answered') return []
      const { text, citations } = answer
      return [[answer, { text, question: questions[answer.question] ?? '', citations }] as const]
    }),
  )
}
