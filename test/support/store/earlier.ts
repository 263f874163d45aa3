import type { Store } from '../../../pipeline/store/driver/open.ts'
import { endReport, insertReport } from '../../../pipeline/store/report/reports.ts'
import { newReport } from '../job.ts'
import { frozenRanking, publish } from '../rankings.ts'
import { frozenReport } from '../reports.ts'

/** The method of bodies frozen before readers, rank ranges and changes over common cells existed. */
const METHOD = { detector: '2026-11-21', namesBy: 'model' }

/** Stores a ranking and a report in the form of an earlier version; returns the report's slug. */
export async function freezeEarlier(db: Store, accountId: string | null = null): Promise<string> {
  const ranking = frozenRanking()
  await publish(db, ranking)
  const changes = [
    { from: 0.5, to: 1, moved: true },
    { from: 0.5, to: 0.25, moved: null, modelChanged: true },
  ]
  const brands = ranking.brands.map(({ rankRange: _, ...brand }, at) => ({ ...brand, change: changes[at] }))
  const comparedWith = { month: '2026-09', version: 1 }
  const old = JSON.stringify({ ...ranking, brands, method: METHOD, comparedWith })
  await db.updateTable('rankings').set({ body: old }).execute()

  const { overallScoreInterval: _, ...report } = frozenReport()
  const { slug, brand, category } = report
  await insertReport(db, newReport({ slug, brand, category, funding: 'CREDITS', accountId }), 0)
  await endReport(db, slug, { error: null, body: frozenReport() }, 0)
  await db
    .updateTable('reports')
    .set({ body: JSON.stringify({ ...report, method: METHOD }) })
    .execute()
  return slug
}
