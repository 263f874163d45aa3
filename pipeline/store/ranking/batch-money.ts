import type { Lease } from '../driver/leases.ts'
import type { Store } from '../driver/open.ts'
import { inTransaction } from '../driver/transaction.ts'

/** What became of calls of one process, in billionths of a USD; `ended` calls had `released` set aside, `calls` of them were sent. */
export interface SettledCalls {
  readonly spent: number
  readonly uncertain: number
  readonly released: number
  readonly ended: number
  readonly calls: number
}

/** The batch's money after a step; `granted` is how many of the wanted calls may be sent, the first ones. */
export interface MoneyState {
  readonly granted: number
  readonly spent: number
  readonly uncertain: number
  /** Calls under way of all processes. */
  readonly underWay: number
  readonly stopped: boolean
}

/** Opens a process's account with the batch, under the lease it works with. */
export async function openReservation(db: Store, batchId: string, { name, holder }: Lease): Promise<void> {
  await db
    .insertInto('batch_reservations')
    .values({ batch_id: batchId, lease: name, holder, nano: 0, under_way: 0, step: 0, granted: 0 })
    .execute()
}

/**
 * One step of a process with the batch's money, in one transaction whose first statement takes the batch's row: books what
 * came back, then sets aside the worst case of as many wanted calls, in their order, as the limit has room for. The same
 * step may be done again where it is unknown whether it was.
 */
export async function bookCalls(
  db: Store,
  batchId: string,
  holder: string,
  {
    step,
    settled,
    wanted,
  }: { readonly step: number; readonly settled: SettledCalls; readonly wanted: readonly number[] },
): Promise<MoneyState> {
  return inTransaction(db, async (trx) => {
    const batch = await lockBatch(trx, batchId)
    if (batch === undefined) return { granted: 0, spent: 0, uncertain: 0, underWay: 0, stopped: true }
    const own = await trx
      .selectFrom('batch_reservations')
      .select(['nano', 'under_way', 'step', 'granted'])
      .where('batch_id', '=', batchId)
      .where('holder', '=', holder)
      .executeTakeFirst()
    const stopped = batch.stopped === 'interrupted'
    const state = { spent: batch.spent_nano, uncertain: batch.uncertain_nano, underWay: batch.under_way, stopped }
    // Taken for dead: what it had set aside counts as spent already, and it gets no more.
    if (own === undefined) return { ...state, granted: 0, stopped: true }
    if (own.step === step) return { ...state, granted: own.granted }

    const spent = batch.spent_nano + settled.spent
    const uncertain = batch.uncertain_nano + settled.uncertain
    const reserved = batch.reserved_nano - settled.released
    const room = stopped ? 0 : (batch.limit_nano ?? Number.MAX_SAFE_INTEGER) - spent - uncertain - reserved
    let granted = 0
    let set = 0
    for (const worst of wanted) {
      if (set + worst > room) break
      set += worst
      granted += 1
    }
    const underWay = batch.under_way - settled.ended + granted
    await trx
      .updateTable('batches')
      .set({
        spent_nano: spent,
        uncertain_nano: uncertain,
        reserved_nano: reserved + set,
        under_way: underWay,
        calls: batch.calls + settled.calls,
      })
      .where('id', '=', batchId)
      .execute()
    await trx
      .updateTable('batch_reservations')
      .set({
        nano: own.nano - settled.released + set,
        under_way: own.under_way - settled.ended + granted,
        step,
        granted,
      })
      .where('batch_id', '=', batchId)
      .where('holder', '=', holder)
      .execute()
    return { granted, spent, uncertain, underWay, stopped }
  })
}

/** Closes the accounts of these holders, or of all whose lease has run out: what they had set aside may have been spent. */
export async function closeReservations(
  db: Store,
  batchId: string,
  whose: { readonly holder: string } | { readonly deadAt: number },
): Promise<void> {
  await inTransaction(db, async (trx) => {
    const batch = await lockBatch(trx, batchId)
    if (batch === undefined) return
    const all = trx.deleteFrom('batch_reservations').where('batch_id', '=', batchId)
    const closed = await ('holder' in whose
      ? all.where('holder', '=', whose.holder)
      : all.where(({ not, exists, selectFrom }) =>
          not(
            exists(
              selectFrom('leases')
                .select('leases.name')
                .whereRef('leases.name', '=', 'batch_reservations.lease')
                .whereRef('leases.holder', '=', 'batch_reservations.holder')
                .where('leases.expires_at', '>', whose.deadAt),
            ),
          ),
        )
    )
      .returning(['nano', 'under_way'])
      .execute()
    const nano = closed.reduce((sum, row) => sum + row.nano, 0)
    const calls = closed.reduce((sum, row) => sum + row.under_way, 0)
    if (closed.length === 0) return
    await trx
      .updateTable('batches')
      .set({
        reserved_nano: batch.reserved_nano - nano,
        uncertain_nano: batch.uncertain_nano + nano,
        under_way: batch.under_way - calls,
        calls: batch.calls + calls,
      })
      .where('id', '=', batchId)
      .execute()
  })
}

/** What the batch came to: calls sent, calls unknown, and its money in billionths of a USD. */
export async function batchTotals(
  db: Store,
  batchId: string,
): Promise<{ calls: number; unknown: number; spent: number; uncertain: number }> {
  const row = await db
    .selectFrom('batches')
    .select(['calls', 'unknown_calls as unknown', 'spent_nano as spent', 'uncertain_nano as uncertain'])
    .where('id', '=', batchId)
    .executeTakeFirst()
  return row ?? { calls: 0, unknown: 0, spent: 0, uncertain: 0 }
}

/** The batch's row, which no other process changes until the transaction ends. */
function lockBatch(trx: Store, batchId: string) {
  return trx
    .updateTable('batches')
    .set((eb) => ({ calls: eb.ref('calls') }))
    .where('id', '=', batchId)
    .returningAll()
    .executeTakeFirst()
}
