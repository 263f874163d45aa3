import type { PlanName, ReportProgress } from '../../contract/report.ts'
import { PLANS } from '../../contract/report.ts'
import type { EngineName } from '../../contract/terms.ts'
import type { Store } from '../driver/open.ts'

/**
 * A report's finished and planned answers. Engines whose cells are all skipped don't count; otherwise a skipped cell is
 * finished. Before its cells exist, the numbers follow from the plan and the engines that have a key.
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
  const rows = await db
    .selectFrom('cells')
    .select((eb) => ['engine', 'state', eb.fn.countAll<number>().as('cells')])
    .where('survey_id', '=', surveyId)
    .groupBy(['engine', 'state'])
    .execute()
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
