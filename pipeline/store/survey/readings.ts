import { z } from 'zod'
import { type ReadName, readName } from '../../contract/terms.ts'
import type { Lease } from '../driver/leases.ts'
import type { Store } from '../driver/open.ts'
import { countRows } from '../driver/queries.ts'
import { underLease } from '../driver/transaction.ts'

/** A model with one version of the prompt. */
export interface Reader {
  readonly model: string
  readonly prompt: string
}

/** A text's hash and its key in the call's prompt. */
const asked = z.array(z.object({ key: z.string(), hash: z.string() }))
export type AskedPart = Readonly<z.infer<typeof asked>[number]>

/** A call that asks a reader to read texts. */
export interface ReadingCall extends Reader {
  readonly id: string
  readonly surveyId: string
  readonly vendor: string
  readonly asked: readonly AskedPart[]
}

/** A call whose reply is stored. */
interface AnsweredCall extends ReadingCall {
  readonly body: string
}

/** What a reader found in one text; `readAt` is epoch ms. */
export interface StoredReading extends Reader {
  readonly callId: string
  readonly hash: string
  readonly names: readonly ReadName[]
  readonly readAt: number
}

/** Records a call before it is sent. Throws LeaseLost. */
export async function beginReadingCall(db: Store, lease: Lease, call: ReadingCall, now: number): Promise<void> {
  const { id, surveyId, vendor, model, prompt } = call
  await underLease(db, lease, now, (trx) =>
    trx
      .insertInto('reading_calls')
      .values({
        ...{ id, survey_id: surveyId, vendor, model, prompt, state: 'sent', asked: JSON.stringify(call.asked) },
        sent_at: now,
      })
      .onConflict((conflict) => conflict.column('id').doNothing())
      .execute(),
  )
}

/** Stores a good reply's body and cost before it is read, or marks a call without a reply as failed. Throws LeaseLost. */
export async function endReadingCall(
  db: Store,
  lease: Lease,
  id: string,
  reply: { readonly body: string; readonly costUsd: number } | null,
  now: number,
): Promise<void> {
  const end =
    reply === null
      ? ({ state: 'failed' } as const)
      : ({ state: 'received', body: reply.body, cost_usd: reply.costUsd } as const)
  const call = { ...end, ended_at: now }
  await underLease(db, lease, now, (trx) => trx.updateTable('reading_calls').set(call).where('id', '=', id).execute())
}

/**
 * Marks calls that an earlier process sent and left without a reply as failed, and returns how many; their cost was
 * reserved by that process. Throws LeaseLost.
 */
export async function endLostCalls(
  db: Store,
  lease: Lease,
  surveyIds: readonly string[],
  now: number,
): Promise<number> {
  if (surveyIds.length === 0) return 0
  return underLease(db, lease, now, async (trx) => {
    const ended = await trx
      .updateTable('reading_calls')
      .set({ state: 'failed', ended_at: now })
      .where('survey_id', 'in', surveyIds)
      .where('state', '=', 'sent')
      .executeTakeFirst()
    return Number(ended.numUpdatedRows)
  })
}

/** Stores the readings from a reply and marks the call as read; a text's first reading stays. Throws LeaseLost. */
export async function keepReadings(
  db: Store,
  lease: Lease,
  { id, surveyId, model, prompt }: Omit<ReadingCall, 'asked' | 'vendor'>,
  readings: readonly { readonly hash: string; readonly names: readonly ReadName[] }[],
  now: number,
): Promise<void> {
  await underLease(db, lease, now, async (trx) => {
    if (readings.length > 0)
      await trx
        .insertInto('readings')
        .values(
          readings.map(({ hash, names }) => ({
            ...{ survey_id: surveyId, hash, model, prompt, call_id: id },
            ...{ names: JSON.stringify(names), read_at: now },
          })),
        )
        .onConflict((conflict) => conflict.columns(['survey_id', 'hash', 'model', 'prompt']).doNothing())
        .execute()
    await trx.updateTable('reading_calls').set({ state: 'read' }).where('id', '=', id).execute()
  })
}

/** How many read replies of this reader were asked about each text, by the text's hash. */
export async function readingTries(db: Store, surveyId: string, reader: Reader): Promise<Map<string, number>> {
  const calls = await answeredCalls(db, surveyId, ['read'], { reader })
  const tries = new Map<string, number>()
  for (const { hash } of calls.flatMap((call) => call.asked)) tries.set(hash, (tries.get(hash) ?? 0) + 1)
  return tries
}

/** All readings of the survey's texts, up to `until` (epoch ms). */
export async function storedReadings(
  db: Store,
  surveyId: string,
  until: number = Number.MAX_SAFE_INTEGER,
): Promise<StoredReading[]> {
  const rows = await db
    .selectFrom('readings')
    .select(['call_id as callId', 'hash', 'model', 'prompt', 'names', 'read_at as readAt'])
    .where('survey_id', '=', surveyId)
    .where('read_at', '<=', until)
    .orderBy('read_at')
    .orderBy('model')
    .orderBy('hash')
    .execute()
  return rows.map((row) => ({ ...row, names: readName.array().parse(JSON.parse(row.names)) }))
}

/** How many texts of the survey the reader has read. */
export async function countReadings(db: Store, surveyId: string, { model, prompt }: Reader): Promise<number> {
  const readings = db.selectFrom('readings').where('survey_id', '=', surveyId)
  return countRows(readings.where('model', '=', model).where('prompt', '=', prompt))
}

/**
 * The survey's calls whose reply is stored, oldest first: `received` ones are still to be read. Only those of this reader if
 * there is one, and only those answered by `until` (epoch ms).
 */
export async function answeredCalls(
  db: Store,
  surveyId: string,
  states: readonly ('received' | 'read')[],
  { reader, until }: { readonly reader?: Reader; readonly until?: number } = {},
): Promise<AnsweredCall[]> {
  let query = db
    .selectFrom('reading_calls')
    .select(['id', 'survey_id as surveyId', 'vendor', 'model', 'prompt', 'asked', 'body'])
    .where('survey_id', '=', surveyId)
    .where('state', 'in', states)
  if (until !== undefined) query = query.where('ended_at', '<=', until)
  if (reader !== undefined) query = query.where('model', '=', reader.model).where('prompt', '=', reader.prompt)
  const rows = await query.orderBy('sent_at').orderBy('id').execute()
  return rows.map((row) => ({ ...row, asked: asked.parse(JSON.parse(row.asked)), body: row.body ?? '' }))
}
