import { SKIP_REASONS } from '../ask/retry.ts'
import { type Market, marketOf } from '../contract/market/market.ts'
import type { EngineName, LedgerRow } from '../contract/terms.ts'
import { sameIntent } from '../statistics/intents.ts'
import type { Store } from '../store/driver/open.ts'
import { findCategory } from '../store/ranking/categories.ts'
import { newestVersion } from '../store/ranking/rankings.ts'
import { readLedger } from '../store/survey/answers.ts'
import { canarySurvey } from '../store/survey/canaries.ts'
import { findMonthSurvey } from '../store/survey/surveys.ts'
import {
  type EstimatedEngine,
  estimateSurveys,
  type ScribeChoice,
  type SurveyEstimate,
  type SurveyWork,
  unreadAnswers,
} from '../survey/estimate.ts'
import { CANARIES, CANARY_RUNS } from './canaries/questions.ts'
import type { MonthPlan } from './plan.ts'
import { QUESTIONS } from './prepare.ts'
import { countUnread } from './read.ts'

interface PlannedCategory extends Market {
  readonly slug: string
  readonly ledger: LedgerRow[]
  /** As in `Method`, for the questions that are known before the run. */
  readonly sameIntent?: number[][]
}

/** The estimate of a month's run, and the ledgers at its start. */
export interface RunEstimate extends SurveyEstimate {
  readonly categories: readonly PlannedCategory[]
}

const DRY_RUN = 'not asked: a dry run'

/** Estimates a run that would use these engines and scribes, without writing or asking anything. */
export async function estimateMonth(
  db: Store,
  plan: MonthPlan,
  engines: readonly EstimatedEngine[],
  scribes: ScribeChoice,
): Promise<RunEstimate> {
  const categories: PlannedCategory[] = []
  const surveys: SurveyWork[] = []
  for (const { slug, questions: listed, ...spec } of plan.specs) {
    const begun = await findMonthSurvey(db, slug, plan.month)
    const known = begun?.questions ?? listed ?? (await findCategory(db, slug))?.questions ?? []
    const questions = known.length || undefined
    const same = sameIntent(known)
    const stored = begun === undefined ? [] : await readLedger(db, begun.id, DRY_RUN)
    const ledger = ledgerAtStart(stored, questions ?? QUESTIONS, plan, engines)
    categories.push({ slug, ...marketOf(spec), ledger, ...(same.length > 0 && { sameIntent: same }) })
    surveys.push({
      calls: openIn(ledger),
      unread:
        begun === undefined ? 0 : await leftToRead(db, plan.month, { id: begun.id, slug }, stored, ledger, scribes),
      questions: questions === undefined ? QUESTIONS : 0,
    })
  }
  if (plan.canaries) {
    const stored = await readLedger(db, canarySurvey(plan.month), DRY_RUN)
    const ledger = ledgerAtStart(stored, CANARIES.length, { ...plan, runs: CANARY_RUNS }, engines)
    surveys.push({ calls: openIn(ledger), unread: 0, questions: 0 })
  }
  return { ...estimateSurveys(surveys, engines, scribes), categories }
}

/** How many cells each engine has left to ask. */
function openIn(ledger: readonly LedgerRow[]): (engine: EngineName) => number {
  return (engine) => ledger.reduce((sum, row) => sum + (row.engine === engine ? row.failed + row.skipped : 0), 0)
}

/** The stored answers that the run would have read; none of a month that is published, complete and read. */
async function leftToRead(
  db: Store,
  month: string,
  { id, slug }: { readonly id: string; readonly slug: string },
  stored: readonly LedgerRow[],
  ledger: readonly LedgerRow[],
  scribes: ScribeChoice,
): Promise<number> {
  const answersIn = stored.reduce((sum, { counted, noAnswer }) => sum + counted + noAnswer, 0)
  const isOut = (await newestVersion(db, slug, month))?.answersIn === answersIn
  const isOpen = ledger.some(({ failed, skipped }) => failed + skipped > 0)
  const isDone = isOut && !isOpen && (await countUnread(db, slug, month)) === 0
  return isDone ? 0 : unreadAnswers(db, id, stored, scribes)
}

/** The ledger when the run begins, in which cells to ask count as skipped. */
function ledgerAtStart(
  stored: readonly LedgerRow[],
  questions: number,
  { selected, runs }: MonthPlan,
  engines: readonly EstimatedEngine[],
): LedgerRow[] {
  const rows = selected.map((engine) => {
    const now = stored.find((row) => row.engine === engine)
    const planned = Math.max(questions * runs, now?.planned ?? 0)
    const { counted, noAnswer, failed, failures } = now ?? { counted: 0, noAnswer: 0, failed: 0 }
    const skipped = planned - counted - noAnswer - failed
    const reason = engines.some(({ name }) => name === engine) ? DRY_RUN : SKIP_REASONS.noKey
    const counts = { engine, planned, counted, noAnswer, failed, skipped }
    return { ...counts, ...(skipped > 0 && { reason }), ...(failures && { failures }) }
  })
  return [...rows, ...stored.filter((row) => !selected.includes(row.engine))]
}
