import type { PlanName, ReportProgress } from '../../contract/report.ts'
import { PLANS } from '../../contract/report.ts'
import type { EngineName } from '../../contract/terms.ts'
import type { Store } from '../driver/open.ts'

/**
 * How many answers of a report are finished, of how many that are planned. An engine is asked unless all its cells are
 * skipped; the cells that it left when it stopped are finished too. Before the cells are planned: what the plan asks of
 * the engines selected, on own keys of those that a key was sent for.
 */
export async function countAnswers(
  db: Store,
  report: {
    readonly surveyId: string | null
    readonly plan: PlanName
    readonly engines: readonly EngineName[]
    readonly byokEngines: readonly EngineName[] | null
  },
): Promise<ReportProgress['progress']> {
  const { surveyId, byokEngines, engines } = report
  const rows = surveyId === null ? [] : await cellCounts(db, surveyId)
  if (rows.length === 0) {
    const { questions, runs } = PLANS[report.plan]
    const asked = byokEngines === null ? engines : engines.filter((engine) => byokEngines.includes(engine))
    return { answersStored: 0, answersPlanned: questions * runs * asked.length }
  }
  const asked = new Set(rows.filter((row) => row.state !== 'skipped').map((row) => row.engine))
  let [answersStored, answersPlanned] = [0, 0]
  for (const { engine, state, cells } of rows) {
    if (!asked.has(engine)) continue
    answersPlanned += cells
    if (state !== 'planned' && state !== 'sent') answersStored += cells
  }
  return { answersStored, answersPlanned }
}

function cellCounts(db: Store, surveyId: string) {
  return db
    .selectFrom('cells')
    .select((eb) => ['engine', 'state', eb.fn.countAll<number>().as('cells')])
    .where('survey_id', '=', surveyId)
    .groupBy(['engine', 'state'])
    .execute()
}
