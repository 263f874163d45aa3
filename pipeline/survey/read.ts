import type { CallBounds, NoResult } from '../ask/bounded-call.ts'
import type { Stopped } from '../ask/fan-out.ts'
import { chunkParts, readableParts } from '../scribe/readings.ts'
import type { Lease } from '../store/driver/leases.ts'
import type { Store } from '../store/driver/open.ts'
import type { StoredAnswer } from '../store/survey/answers.ts'
import { readingTries, storedReadings, unreadReplies } from '../store/survey/readings.ts'
import { keepReply, readChunk } from './read-call.ts'
import { isBy, textHash } from './readings.ts'
import { sampleAnswers } from './sample.ts'
import type { AskedScribe } from './scribe.ts'
import { readerOf } from './scribe.ts'

/** What answers are read with: the first scribe reads all of them, the second one a sample. */
export interface ReadScope extends CallBounds {
  readonly db: Store
  readonly lease: Lease
  readonly scribes: readonly AskedScribe[]
  /** The share of the answers that the second scribe reads, 0 to 1. */
  readonly secondShare: number
}

/** A survey whose answers are read. */
export interface ReadSurvey {
  readonly id: string
  readonly category: string
}

/**
 * Has the survey's counted answers read, each by each reader once ever: what was read is kept, a reply that a killed
 * process had kept is read and not asked for again, and a text that a reply passed over is asked for once more, alone.
 * What then has no reading stays without. Resolves with what stopped it, or null. Throws LeaseLost.
 */
export async function readAnswersOf(
  scope: ReadScope,
  survey: ReadSurvey,
  answers: readonly StoredAnswer[],
): Promise<Stopped | null> {
  const counted = answers.filter((answer) => answer.kind === 'answered')
  const [first, second] = scope.scribes
  if (first === undefined) return null
  const stopped = await readTexts(scope, first, survey, counted)
  if (stopped !== null || second === undefined) return stopped
  const reader = readerOf(first)
  // A sample is no reading of the answers: with nothing of the first reader there is nothing to compare it with.
  if (!(await storedReadings(scope.db, survey.id)).some((each) => isBy(reader, each))) return null
  return readTexts(scope, second, survey, sampleAnswers(survey.id, counted, scope.secondShare))
}

async function readTexts(
  scope: ReadScope,
  asked: AskedScribe,
  survey: ReadSurvey,
  answers: readonly { readonly text: string }[],
): Promise<Stopped | null> {
  const { db } = scope
  const texts = [...new Set(answers.flatMap(({ text }) => readableParts(text)))]
  const reader = readerOf(asked)
  for (const call of await unreadReplies(db, survey.id, reader))
    await keepReply(scope, asked.scribe, call, JSON.parse(call.body))

  // First all that no reply has spoken of, then each that one reply passed over.
  for (const passedOver of [0, 1]) {
    const kept = await storedReadings(db, survey.id)
    const read = new Set(kept.filter((each) => isBy(reader, each)).map(({ hash }) => hash))
    const tries = await readingTries(db, survey.id, reader)
    const left = texts.filter((text) => {
      const hash = textHash(text)
      return !read.has(hash) && (tries.get(hash) ?? 0) === passedOver
    })
    const chunks = passedOver === 0 ? chunkParts(left) : left.map((text) => [text])
    const end = await readChunks(scope, asked, survey, chunks)
    if (end === 'outOfBudget') return 'budget'
    if (end === 'stopped') return 'interrupted'
    if (end === 'rejected') return null
  }
  return null
}

/** Reads chunks side by side; what ends one for all ends the others before they are sent. A fault is thrown once all have ended. */
async function readChunks(
  scope: ReadScope,
  asked: AskedScribe,
  survey: ReadSurvey,
  chunks: readonly (readonly string[])[],
): Promise<NoResult | null> {
  const halt = new AbortController()
  const bounds = { ...scope, stop: AbortSignal.any([scope.stop, halt.signal]) }
  let end: NoResult | null = null
  const calls = chunks.map((chunk) =>
    asked.lane.run(async () => {
      if (halt.signal.aborted) return
      try {
        const came = await readChunk(bounds, asked, survey, chunk)
        if (came === 'read' || came === 'failed' || halt.signal.aborted) return
        end = came
        halt.abort()
      } catch (fault) {
        halt.abort()
        throw fault
      }
    }),
  )
  const ended = await Promise.allSettled(calls)
  const fault = ended.find((each) => each.status === 'rejected')
  if (fault !== undefined) throw fault.reason
  return end
}
