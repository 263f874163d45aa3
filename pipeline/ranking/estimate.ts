import type { EstimatedEngine } from '../ask/estimate.ts'
import { estimateCalls } from '../ask/estimate.ts'
import { SKIP_REASONS } from '../ask/retry.ts'
import type { EngineName, LedgerRow } from '../contract/terms.ts'
import type { Store } from '../store/driver/open.ts'
import { findCategory } from '../store/ranking/categories.ts'
import { readLedger } from '../store/survey/answers.ts'
import { countReadings } from '../store/survey/readings.ts'
import { findMonthSurvey } from '../store/survey/surveys.ts'
import type { ScribeChoice, ScribeWork, SurveyEstimate } from '../survey/estimate.ts'
import { withScribes } from '../survey/estimate.ts'
import type { CategorySpec } from './categories.ts'
import { QUESTIONS } from './prepare.ts'

/** What a run of a month would ask, and the ledgers as they would stand when it begins. */
export interface RunEstimate extends SurveyEstimate {
  readonly categories: readonly { slug: string; ledger: LedgerRow[] }[]
}

const DRY_RUN = 'not asked: a dry run'

/** Estimates a run without writing or asking anything. */
export async function estimateMonth(
  db: Store,
  run: {
    month: string
    specs: readonly CategorySpec[]
    engines: readonly EstimatedEngine[]
    selected: readonly EngineName[]
    runs: number
    scribes: ScribeChoice
  },
): Promise<RunEstimate> {
  const categories: { slug: string; ledger: LedgerRow[] }[] = []
  for (const spec of run.specs) categories.push({ slug: spec.slug, ledger: await ledgerOf(db, spec, run) })

  const callsOf = (name: EngineName) =>
    categories
      .flatMap(({ ledger }) => ledger.filter((row) => row.engine === name))
      .reduce((sum, row) => sum + row.failed + row.skipped, 0)
  const work: ScribeWork[] = []
  for (const [at, spec] of run.specs.entries()) work.push(await scribeWork(db, spec, run, categories[at]?.ledger ?? []))
  return { ...withScribes(estimateCalls(run.engines, callsOf), work, run.scribes), categories }
}

/** What there is to read when the run has asked, and the questions to write before. */
async function scribeWork(
  db: Store,
  spec: CategorySpec,
  { month, engines }: Parameters<typeof estimateMonth>[1],
  ledger: readonly LedgerRow[],
): Promise<ScribeWork> {
  const begun = await findMonthSurvey(db, spec.slug, month)
  const kept = (await findCategory(db, spec.slug))?.questions.length
  const sum = (of: (row: LedgerRow) => number) => ledger.reduce((total, row) => total + of(row), 0)
  const came = sum((row) => row.counted)
  const toCome = sum((row) => (engines.some(({ name }) => name === row.engine) ? row.failed + row.skipped : 0))
  const unread = begun !== undefined && (await countReadings(db, begun.id)) >= came ? 0 : came
  const questions = begun === undefined && spec.questions === undefined && !kept ? QUESTIONS : 0
  return { answers: toCome + unread, questions }
}

/** The ledger as it would stand when the run begins: what is asked then counts as skipped until it is. */
async function ledgerOf(db: Store, spec: CategorySpec, run: Parameters<typeof estimateMonth>[1]): Promise<LedgerRow[]> {
  const begun = await findMonthSurvey(db, spec.slug, run.month)
  const kept = (await findCategory(db, spec.slug))?.questions.length
  const questions = begun?.questions.length ?? spec.questions?.length ?? (kept || QUESTIONS)
  const ledger = begun === undefined ? [] : await readLedger(db, begun.id, DRY_RUN)
  const rows = run.selected.map((engine) => {
    const now = ledger.find((row) => row.engine === engine)
    const planned = Math.max(questions * run.runs, now?.planned ?? 0)
    const { counted, noAnswer, failed, failures } = now ?? { counted: 0, noAnswer: 0, failed: 0 }
    const skipped = planned - counted - noAnswer - failed
    const reason = run.engines.some(({ name }) => name === engine) ? DRY_RUN : SKIP_REASONS.noKey
    return {
      engine,
      planned,
      counted,
      noAnswer,
      failed,
      skipped,
      ...(skipped > 0 && { reason }),
      ...(failures && { failures }),
    }
  })
  return [...rows, ...ledger.filter((row) => !run.selected.includes(row.engine))]
}
