import { waitOut } from '../ask/away.ts'
import type { NoResult } from '../ask/bounded-call.ts'
import { boundedCall } from '../ask/bounded-call.ts'
import { EngineError } from '../engines/error.ts'
import { fromReadingReply, READING_PROMPT, readingCall } from '../scribe/readings.ts'
import type { Scribe } from '../scribe/scribe.ts'
import { isFull } from '../store/driver/faults.ts'
import { randomId } from '../store/driver/ids.ts'
import type { ReadingCall } from '../store/survey/readings.ts'
import { beginReadingCall, failReadingCall, keepReadingReply, keepReadings } from '../store/survey/readings.ts'
import { textHash } from './readings.ts'
import type { SurveyRun } from './run.ts'
import type { AskedScribe } from './scribe.ts'

/**
 * Has a few texts read in one call: journalled before it is sent, its reply and cost kept before it is read. Returns why
 * there is no reply, if so; a reply that passes texts over counts as read. A store that is away is waited for. Throws LeaseLost.
 */
export async function readChunk(
  run: SurveyRun,
  { scribe, lane }: AskedScribe,
  survey: { readonly id: string; readonly category: string },
  texts: readonly string[],
): Promise<'read' | NoResult> {
  const { db, lease, clock } = run
  const { call, keys } = readingCall(survey.category, texts)
  const asked = texts.map((text, at) => ({ key: keys[at] ?? '', hash: textHash(text) }))
  const sent = async (signal: AbortSignal) => {
    const { vendor, model } = scribe
    const row: ReadingCall = { id: randomId(), surveyId: survey.id, vendor, model, prompt: READING_PROMPT, asked }
    // With a full disk no call is sent, and what came is held until there is room.
    await waitOut(run, () => beginReadingCall(db, lease, row, clock.now()), { isWorthIt: (fault) => !isFull(fault) })
    try {
      const reply = await scribe.send(call, signal)
      const kept = { body: reply.raw, costUsd: reply.costUsd }
      await waitOut(run, () => keepReadingReply(db, lease, row.id, kept, clock.now()), { answers: () => 1 })
      return { ...reply, row }
    } catch (fault) {
      // A call that was cut may have been answered: it stays sent.
      if (fault instanceof EngineError && !signal.aborted)
        await waitOut(run, () => failReadingCall(db, lease, row.id, clock.now()))
      throw fault
    }
  }
  const came = await boundedCall(sent, { lane, worstUsd: scribe.worstUsd(call) }, run)
  if (typeof came === 'string') return came
  await keepReply(run, scribe, came.row, came.body)
  return 'read'
}

/** Keeps what a reply says of the texts that its call asked about. */
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

/** What a reply says of each text, by its hash; a text that it passes over is left out, and so are all where it can't be read. */
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

/** Nothing where the reply is a refusal, is empty or was cut. */
function valueIn(read: Scribe['read'], body: unknown): unknown {
  try {
    return read(body)
  } catch {
    return undefined
  }
}
