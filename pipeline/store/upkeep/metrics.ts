import { sql } from 'kysely'
import type { Store } from '../driver/open.ts'
import { countRows } from '../driver/queries.ts'
import type { CellState } from '../driver/schema.ts'

/** Pending work: waiting and running reports, their cells and those of running months, and unsent mails. */
export interface UnderWay {
  readonly pending: number
  readonly running: number
  readonly mails: number
  readonly cells: readonly { readonly engine: string; readonly state: CellState; readonly cells: number }[]
}

/** Worded like the index `reports_open`, which SQLite doesn't use with parameters. */
const OPEN = sql<boolean>`status in ('PENDING', 'RUNNING')`

/** Counts the pending work. Counting all cells ever asked would take seconds, so finished surveys are left out. */
export async function countUnderWay(db: Store, now: number): Promise<UnderWay> {
  const reports = await db
    .selectFrom('reports')
    .select((eb) => ['status', eb.fn.countAll<number>().as('reports')])
    .where(OPEN)
    .groupBy('status')
    .execute()
  const cells = await db
    .selectFrom('cells')
    .select((eb) => ['engine', 'state', eb.fn.countAll<number>().as('cells')])
    .where('survey_id', 'in', (eb) =>
      eb
        .selectFrom('reports')
        .select('survey_id')
        .where(OPEN)
        .where('survey_id', 'is not', null)
        .$narrowType<{ survey_id: string }>()
        .unionAll(
          eb
            .selectFrom('leases')
            .innerJoin('ranking_months', (join) =>
              join.on(sql<boolean>`leases.name like 'rankings/' || ranking_months.month || '%'`),
            )
            .select('ranking_months.survey_id')
            .where('leases.expires_at', '>', now),
        ),
    )
    .groupBy(['engine', 'state'])
    .execute()
  const mails = await countRows(db.selectFrom('outbox').where('sent_at', 'is', null))
  const count = (status: string) => reports.find((row) => row.status === status)?.reports ?? 0
  return { pending: count('PENDING'), running: count('RUNNING'), mails, cells }
}
