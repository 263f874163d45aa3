import { boundedCall, type NoResult } from '../ask/bounded-call.ts'
import type { Budget } from '../ask/budget.ts'
import type { Lane } from '../ask/lane.ts'
import type { Process } from '../ask/process.ts'
import { questionsCall, type Subject, type WrittenQuestions, writeQuestions } from '../scribe/questions.ts'
import { READING_PROMPT } from '../scribe/readings.ts'
import type { Scribe } from '../scribe/scribe.ts'
import type { Reader } from '../store/survey/readings.ts'

/** Concurrent calls to a scribe. */
export const SCRIBE_WIDTH = 6

/** A scribe with its lane. */
export interface AskedScribe {
  readonly scribe: Scribe
  readonly lane: Lane
}

/** The reader of all answers; undefined without a scribe. */
export function firstReader([first]: readonly AskedScribe[]): Reader | undefined {
  return first && readerOf(first)
}

/** The reader under which a scribe's readings are stored. */
export function readerOf({ scribe }: { readonly scribe: Pick<Scribe, 'model'> }): Reader {
  return { model: scribe.model, prompt: READING_PROMPT }
}

/** Buyer questions for a category, from one call to the scribe, see `writeQuestions`; or why there are none. */
export async function askForQuestions(
  process: Process,
  budget: Budget,
  { scribe, lane }: AskedScribe,
  subject: Subject,
  count: number,
): Promise<WrittenQuestions | NoResult> {
  const worstUsd = scribe.worstUsd(questionsCall(subject, count))
  const call = (signal: AbortSignal) => writeQuestions(scribe, subject, count, signal)
  return lane.run(() => boundedCall(call, { lane, worstUsd }, process, budget))
}
