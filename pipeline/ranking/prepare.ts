import pLimit from 'p-limit'
import type { Stopped } from '../ask/fan-out.ts'
import type { RunProgress } from '../ask/progress.ts'
import { type Market, marketOf } from '../contract/market/market.ts'
import { languageName } from '../contract/market/market-words.ts'
import { sameIntentInWords } from '../contract/method-words.ts'
import { templatesFor } from '../scribe/suggest.ts'
import { sameIntent } from '../statistics/intents.ts'
import { underLease } from '../store/driver/transaction.ts'
import { findCategory, keepCategory, type QuestionsBy } from '../store/ranking/categories.ts'
import { keepQuestionHash } from '../store/ranking/question-hashes.ts'
import { planCells, plannedRuns } from '../store/survey/cells.ts'
import { beginMonthSurvey, findMonthSurvey, monthSurvey } from '../store/survey/surveys.ts'
import type { SurveyRun } from '../survey/run.ts'
import { askForQuestions, SCRIBE_WIDTH } from '../survey/scribe.ts'
import { type CategorySpec, keptQuestions } from './categories.ts'
import type { MonthPlan } from './plan.ts'

/** Questions written for a category whose file lists none. */
export const QUESTIONS = 10

/** A category with its month's survey planned. */
export interface PreparedCategory extends Market {
  readonly slug: string
  readonly category: string
  readonly surveyId: string
  readonly questions: readonly string[]
}

/** Why a category can't be asked, as a sentence. */
interface Refusal {
  readonly refusal: string
}

/**
 * Prepares the categories, a few at once as the scribe may write their questions, until one is refused or the run is
 * stopped. Returns them in order, and warns in order once all are done. Throws LeaseLost.
 */
export async function prepareCategories(
  run: SurveyRun,
  plan: MonthPlan,
  progress: RunProgress,
  warn: (sentence: string) => void,
): Promise<{ readonly prepared: PreparedCategory[]; readonly stopped: Stopped | Refusal | null }> {
  const { specs } = plan
  const limit = pLimit(SCRIBE_WIDTH)
  let stopped: Stopped | Refusal | null = null
  let done = 0
  progress.step('questions', 0, specs.length)
  const all = specs.map((spec) => {
    const warnings: string[] = []
    const prepare = async () => {
      if (stopped !== null) return []
      const next = await prepareCategory(run, plan, spec, (sentence) => warnings.push(sentence))
      progress.step('questions', ++done, specs.length)
      if (typeof next !== 'string' && !('refusal' in next)) return [next]
      stopped ??= next
      return []
    }
    return { warnings, prepared: limit(prepare) }
  })
  await Promise.allSettled(all.map((each) => each.prepared))
  if (done < specs.length) progress.end()
  for (const sentence of all.flatMap(({ warnings }) => warnings)) warn(sentence)
  return { prepared: (await Promise.all(all.map((each) => each.prepared))).flat(), stopped }
}

/** Fixes the month's questions and plans the cells that it doesn't have yet. Throws LeaseLost. */
async function prepareCategory(
  run: SurveyRun,
  { month, simulated, selected, runs }: MonthPlan,
  spec: CategorySpec,
  warn: (sentence: string) => void,
): Promise<PreparedCategory | Stopped | Refusal> {
  const { db, clock, lease } = run
  const { slug, category } = spec
  const market = marketOf(spec)
  const begun = await findMonthSurvey(db, slug, month)
  let questions = begun?.questions
  const kept = questions === undefined ? undefined : keptQuestions(spec, month, questions)
  if (kept !== undefined) warn(kept)
  const surveyId = begun?.id ?? monthSurvey(month, slug)
  if (questions === undefined) {
    const chosen = await chooseQuestions(run, spec)
    if (typeof chosen === 'string' || 'refusal' in chosen) return chosen
    questions = chosen.questions
    const now = clock.now()
    const fixed = { id: surveyId, simulated, questions }
    await underLease(db, lease, now, async (trx) => {
      const begun = { slug, category, ...market, simulated, questions: fixed.questions, questionsBy: chosen.by }
      await keepCategory(trx, begun, now)
      await beginMonthSurvey(trx, slug, month, fixed, now)
      await keepQuestionHash(trx, slug, month, fixed.questions, now)
    })
    for (const sentence of sameIntentInWords(sameIntent(questions))) warn(`${slug}: ${sentence}`)
  }
  const size = { questions: questions.length, engines: selected, runs }
  await underLease(db, lease, clock.now(), (trx) => planCells(trx, surveyId, size))
  if ((await plannedRuns(db, surveyId)) > runs)
    warn(`${slug}: ${month} was begun with more runs than ${runs}, and keeps them.`)
  if (!simulated && (await findCategory(db, slug))?.questionsBy === 'templates')
    warn(
      `${slug}: its questions come from templates; with a scribe's key, \`./svc questions rewrite ${slug}\` writes better ones for later months.`,
    )
  return { slug, category, ...market, surveyId, questions }
}

/** The file's questions, those of earlier months, or new ones by the scribe or from templates. */
async function chooseQuestions(
  run: SurveyRun,
  spec: CategorySpec,
): Promise<{ readonly questions: readonly string[]; readonly by: QuestionsBy | null } | Stopped | Refusal> {
  if (spec.questions !== undefined) return { questions: spec.questions, by: 'file' }
  const kept = await findCategory(run.db, spec.slug)
  if (kept !== undefined && kept.questions.length > 0) return { questions: kept.questions, by: kept.questionsBy }
  const [scribe] = run.scribes
  const subject = { category: spec.category, ...marketOf(spec) }
  const templates = { questions: templatesFor(subject, QUESTIONS), by: 'templates' } as const
  const written = scribe === undefined ? templates : await askForQuestions(run, run.budget, scribe, subject, QUESTIONS)
  if (written === 'outOfBudget') return 'budget'
  if (written === 'stopped') return 'interrupted'
  const chosen = typeof written === 'string' ? templates : written
  if (chosen.questions.length === QUESTIONS) return chosen
  const refusal = `${spec.slug}: the scribe did not write ${QUESTIONS} questions in ${languageName(subject)}; run it again, or write them in the categories file.`
  return { refusal }
}
