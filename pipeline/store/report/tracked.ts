import type { NotNull, Selection } from 'kysely'
import type { ReportStatus } from '../../contract/report.ts'
import type { Cadence } from '../../contract/words.ts'
import { randomId } from '../driver/ids.ts'
import type { Store } from '../driver/open.ts'
import { hasRows } from '../driver/queries.ts'
import type { Tables } from '../driver/schema.ts'
import { foldedCategory } from '../ranking/categories.ts'
import { insertReport } from './reports.ts'
import { type AskedProduct, listsOf, productRow } from './rows.ts'

/** A product to be asked about in every period. */
export interface NewTracked extends AskedProduct {
  /** The account that its reports join; null for none. */
  readonly accountId: string | null
  readonly every: Cadence
}

/** A tracked product; times are epoch ms. */
export interface TrackedProduct extends NewTracked {
  readonly id: string
  readonly createdAt: number
}

/** A report of a tracked product. */
export interface TrackedReport {
  readonly slug: string
  readonly status: ReportStatus
  readonly simulated: boolean
  readonly period: string
  readonly createdAt: number
  readonly completedAt: number | null
}

const COLUMNS = [
  ...(['id', 'account_id as accountId', 'every', 'plan', 'domain', 'brand', 'aliases', 'category'] as const),
  ...(['country', 'language'] as const),
  ...(['description', 'engines', 'seed_prompts as seedPrompts', 'created_at as createdAt'] as const),
] as const

/** Tracks the product; returns its id, or the id of one already tracked with the same account, domain, category and market. */
export async function insertTracked(
  db: Store,
  product: NewTracked,
  now: number,
): Promise<{ readonly id: string } | { readonly already: string }> {
  const { accountId, every, domain, category, country, language } = product
  const identity = JSON.stringify([accountId, domain, foldedCategory(category), country, language])
  const id = randomId()
  const { id: kept } = await db
    .insertInto('tracked_products')
    .values({ ...productRow(product), id, account_id: accountId, identity, every, created_at: now, touched_at: now })
    // Changes nothing, but returns the row that is there.
    .onConflict((conflict) => conflict.column('identity').doUpdateSet({ identity }))
    .returning('id')
    .executeTakeFirstOrThrow()
  return kept === id ? { id } : { already: kept }
}

/** The tracked products, oldest first; with an account, only its own. */
export async function listTracked(db: Store, accountId?: string): Promise<TrackedProduct[]> {
  let query = db.selectFrom('tracked_products').select(COLUMNS)
  if (accountId !== undefined) query = query.where('account_id', '=', accountId)
  const rows = await query.orderBy('created_at').orderBy('id').execute()
  return rows.map(toTracked)
}

function toTracked(row: Selection<Tables, 'tracked_products', (typeof COLUMNS)[number]>): TrackedProduct {
  return { ...row, ...listsOf(row) }
}

/** The reports of every tracked product, newest first, by its id. */
export async function trackedReports(db: Store): Promise<Map<string, TrackedReport[]>> {
  const rows = await db
    .selectFrom('reports')
    .select(['tracked_id as trackedId', 'tracked_period as period', 'slug', 'status', 'simulated'])
    .select(['created_at as createdAt', 'completed_at as completedAt'])
    .where('tracked_id', 'is not', null)
    .where('tracked_period', 'is not', null)
    .$narrowType<{ trackedId: NotNull; period: NotNull }>()
    .orderBy('created_at', 'desc')
    .orderBy('slug', 'desc')
    .execute()
  const reports = rows.map((row) => ({ ...row, simulated: row.simulated === 1 }))
  return Map.groupBy(reports, ({ trackedId }) => trackedId)
}

/** Stops tracking the product; its reports stay, as reports of no tracked product. False if there is none. */
export async function removeTracked(db: Store, id: string): Promise<boolean> {
  const removed = await db.deleteFrom('tracked_products').where('id', '=', id).executeTakeFirst()
  return removed.numDeletedRows === 1n
}

/**
 * Inserts the product's report for a period, free of charge; false, and nothing, if it already has one for this period, if
 * one for another period has not ended, or if the product is no longer tracked.
 */
export async function insertTrackedReport(
  trx: Store,
  product: TrackedProduct,
  report: { readonly slug: string; readonly simulated: boolean; readonly period: string },
  now: number,
): Promise<boolean> {
  const { id, every: _, createdAt: __, ...asked } = product
  const { slug, simulated, period } = report
  const touched = await trx
    .updateTable('tracked_products')
    .set({ touched_at: now })
    .where('id', '=', id)
    .executeTakeFirst()
  if (touched.numUpdatedRows === 0n) return false
  const open = trx
    .selectFrom('reports')
    .where('tracked_id', '=', id)
    .where('simulated', '=', simulated ? 1 : 0)
    .where('status', 'in', ['PENDING', 'RUNNING'])
  // Its questions may not be written yet, and both must ask the same.
  if (await hasRows(open)) return false
  const free = { funding: 'FREE', byokEngines: null, endMailUrl: null } as const
  return insertReport(trx, { ...asked, ...free, slug, simulated, tracked: { id, period } }, now)
}

/**
 * The questions that every report of the tracked product asks, those of its first report of the same kind, simulated or real;
 * undefined until they are fixed.
 */
export async function trackedQuestions(
  db: Store,
  { id, simulated }: { readonly id: string; readonly simulated: boolean },
): Promise<readonly string[] | undefined> {
  const first = db
    .selectFrom('reports')
    .select('survey_id')
    .where('tracked_id', '=', id)
    .where('simulated', '=', simulated ? 1 : 0)
    .where('survey_id', 'is not', null)
    .orderBy('created_at')
    .orderBy('slug')
    .limit(1)
  const rows = await db
    .selectFrom('survey_questions')
    .select('text')
    .where('survey_id', '=', first)
    .orderBy('question')
    .execute()
  return rows.length === 0 ? undefined : rows.map(({ text }) => text)
}
