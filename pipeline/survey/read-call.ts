import { waitOut } from '../ask/away.ts'
import { boundedCall, type NoResult } from '../ask/bounded-call.ts'
import { EngineError } from '../engines/error.ts'
import { fromReadingReply, READING_PROMPT, readingCall } from '../scribe/readings.ts'
import type { Scribe } from '../scribe/scribe.ts'
import { isFull } from '../store/driver/faults.ts'
import { randomId } from '../store/driver/ids.ts'
import { beginReadingCall, endReadingCall, keepReadings, type ReadingCall } from '../store/survey/readings.ts'
import { textHash } from './readings.ts'
import type { SurveyRun } from './run.ts'
import type { AskedScribe } from './scribe.ts'

/** A survey whose answers are read. */
export interface ReadSurvey {
  readonly id: string
  readonly category: string
}

/**
 * Has a few texts read in one call, which is journalled before it is sent, as its reply and cost are before the reply
 * is parsed, waiting for an unavailable store. Returns why there is no reply, or 'read', also for a reply that skips
 * texts. Throws LeaseLost.
 */
export async function readChunk(
  run: SurveyRun,
  { scribe, lane }: AskedScribe,
  survey: ReadSurvey,
  texts: readonly string[],
): Promise<'read' | NoResult> {
  const { db, lease, clock } = run
  const { call, keys } = readingCall(survey.category, texts)
  const asked = texts.map((text, at) => ({ key: keys[at] ?? '', hash: textHash(text) }))
  const sent = async (signal: AbortSignal) => {
    const { vendor, model } = scribe
    const row: ReadingCall = { id: randomId(), surveyId: survey.id, vendor, model, prompt: READING_PROMPT, asked }
    // With a full disk no call is sent; a reply that was received is held until there is room.
    await waitOut(run, () => beginReadingCall(db, lease, row, clock.now()), { isWorthIt: (fault) => !isFull(fault) })
    try {
      const reply = await scribe.send(call, signal)
      const kept = { body: reply.raw, costUsd: reply.costUsd }
      await waitOut(run, () => endReadingCall(db, lease, row.id, kept, clock.now()), { answers: () => 1 })
      return { ...reply, row }
    } catch (fault) {
      // An aborted call may have been answered, so it stays marked as sent.
      if (fault instanceof EngineError && !signal.aborted)
        await waitOut(run, () => endReadingCall(db, lease, row.id, null, clock.now()))
      throw fault
    }
  }
  const result = await boundedCall(sent, { lane, worstUsd: scribe.worstUsd(call) }, run, run.budget)
  if (typeof result === 'string') return result
  await keepReply(run, scribe, result.row, result.body)
  return 'read'
}

/** Stores what a reply says about the texts of its call. Throws LeaseLost. */
export async function keepReply(
  run: SurveyRun,
  scribe: Pick<Scribe, 'read'>,
  call: ReadingCall,
  body: unknown,
): Promise<void> {
  const { db, lease, clock } = run
  const read = namesByHash(scribe, call, body)
  await waitOut(run, () => keepReadings(db, lease, call, read, clock.now()))
}

/** The names in each text by the text's hash, without the texts that the reply skips; none if the reply can't be read. */
export function namesByHash({ read }: Pick<Scribe, 'read'>, { asked }: Pick<ReadingCall, 'asked'>, body: unknown) {
  const readings = fromReadingReply(
    valueIn(read, body),
    asked.map(({ key }) => key),
  )
  return asked.flatMap(({ key, hash }) => {
    const names = readings.get(key)
    return names === undefined ? [] : [{ hash, names }]
  })
}

/** Undefined if the reply is a refusal, empty or truncated. */
function valueIn(read: Scribe['read'], body: unknown): unknown {
  try {
    return read(body)
  } catch {
    return undefined
  }
}
