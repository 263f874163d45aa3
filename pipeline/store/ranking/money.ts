import type { Lease } from '../driver/leases.ts'
import type { Store } from '../driver/open.ts'
import { inSharedTransaction, inTransaction } from '../driver/transaction.ts'

/** A call that is to be sent, and its worst case in billionths of a USD; ids are unique within a lease. */
export interface WantedCall {
  readonly id: number
  readonly worst: number
}

/** A call that came back, and what it cost for certain or at most; `counts` where it was sent to an engine. */
export interface EndedCall {
  readonly id: number
  readonly spent: number
  readonly uncertain: number
  readonly counts: boolean
}

/** Books the calls that ended, then sets aside the worst cases of the wanted ones. */
export interface MoneyStep {
  readonly ended: readonly EndedCall[]
  readonly wanted: readonly WantedCall[]
}

/** The money after a step: the first `granted` wanted calls may be sent; calls under way are those of all processes. */
export interface MoneyState {
  readonly granted: number
  readonly underWay: number
  readonly stopped: boolean
}

/** How many of the wanted calls, the first ones, have room. */
export function countFitting(room: number, wanted: readonly WantedCall[]): number {
  let left = room
  const over = wanted.findIndex(({ worst }) => {
    left -= worst
    return left < 0
  })
  return over === -1 ? wanted.length : over
}

/**
 * One step of a process with the batch's money, in one transaction that begins by locking the batch's row. It may be taken
 * again where it is unknown whether it was written.
 */
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
    // One without a row was booked before, by this step or as a dead process's.
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

/** Counts as spent what processes had set aside whose leases have run out (epoch ms): their calls may have been billed. */
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

/** The batch's row, which no other process changes until the transaction ends. */
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
