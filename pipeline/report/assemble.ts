import type { FrozenReport } from '../contract/report.ts'
import type { StoredReport } from '../store/report/reports.ts'
import { countSurvey } from '../survey/count.ts'
import type { SurveyResults } from '../survey/results.ts'
import { createSaid } from '../survey/said.ts'
import { planActions } from './actions.ts'
import { countedAnswers, toQuestions, toReportAnswer } from './answers.ts'
import { poolEngines, rankCompetitors, rateEngines, scoreEngines, skippedEngines } from './score.ts'
import { rankSources } from './sources.ts'

/** A report with its results. */
export interface AskedReport extends SurveyResults {
  readonly report: StoredReport
  /** Epoch ms. */
  readonly completedAt: number
  /** Why it failed; null for a complete report. */
  readonly error: string | null
}

/** Counts a report: the same answers and readings give the same bytes in any order of arrival. */
export function assembleReport(asked: AskedReport): FrozenReport {
  const { report, error } = asked
  const survey = countSurvey({ ...asked, category: report.category, known: [], product: report })
  const shown = asked.answers.map((answer) => ({
    question: answer.question,
    shown: toReportAnswer(answer, survey.mentionsOf(answer), report.brand),
  }))
  const questions = toQuestions(asked.questions, report.seedPrompts.length, shown)
  const counted = countedAnswers(questions, survey.method)
  const rivals = survey.brands.filter(({ own }) => own !== true)
  const saidOf = createSaid(survey.counted)
  const competitors = rankCompetitors(rivals, survey.counted, saidOf)
  const said = saidOf(report.brand, { all: true })
  const engines = rateEngines(asked.ledger, counted, (engine) =>
    questions.flatMap(({ answers }) => answers.flatMap((answer) => (answer.engine === engine && answer.model) || [])),
  )
  const rivalDomains = new Set(competitors.flatMap(({ domain }) => domain ?? []))
  const sources = rankSources(counted, report, rivalDomains)
  const { slug, simulated, plan, funding, brand, domain, category, country, language, description } = report
  return {
    slug,
    status: error === null ? 'COMPLETE' : 'FAILED',
    simulated,
    plan,
    funding,
    ...scoreEngines(error === null ? counted : []),
    ...poolEngines(counted),
    ...(said && { said }),
    createdAt: new Date(report.createdAt).toISOString(),
    completedAt: new Date(asked.completedAt).toISOString(),
    brand,
    domain,
    category,
    country,
    language,
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
    method: survey.method,
  }
}
