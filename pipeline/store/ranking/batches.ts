import { sql } from 'kysely'
import { type EngineName, engineName } from '../../contract/terms.ts'
import { heldNames, type Lease, LeaseLost } from '../driver/leases.ts'
import type { Store } from '../driver/open.ts'
import { countRows, hasRows } from '../driver/queries.ts'
import type { Tables } from '../driver/schema.ts'
import { underLease } from '../driver/transaction.ts'

/** One run of a month, whose categories several processes may share. */
export interface Batch {
  /** The holder of the month's lease. */
  readonly id: string
  readonly month: string
  readonly simulated: boolean
  /** The engines to ask: a worker needs a key for each. */
  readonly engines: readonly EngineName[]
  /** Every engine selected. */
  readonly selected: readonly EngineName[]
}

/** A batch's totals so far; money in billionths of a USD. */
export type BatchTotals = Pick<
  Tables['batches'],
  'calls' | 'unknown_calls' | 'spent_nano' | 'uncertain_nano' | 'stopped'
>

/** The name of the lease of a month, or of one of its categories. */
export function monthLease(month: string, slug?: string): string {
  return slug === undefined ? `rankings/${month}` : `rankings/${month}/${slug}`
}

/** Creates a batch in place of the month's earlier ones; null is no limit. Throws LeaseLost. */
export async function beginBatch(
  db: Store,
  lease: Lease,
  batch: Batch,
  { limitNano, now }: { readonly limitNano: number | null; readonly now: number },
): Promise<void> {
  await underLease(db, lease, now, async (trx) => {
    await trx.deleteFrom('batches').where('month', '=', batch.month).execute()
    await trx
      .insertInto('batches')
      .values({
        id: batch.id,
        month: batch.month,
        simulated: batch.simulated ? 1 : 0,
        engines: JSON.stringify(batch.engines),
        selected: JSON.stringify(batch.selected),
        limit_nano: limitNano,
        spent_nano: 0,
        uncertain_nano: 0,
        calls: 0,
        unknown_calls: 0,
      })
      .execute()
  })
}

/** Deletes the batch; processes still working on it stop. */
export async function endBatch(db: Store, id: string): Promise<void> {
  await db.deleteFrom('batches').where('id', '=', id).execute()
}

/** Adds categories to ask. */
export async function addCategories(trx: Store, batchId: string, slugs: readonly string[]): Promise<void> {
  await trx
    .insertInto('batch_categories')
    .values(slugs.map((slug) => ({ batch_id: batchId, slug })))
    .execute()
}

/** Batches whose runner is alive. */
function running(db: Store, now: number) {
  return db
    .selectFrom('batches')
    .innerJoin('leases', (join) =>
      join.on(sql<boolean>`leases.name = 'rankings/' || batches.month`).onRef('leases.holder', '=', 'batches.id'),
    )
    .where('leases.expires_at', '>', now)
}

/** Running batches, simulated or real, with categories to ask. */
export async function openBatches(db: Store, simulated: boolean, now: number): Promise<Batch[]> {
  const rows = await running(db, now)
    .selectAll('batches')
    .where('batches.simulated', '=', simulated ? 1 : 0)
    .where((eb) => eb.or([eb('batches.stopped', 'is', null), eb('batches.stopped', '=', 'budget')]))
    .where('batches.id', 'in', (eb) => eb.selectFrom('batch_categories').select('batch_id'))
    .execute()
  return rows.map(toBatch)
}

/** The batch, or undefined once it is over. */
export async function findBatch(db: Store, id: string): Promise<Batch | undefined> {
  const row = await db.selectFrom('batches').selectAll().where('id', '=', id).executeTakeFirst()
  return row && toBatch(row)
}

function toBatch({ id, month, simulated, engines, selected }: Tables['batches']): Batch {
  const names = (json: string) => engineName.array().parse(JSON.parse(json))
  return { id, month, simulated: simulated === 1, engines: names(engines), selected: names(selected) }
}

/** Whether the batch may send calls, waits for those in flight, or cuts them. */
export async function batchState(db: Store, id: string, now: number): Promise<'open' | 'stopped' | 'cut'> {
  const row = await running(db, now).select('batches.stopped').where('batches.id', '=', id).executeTakeFirst()
  if (row?.stopped === 'cut') return 'cut'
  return row === undefined || row.stopped === 'interrupted' ? 'stopped' : 'open'
}

/** Records why the batch stopped; 'budget' never replaces a person's stop. */
export async function stopBatch(db: Store, id: string, why: 'budget' | 'interrupted' | 'cut'): Promise<void> {
  const update = db.updateTable('batches').set({ stopped: why }).where('id', '=', id)
  await (why === 'budget' ? update.where('stopped', 'is', null) : update).execute()
}

/** The batch's totals. Throws LeaseLost if another run of the month has begun. */
export async function batchTotals(db: Store, id: string): Promise<BatchTotals> {
  const totals = await db
    .selectFrom('batches')
    .select(['calls', 'unknown_calls', 'spent_nano', 'uncertain_nano', 'stopped'])
    .where('id', '=', id)
    .executeTakeFirst()
  if (totals === undefined) throw new LeaseLost('another run of the month has begun')
  return totals
}

/** Whether the category is still to be asked. */
export async function isOpenCategory(db: Store, batchId: string, slug: string): Promise<boolean> {
  return hasRows(db.selectFrom('batch_categories').where('batch_id', '=', batchId).where('slug', '=', slug))
}

/** How many categories of the batch are still to be asked. */
export async function countOpenCategories(db: Store, batchId: string): Promise<number> {
  return countRows(db.selectFrom('batch_categories').where('batch_id', '=', batchId))
}

/** Up to `limit` categories of the batch that no process seems to be asking. */
export async function freeCategories(db: Store, { id, month }: Batch, now: number, limit: number): Promise<string[]> {
  const rows = await db
    .selectFrom('batch_categories')
    .select('slug')
    .where('batch_id', '=', id)
    .where(sql<string>`${monthLease(month)} || '/' || slug`, 'not in', heldNames(db, now))
    .orderBy('slug')
    .limit(limit)
    .execute()
  return rows.map(({ slug }) => slug)
}

/** Removes the category from the batch. Throws LeaseLost. */
export async function categoryDone(db: Store, lease: Lease, batchId: string, slug: string, now: number): Promise<void> {
  await underLease(db, lease, now, (trx) =>
    trx.deleteFrom('batch_categories').where('batch_id', '=', batchId).where('slug', '=', slug).execute(),
  )
}

/** Counts calls that a process had in flight when it died. */
export async function addUnknown(db: Store, batchId: string, calls: number): Promise<void> {
  await db
    .updateTable('batches')
    .set((eb) => ({ unknown_calls: eb('unknown_calls', '+', calls) }))
    .where('id', '=', batchId)
    .execute()
}

/** Whether a process is working on a category of the month. */
export async function hasWorkers(db: Store, month: string, now: number): Promise<boolean> {
  return hasRows(
    db
      .selectFrom('leases')
      .where('name', 'like', `${monthLease(month)}/%`)
      .where('expires_at', '>', now),
  )
}
