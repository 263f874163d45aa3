import type { RawBuilder } from 'kysely'
import { sql } from 'kysely'
import type { Store } from '../driver/open.ts'
import type { CellState } from '../driver/schema.ts'

/** What the store has to do: reports that wait and run, cells of whatever is under way, mails that are not sent. */
export interface UnderWay {
  readonly pending: number
  readonly running: number
  readonly mails: number
  readonly cells: readonly { readonly engine: string; readonly state: CellState; readonly cells: number }[]
}

/** In the words of the index `reports_open`: SQLite doesn't find it where they are parameters. */
const OPEN: RawBuilder<boolean> = sql<boolean>`status in ('PENDING', 'RUNNING')`

/**
 * Counts the work under way (epoch ms). Of the cells only those of open reports and of the months that somebody runs: a
 * store keeps every cell ever asked, and to count them all would take seconds.
 */
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
  const { mails } = await db
    .selectFrom('outbox')
    .select((eb) => eb.fn.countAll<number>().as('mails'))
    .where('sent_at', 'is', null)
    .executeTakeFirstOrThrow()
  const count = (status: string) => reports.find((row) => row.status === status)?.reports ?? 0
  return { pending: count('PENDING'), running: count('RUNNING'), mails, cells }
}
