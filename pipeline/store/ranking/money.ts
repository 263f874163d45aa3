import type { Lease } from '../driver/leases.ts'
import type { Store } from '../driver/open.ts'
import { inSharedTransaction, inTransaction } from '../driver/transaction.ts'

/** A call to send and its worst case in billionths of a USD; ids are unique within a lease. */
export interface WantedCall {
  readonly id: number
  readonly worst: number
}

/** A finished call with its known and its possible cost; `counts` if it was sent to an engine. */
export interface EndedCall {
  readonly id: number
  readonly spent: number
  readonly uncertain: number
  readonly counts: boolean
}

/** Settles ended calls, then reserves the worst cases of wanted ones. */
export interface MoneyStep {
  readonly ended: readonly EndedCall[]
  readonly wanted: readonly WantedCall[]
}

/** The result of a step: the first `granted` wanted calls may be sent; `underWay` counts all processes' calls. */
export interface MoneyState {
  readonly granted: number
  readonly underWay: number
  readonly stopped: boolean
}

/** How many of the wanted calls fit, in their order. */
export function countFitting(room: number, wanted: readonly WantedCall[]): number {
  let left = room
  const over = wanted.findIndex(({ worst }) => {
    left -= worst
    return left < 0
  })
  return over === -1 ? wanted.length : over
}

/** Applies one process's step to the batch's budget, with the batch's row locked. Repeating a step is harmless. */
export function bookCalls(
  db: Store,
  batchId: string,
  { name, holder }: Lease,
  { ended, wanted }: MoneyStep,
): Promise<MoneyState> {
  return inSharedTransaction(db, async (trx) => {
    const batch = await lockBatch(trx, batchId)
    if (batch === undefined) return { granted: 0, underWay: 0, stopped: true }
    const rows = await trx.selectFrom('batch_calls').selectAll().where('batch_id', '=', batchId).execute()
    const own = new Set(rows.filter((row) => row.holder === holder).map(({ call }) => call))
    // A call without a row was already booked, by this step or as a dead process's.
    const booked = ended.filter(({ id }) => own.has(id))
    const ids = booked.map(({ id }) => id)
    if (ids.length > 0)
      await trx.deleteFrom('batch_calls').where('holder', '=', holder).where('call', 'in', ids).execute()
    const underWay = rows.filter((row) => row.holder !== holder || !ids.includes(row.call))

    const spent = batch.spent_nano + sum(booked.map((call) => call.spent))
    const uncertain = batch.uncertain_nano + sum(booked.map((call) => call.uncertain))
    const room =
      (batch.limit_nano ?? Number.MAX_SAFE_INTEGER) - spent - uncertain - sum(underWay.map(({ nano }) => nano))
    const fresh = wanted.filter(({ id }) => !own.has(id))
    const stopped = batch.stopped !== null && batch.stopped !== 'budget'
    const granted = fresh.slice(0, stopped ? 0 : countFitting(room, fresh))
    if (granted.length > 0)
      await trx
        .insertInto('batch_calls')
        .values(granted.map(({ id, worst }) => ({ batch_id: batchId, lease: name, holder, call: id, nano: worst })))
        .execute()
    const calls = batch.calls + booked.filter(({ counts }) => counts).length
    await trx
      .updateTable('batches')
      .set({ spent_nano: spent, uncertain_nano: uncertain, calls })
      .where('id', '=', batchId)
      .execute()
    const before = wanted.length - fresh.length
    return { granted: before + granted.length, underWay: underWay.length + granted.length, stopped }
  })
}

/** Counts reservations of processes whose lease has expired as spent: their calls may have been billed. */
export async function writeOffDead(db: Store, batchId: string, now: number): Promise<void> {
  await inTransaction(db, async (trx) => {
    const batch = await lockBatch(trx, batchId)
    if (batch === undefined) return
    const dead = await trx
      .deleteFrom('batch_calls')
      .where('batch_id', '=', batchId)
      .where(({ not, exists, selectFrom }) =>
        not(
          exists(
            selectFrom('leases')
              .select('leases.name')
              .whereRef('leases.name', '=', 'batch_calls.lease')
              .whereRef('leases.holder', '=', 'batch_calls.holder')
              .where('leases.expires_at', '>', now),
          ),
        ),
      )
      .returning('nano')
      .execute()
    const uncertain = batch.uncertain_nano + sum(dead.map(({ nano }) => nano))
    await trx
      .updateTable('batches')
      .set({ uncertain_nano: uncertain, calls: batch.calls + dead.length })
      .where('id', '=', batchId)
      .execute()
  })
}

/** Locks the batch's row until the transaction ends. */
function lockBatch(trx: Store, batchId: string) {
  return trx
    .updateTable('batches')
    .set((eb) => ({ calls: eb.ref('calls') }))
    .where('id', '=', batchId)
    .returningAll()
    .executeTakeFirst()
}

function sum(amounts: readonly number[]): number {
  return amounts.reduce((total, each) => total + each, 0)
}
