import type { Stopped } from '../ask/fan-out.ts'
import { suggestQuestions } from '../scribe/suggest.ts'
import { findCategory, keepCategory } from '../store/categories.ts'
import { planCells, plannedRuns } from '../store/cells.ts'
import type { Lease } from '../store/leases.ts'
import { holdLease } from '../store/leases.ts'
import type { Store } from '../store/open.ts'
import { beginMonthSurvey, findMonthSurvey } from '../store/surveys.ts'
import { inTransaction } from '../store/transaction.ts'
import { askForQuestions } from '../survey/scribe.ts'
import type { CategorySpec } from './categories.ts'
import type { RunScope } from './scope.ts'

/** How many questions are written for a category whose file lists none. */
export const QUESTIONS = 10

/** A category with its month's survey planned: every cell is a row before anything is sent. */
export interface PreparedCategory {
  readonly slug: string
  readonly category: string
  readonly surveyId: string
  readonly questions: readonly string[]
}

/** A sentence that refuses the run, where a category holds answers of the other kind; undefined when all may be run. */
export async function refuseMixture(
  db: Store,
  specs: readonly CategorySpec[],
  simulated: boolean,
): Promise<string | undefined> {
  for (const { slug } of specs) {
    const kept = await findCategory(db, slug)
    if (kept === undefined || kept.simulated === simulated) continue
    const [holds, wanted] = kept.simulated ? ['simulated', 'real'] : ['real', 'simulated']
    return `The category ${slug} holds ${holds} answers in this store; use another --database for ${wanted} ones.`
  }
  return undefined
}

/** Prepares the categories in their order, until something stops it. Throws LeaseLost. */
export async function prepareCategories(
  scope: RunScope,
  lease: Lease,
  specs: readonly CategorySpec[],
): Promise<{ readonly prepared: PreparedCategory[]; readonly stopped: Stopped | null }> {
  const prepared: PreparedCategory[] = []
  for (const spec of specs) {
    const next = await prepareCategory(scope, lease, spec)
    if (typeof next === 'string') return { prepared, stopped: next }
    prepared.push(next)
  }
  return { prepared, stopped: null }
}

/** Fixes the month's questions and plans its cells; those that are planned or asked already stay as they are. Throws LeaseLost. */
async function prepareCategory(scope: RunScope, lease: Lease, spec: CategorySpec): Promise<PreparedCategory | Stopped> {
  const { db, month, simulated } = scope
  const { slug, category } = spec
  const begun = await findMonthSurvey(db, slug, month)
  let questions = begun?.questions
  if (questions !== undefined && spec.questions !== undefined && spec.questions.join('\n') !== questions.join('\n'))
    scope.warn(`${slug}: ${month} was begun with other questions than the file has now; it keeps them to its end.`)
  const surveyId = begun?.id ?? `${month}/${slug}`
  if (questions === undefined) {
    const chosen = await chooseQuestions(scope, spec)
    if (typeof chosen === 'string') return chosen
    questions = chosen
    const now = scope.clock.now()
    const fixed = { id: surveyId, simulated, questions: chosen }
    await inTransaction(db, async (trx) => {
      await holdLease(trx, lease, now)
      await keepCategory(trx, { slug, category, simulated, questions: fixed.questions }, now)
      await beginMonthSurvey(trx, slug, month, fixed, now)
    })
  }
  const size = { questions: questions.length, engines: scope.selected, runs: scope.runs }
  await inTransaction(db, async (trx) => {
    await holdLease(trx, lease, scope.clock.now())
    await planCells(trx, surveyId, size)
  })
  if ((await plannedRuns(db, surveyId)) > scope.runs)
    scope.warn(`${slug}: ${month} was begun with more runs than ${scope.runs}; it keeps them to its end.`)
  return { slug, category, surveyId, questions }
}

/** The file's questions; else those kept from earlier months; else written now, by the scribe or from templates. */
async function chooseQuestions(scope: RunScope, spec: CategorySpec): Promise<readonly string[] | Stopped> {
  if (spec.questions !== undefined) return spec.questions
  const kept = await findCategory(scope.db, spec.slug)
  if (kept !== undefined && kept.questions.length > 0) return kept.questions
  const [scribe] = scope.scribes
  if (scribe === undefined) {
    scope.warn(`${spec.slug}: no scribe has a key; its questions come from templates and stay.`)
    return suggestQuestions(spec.category, QUESTIONS)
  }
  const written = await askForQuestions(scope, scribe, spec.category, QUESTIONS)
  if (written === 'outOfBudget') return 'budget'
  if (written === 'stopped') return 'interrupted'
  if (typeof written !== 'string') return written
  scope.warn(`${spec.slug}: the scribe wrote no questions; they come from templates.`)
  return suggestQuestions(spec.category, QUESTIONS)
}
