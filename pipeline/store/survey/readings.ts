import { z } from 'zod'
import type { ReadName } from '../../contract/terms.ts'
import { readName } from '../../contract/terms.ts'
import type { Lease } from '../driver/leases.ts'
import { holdLease } from '../driver/leases.ts'
import type { Store } from '../driver/open.ts'
import type { Tables } from '../driver/schema.ts'
import { inTransaction } from '../driver/transaction.ts'

/** Who reads: a model with one version of the prompt. */
export interface Reader {
  readonly model: string
  readonly prompt: string
}

/** What a text is known by, and the key under which the call's prompt gave it. */
const asked = z.array(z.object({ key: z.string(), hash: z.string() }))
export type AskedPart = Readonly<z.infer<typeof asked>[number]>

/** A call that has texts read. */
export interface ReadingCall extends Reader {
  readonly id: string
  readonly surveyId: string
  readonly vendor: string
  readonly asked: readonly AskedPart[]
}

/** One text as a reader read it; `readAt` is epoch ms. */
export interface StoredReading extends Reader {
  readonly callId: string
  readonly hash: string
  readonly names: readonly ReadName[]
  readonly readAt: number
}

/** Keeps a call before it is sent. Throws LeaseLost. */
export async function beginReadingCall(db: Store, lease: Lease, call: ReadingCall, now: number): Promise<void> {
  const { id, surveyId, vendor, model, prompt } = call
  await held(db, lease, now, async (trx) => {
    await trx
      .insertInto('reading_calls')
      .values({
        ...{ id, survey_id: surveyId, vendor, model, prompt, state: 'sent', asked: JSON.stringify(call.asked) },
        ...{ body: null, cost_usd: null, sent_at: now, ended_at: null },
      })
      .onConflict((conflict) => conflict.column('id').doNothing())
      .execute()
  })
}

/** Keeps the body of a good reply and its cost, before it is read. Throws LeaseLost. */
export async function keepReadingReply(
  db: Store,
  lease: Lease,
  id: string,
  { body, costUsd }: { readonly body: string; readonly costUsd: number },
  now: number,
): Promise<void> {
  await endCall(db, lease, id, { state: 'received', body, cost_usd: costUsd, ended_at: now }, now)
}

/** Says that a call came to nothing. Throws LeaseLost. */
export async function failReadingCall(db: Store, lease: Lease, id: string, now: number): Promise<void> {
  await endCall(db, lease, id, { state: 'failed', ended_at: now }, now)
}

/**
 * Ends the calls that an earlier process had sent and no reply is kept of, and returns how many: each is counted once. What
 * one of them may have cost was set aside by the process that sent it. Throws LeaseLost.
 */
export async function endLostCalls(
  db: Store,
  lease: Lease,
  surveyIds: readonly string[],
  now: number,
): Promise<number> {
  if (surveyIds.length === 0) return 0
  return held(db, lease, now, async (trx) => {
    const ended = await trx
      .updateTable('reading_calls')
      .set({ state: 'failed', ended_at: now })
      .where('survey_id', 'in', [...surveyIds])
      .where('state', '=', 'sent')
      .executeTakeFirst()
    return Number(ended.numUpdatedRows)
  })
}

/** Keeps what a reply says of each text, and that it was read; a text that was read before stays as it was. Throws LeaseLost. */
export async function keepReadings(
  db: Store,
  lease: Lease,
  { id, surveyId, model, prompt }: Omit<ReadingCall, 'asked' | 'vendor'>,
  readings: readonly { readonly hash: string; readonly names: readonly ReadName[] }[],
  now: number,
): Promise<void> {
  await held(db, lease, now, async (trx) => {
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

/** The calls of a reader whose reply was kept and not read before the process ended. */
export async function unreadReplies(
  db: Store,
  surveyId: string,
  reader: Reader,
): Promise<(ReadingCall & { readonly body: string })[]> {
  const rows = await callsOf(db, surveyId)
    .where('model', '=', reader.model)
    .where('prompt', '=', reader.prompt)
    .where('state', '=', 'received')
    .execute()
  return rows.map((row) => ({ ...toCall(row), body: row.body ?? '' }))
}

/** How often a reader's replies were to speak of each text, by the text's hash. */
export async function readingTries(db: Store, surveyId: string, reader: Reader): Promise<Map<string, number>> {
  const rows = await callsOf(db, surveyId)
    .where('model', '=', reader.model)
    .where('prompt', '=', reader.prompt)
    .where('state', '=', 'read')
    .execute()
  const tries = new Map<string, number>()
  for (const { hash } of rows.flatMap((row) => toCall(row).asked)) tries.set(hash, (tries.get(hash) ?? 0) + 1)
  return tries
}

/** Every reading of the survey's texts, until a time (epoch ms) where one is given. */
export async function storedReadings(
  db: Store,
  surveyId: string,
  until: number = Number.MAX_SAFE_INTEGER,
): Promise<StoredReading[]> {
  const rows = await db
    .selectFrom('readings')
    .select(['call_id', 'hash', 'model', 'prompt', 'names', 'read_at'])
    .where('survey_id', '=', surveyId)
    .where('read_at', '<=', until)
    .orderBy('read_at')
    .orderBy('model')
    .orderBy('hash')
    .execute()
  return rows.map(({ call_id, names, read_at, ...row }) => ({
    ...row,
    callId: call_id,
    names: readName.array().parse(JSON.parse(names)),
    readAt: read_at,
  }))
}

/** How many texts of the survey the reader has read that read most of them. */
export async function countReadings(db: Store, surveyId: string): Promise<number> {
  const rows = await db
    .selectFrom('readings')
    .select(({ fn }) => fn.countAll<number>().as('texts'))
    .where('survey_id', '=', surveyId)
    .groupBy(['model', 'prompt'])
    .execute()
  return Math.max(0, ...rows.map(({ texts }) => texts))
}

/** The calls whose replies were read, with their bodies. */
export async function readReplies(db: Store, surveyId: string): Promise<(ReadingCall & { readonly body: string })[]> {
  const calls = await callsOf(db, surveyId).where('state', '=', 'read').orderBy('sent_at').orderBy('id').execute()
  return calls.map((row) => ({ ...toCall(row), body: row.body ?? '' }))
}

function callsOf(db: Store, surveyId: string) {
  return db.selectFrom('reading_calls').selectAll().where('survey_id', '=', surveyId)
}

function toCall(row: Tables['reading_calls']): ReadingCall {
  const { id, survey_id, vendor, model, prompt } = row
  return { id, surveyId: survey_id, vendor, model, prompt, asked: asked.parse(JSON.parse(row.asked)) }
}

async function endCall(
  db: Store,
  lease: Lease,
  id: string,
  end: Partial<Tables['reading_calls']>,
  now: number,
): Promise<void> {
  await held(db, lease, now, async (trx) => {
    await trx.updateTable('reading_calls').set(end).where('id', '=', id).execute()
  })
}

function held<Result>(db: Store, lease: Lease, now: number, work: (trx: Store) => Promise<Result>): Promise<Result> {
  return inTransaction(db, async (trx) => {
    await holdLease(trx, lease, now)
    return work(trx)
  })
}
