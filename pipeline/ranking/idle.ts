import { marketOf } from '../contract/market/market.ts'
import type { EngineName, LedgerRow } from '../contract/terms.ts'
import type { Store } from '../store/driver/open.ts'
import { newestVersion } from '../store/ranking/rankings.ts'
import { readLedger } from '../store/survey/answers.ts'
import { canarySurvey } from '../store/survey/canaries.ts'
import type { Reader } from '../store/survey/readings.ts'
import { findMonthSurvey } from '../store/survey/surveys.ts'
import { isLeftToRead } from '../survey/read.ts'
import { CANARIES, CANARY_RUNS } from './canaries/questions.ts'
import { keptQuestions } from './categories.ts'
import type { CategoryResult } from './conclude.ts'
import type { RunResult } from './month.ts'
import type { MonthPlan } from './plan.ts'
import { countUnread } from './read.ts'
import { refuseRun } from './refusals.ts'

/** A run with nothing to do, and what its operator should know. */
interface IdleMonth {
  readonly result: RunResult
  readonly warnings: readonly string[]
}

/**
 * The result of a run with nothing to do: every cell of the usable engines has an outcome other than a failure, all answers
 * are published, and the scribe, if any, has read what it can. Undefined if there is something to do.
 */
export async function idleMonth(
  db: Store,
  run: MonthPlan & {
    /** The selected engines that can be asked. */
    readonly able: readonly EngineName[]
    /** The reader of answers; undefined without a scribe. */
    readonly reader: Reader | undefined
  },
): Promise<IdleMonth | undefined> {
  const { month, simulated, runs } = run
  const categories: CategoryResult[] = []
  const warnings: string[] = []
  const published = { unpublished: 'nothing came in since the last version' }
  // The run itself then says why it is refused.
  if ((await refuseRun(db, run.specs, { simulated, scribe: run.reader !== undefined })) !== undefined) return undefined
  if (run.canaries) {
    const ledger = await readLedger(db, canarySurvey(month), 'not asked')
    if (!isWhollyAsked(ledger, CANARIES.length * CANARY_RUNS, run)) return undefined
  }
  for (const spec of run.specs) {
    const { slug } = spec
    const survey = await findMonthSurvey(db, slug, month)
    const newest = await newestVersion(db, slug, month)
    if (survey === undefined || newest === undefined) return undefined
    const ledger = await readLedger(db, survey.id, 'not asked')
    const answersIn = ledger.reduce((sum, row) => sum + row.counted + row.noAnswer, 0)
    const isAsked = isWhollyAsked(ledger, survey.questions.length * runs, run)
    if (!isAsked || answersIn !== newest.answersIn) return undefined
    if (run.reader !== undefined && (await countUnread(db, slug, month)) > 0)
      if (await isLeftToRead(db, survey.id, run.reader)) return undefined
    const kept = keptQuestions(spec, month, survey.questions)
    if (kept !== undefined) warnings.push(kept)
    categories.push({ slug, ...marketOf(spec), ledger, published, newest: newest.version })
  }
  const nothing = { calls: 0, unknown: 0, unknownReadings: 0, costUsd: 0, uncertainUsd: 0, stopped: null }
  return { result: { month, simulated, ...nothing, categories }, warnings }
}

/** Whether every selected engine has this number of cells, and no usable one a cell that could be asked again. */
function isWhollyAsked(
  ledger: readonly LedgerRow[],
  cells: number,
  { selected, able }: { readonly selected: readonly EngineName[]; readonly able: readonly EngineName[] },
): boolean {
  const isPlanned = (engine: EngineName) => ledger.some((row) => row.engine === engine && row.planned >= cells)
  return selected.every(isPlanned) && !ledger.some((row) => able.includes(row.engine) && row.failed + row.skipped > 0)
}
