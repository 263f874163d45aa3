import { sql } from 'kysely'
import type { EngineName } from '../../contract/terms.ts'
import { engineName } from '../../contract/terms.ts'
import type { Lease } from '../driver/leases.ts'
import { holdLease } from '../driver/leases.ts'
import type { Store } from '../driver/open.ts'
import type { Tables } from '../driver/schema.ts'
import { inTransaction } from '../driver/transaction.ts'

/** A month's run that several processes work off together. */
export interface Batch {
  /** The holder of the month's lease, whose runner's it is. */
  readonly id: string
  readonly month: string
  readonly simulated: boolean
  /** The engines that are asked: who works on it has a key for each. */
  readonly engines: readonly EngineName[]
  /** Every engine selected. */
  readonly selected: readonly EngineName[]
}

/** A category of a batch that is not done. */
export interface BatchCategory {
  readonly slug: string
  readonly category: string
  readonly surveyId: string
}

/** The lease of a month, and of one category of it. */
export function monthLease(month: string, slug?: string): string {
  return slug === undefined ? `rankings/${month}` : `rankings/${month}/${slug}`
}

/** Begins a batch in place of the month's earlier ones. Throws LeaseLost. */
export async function beginBatch(
  db: Store,
  lease: Lease,
  batch: Batch & { readonly limitNano: number | null },
  now: number,
): Promise<void> {
  await inTransaction(db, async (trx) => {
    await holdLease(trx, lease, now)
    await trx.deleteFrom('batches').where('month', '=', batch.month).execute()
    await trx
      .insertInto('batches')
      .values({
        id: batch.id,
        month: batch.month,
        simulated: batch.simulated ? 1 : 0,
        engines: JSON.stringify(batch.engines),
        selected: JSON.stringify(batch.selected),
        limit_nano: batch.limitNano,
        spent_nano: 0,
        uncertain_nano: 0,
        reserved_nano: 0,
        under_way: 0,
        calls: 0,
        unknown_calls: 0,
        stopped: null,
        cut: 0,
        started_at: now,
      })
      .execute()
  })
}

/** Puts the batch's categories down, to be worked off. */
export async function addCategories(trx: Store, batchId: string, categories: readonly BatchCategory[]): Promise<void> {
  await trx
    .insertInto('batch_categories')
    .values(
      categories.map(({ slug, category, surveyId }) => ({
        batch_id: batchId,
        slug,
        category,
        survey_id: surveyId,
        done_at: null,
      })),
    )
    .execute()
}

function running(db: Store, now: number) {
  return db
    .selectFrom('batches')
    .innerJoin('leases', (join) =>
      join.on(sql<boolean>`leases.name = 'rankings/' || batches.month`).onRef('leases.holder', '=', 'batches.id'),
    )
    .where('leases.expires_at', '>', now)
}

/** The batches of this kind that are under way: their runner lives, and nobody stopped them. */
export async function openBatches(db: Store, simulated: boolean, now: number): Promise<Batch[]> {
  const rows = await running(db, now)
    .selectAll('batches')
    .where('batches.simulated', '=', simulated ? 1 : 0)
    .where((eb) => eb.or([eb('batches.stopped', 'is', null), eb('batches.stopped', '=', 'budget')]))
    .execute()
  return rows.map(toBatch)
}

/** The batch, whatever became of it; undefined where the month was begun anew. */
export async function findBatch(db: Store, id: string): Promise<Batch | undefined> {
  const row = await db.selectFrom('batches').selectAll().where('id', '=', id).executeTakeFirst()
  return row && toBatch(row)
}

function toBatch(row: Tables['batches']): Batch {
  return {
    id: row.id,
    month: row.month,
    simulated: row.simulated === 1,
    engines: engineName.array().parse(JSON.parse(row.engines)),
    selected: engineName.array().parse(JSON.parse(row.selected)),
  }
}

/** Whether calls may be sent for the batch, those under way are waited for, or they are cut. */
export async function batchState(db: Store, id: string, now: number): Promise<'open' | 'stopped' | 'cut'> {
  const row = await running(db, now)
    .select(['batches.stopped', 'batches.cut'])
    .where('batches.id', '=', id)
    .executeTakeFirst()
  if (row?.cut === 1) return 'cut'
  return row === undefined || row.stopped === 'interrupted' ? 'stopped' : 'open'
}

/** Stops the batch for whoever works on it. */
export async function stopBatch(db: Store, id: string): Promise<void> {
  await db.updateTable('batches').set({ stopped: 'interrupted' }).where('id', '=', id).execute()
}

/** Notes that there was no room for some call of the batch; cheaper ones go on. */
export async function noteBudgetEnded(db: Store, id: string): Promise<void> {
  await db.updateTable('batches').set({ stopped: 'budget' }).where('id', '=', id).where('stopped', 'is', null).execute()
}

/** Has the calls under way cut, whoever sent them. */
export async function cutBatch(db: Store, id: string): Promise<void> {
  await db.updateTable('batches').set({ cut: 1 }).where('id', '=', id).execute()
}

/** Why the batch did not, or will not, ask everything; null where nothing speaks against it. */
export async function whyStopped(db: Store, id: string): Promise<'budget' | 'interrupted' | null> {
  const row = await db.selectFrom('batches').select('stopped').where('id', '=', id).executeTakeFirst()
  return row?.stopped ?? null
}

/** The category, where it is still to be worked off. */
export async function openCategory(db: Store, batchId: string, slug: string): Promise<BatchCategory | undefined> {
  const row = await db
    .selectFrom('batch_categories')
    .select(['slug', 'category', 'survey_id'])
    .where('batch_id', '=', batchId)
    .where('slug', '=', slug)
    .where('done_at', 'is', null)
    .executeTakeFirst()
  return row && { slug: row.slug, category: row.category, surveyId: row.survey_id }
}

/** Whether a category is still to be worked off: its batch goes on, and it isn't done. */
export async function isOpenCategory(db: Store, batchId: string, slug: string): Promise<boolean> {
  return (await whyStopped(db, batchId)) !== 'interrupted' && (await openCategory(db, batchId, slug)) !== undefined
}

/** How many categories of the batch are not done. */
export async function countOpenCategories(db: Store, batchId: string): Promise<number> {
  const { open } = await db
    .selectFrom('batch_categories')
    .select((eb) => eb.fn.countAll<number>().as('open'))
    .where('batch_id', '=', batchId)
    .where('done_at', 'is', null)
    .executeTakeFirstOrThrow()
  return open
}

/** Marks the category as done. Throws LeaseLost where another process has it by now. */
export async function categoryDone(db: Store, lease: Lease, batchId: string, slug: string, now: number): Promise<void> {
  await inTransaction(db, async (trx) => {
    await holdLease(trx, lease, now)
    await trx
      .updateTable('batch_categories')
      .set({ done_at: now })
      .where('batch_id', '=', batchId)
      .where('slug', '=', slug)
      .execute()
  })
}

/** Adds calls that a process had under way when it ended. */
export async function addUnknown(db: Store, batchId: string, calls: number): Promise<void> {
  if (calls === 0) return
  await db
    .updateTable('batches')
    .set((eb) => ({ unknown_calls: eb('unknown_calls', '+', calls) }))
    .where('id', '=', batchId)
    .execute()
}

/** Whether any process works on a category of the month just now. */
export async function hasWorkers(db: Store, month: string, now: number): Promise<boolean> {
  const row = await db
    .selectFrom('leases')
    .select('name')
    .where('name', 'like', `${monthLease(month)}/%`)
    .where('expires_at', '>', now)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

/** How many cells of the surveys were finished since then (epoch ms), by engine, and apart from them those skipped. */
export async function finishedSince(
  db: Store,
  surveyIds: readonly string[],
  since: number,
): Promise<{ engine: EngineName; skipped: boolean; cells: number }[]> {
  const rows = await db
    .selectFrom('cells')
    .select((eb) => ['engine', 'state', eb.fn.countAll<number>().as('cells')])
    .where('survey_id', 'in', [...surveyIds])
    .where('finished_at', '>=', since)
    .where('state', 'in', ['answered', 'noAnswer', 'failed', 'skipped'])
    .groupBy(['engine', 'state'])
    .execute()
  return rows.map(({ engine, state, cells }) => ({
    engine: engineName.parse(engine),
    skipped: state === 'skipped',
    cells,
  }))
}
