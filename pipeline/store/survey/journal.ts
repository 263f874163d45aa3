import type { Citation } from '../../contract/terms.ts'
import { holdLease, type Lease } from '../driver/leases.ts'
import type { Store } from '../driver/open.ts'
import { inSharedTransaction } from '../driver/transaction.ts'

/** The outcome of a cell that was asked. */
export type AskedEnd =
  | {
      readonly kind: 'answered'
      readonly text: string
      readonly citations: readonly Citation[]
      readonly grounded: boolean
      /** The queries that it sent to the web: null if the engine doesn't say, absent in answers of earlier releases. */
      readonly searches?: readonly string[] | null
      readonly model: string
    }
  | { readonly kind: 'noAnswer'; readonly text: string; readonly model: string }
  | { readonly kind: 'failed'; readonly reason: string }

/** The outcome of a cell. */
export type CellEnd = AskedEnd | { readonly kind: 'skipped'; readonly reason: string }

/** One step of a cell. `released` returns a sent cell without an outcome to the planned ones. */
export type JournalEntry =
  | { readonly step: 'sent'; readonly cellId: string; readonly attempt: number; readonly turn: number }
  | {
      readonly step: 'received'
      readonly cellId: string
      readonly attempt: number
      readonly turn: number
      readonly body: string
      readonly costUsd: number
    }
  | { readonly step: 'finished'; readonly cellId: string; readonly end: CellEnd }
  | { readonly step: 'released'; readonly cellId: string }

type Entry<Step extends JournalEntry['step']> = Extract<JournalEntry, { step: Step }>

/**
 * Commits steps, at most one per cell, in one transaction under the lease; committing the same steps twice is harmless.
 * Throws LeaseLost, and then nothing is written.
 */
export async function commitJournal(
  db: Store,
  lease: Lease,
  entries: readonly JournalEntry[],
  now: number,
): Promise<void> {
  await inSharedTransaction(db, async (trx) => {
    await holdLease(trx, lease, now)
    await markSent(trx, entries.filter(is('sent')), now)
    await keepReplies(trx, entries.filter(is('received')), now)
    await keepEnds(trx, entries.filter(is('finished')), now)
    const released = entries.filter(is('released')).map((entry) => entry.cellId)
    if (released.length > 0)
      await trx.updateTable('cells').set({ state: 'planned' }).where('id', 'in', released).execute()
  })
}

function is<Step extends JournalEntry['step']>(step: Step) {
  return (entry: JournalEntry): entry is Entry<Step> => entry.step === step
}

async function markSent(trx: Store, entries: readonly Entry<'sent'>[], now: number): Promise<void> {
  for (const [key, same] of Map.groupBy(entries, (entry) => `${entry.attempt} ${entry.turn}`)) {
    const [attempt, turn] = key.split(' ').map(Number)
    const ids = same.map((entry) => entry.cellId)
    await trx
      .updateTable('cells')
      .set({ state: 'sent', reason: null, attempt, turn, sent_at: now })
      .where('id', 'in', ids)
      .execute()
  }
}

async function keepReplies(trx: Store, entries: readonly Entry<'received'>[], now: number): Promise<void> {
  if (entries.length === 0) return
  await trx
    .insertInto('replies')
    .values(
      entries.map((entry) => ({
        cell_id: entry.cellId,
        attempt: entry.attempt,
        turn: entry.turn,
        body: entry.body,
        cost_usd: entry.costUsd,
        received_at: now,
      })),
    )
    .onConflict((conflict) => conflict.columns(['cell_id', 'attempt', 'turn']).doNothing())
    .execute()
}

/**
 * A text as the store holds it: PostgreSQL can't store NUL, and UTF-8 can't encode half of a surrogate pair. Each is replaced
 * by one character, so that offsets stay the same.
 */
export function storable(text: string): string {
  return text.toWellFormed().replaceAll('\0', '\uFFFD')
}

async function keepEnds(trx: Store, entries: readonly Entry<'finished'>[], now: number): Promise<void> {
  const answers = entries.flatMap(({ cellId, end }) => {
    if (end.kind !== 'answered' && end.kind !== 'noAnswer') return []
    const { text, model } = end
    const citations = JSON.stringify(end.kind === 'answered' ? end.citations : [])
    const grounded = end.kind === 'answered' && end.grounded ? 1 : 0
    const searches = end.kind === 'answered' && end.searches !== undefined ? JSON.stringify(end.searches) : null
    return [{ cell_id: cellId, text: storable(text), citations, grounded, model: storable(model), searches }]
  })
  if (answers.length > 0)
    await trx
      .insertInto('answers')
      .values(answers)
      .onConflict((conflict) => conflict.column('cell_id').doNothing())
      .execute()

  const ends = Map.groupBy(entries, ({ end }) => `${end.kind} ${'reason' in end ? end.reason : ''}`)
  for (const same of ends.values()) {
    const end = same[0]?.end
    if (end === undefined) continue
    const ids = same.map((entry) => entry.cellId)
    await trx
      .updateTable('cells')
      .set({ state: end.kind, reason: 'reason' in end ? end.reason : null, finished_at: now })
      .where('id', 'in', ids)
      .execute()
  }
}
