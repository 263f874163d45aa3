import type { NoResult } from '../ask/bounded-call.ts'
import type { Stopped } from '../ask/fan-out.ts'
import { chunkParts, readableParts } from '../scribe/readings.ts'
import type { Store } from '../store/driver/open.ts'
import type { StoredAnswer } from '../store/survey/answers.ts'
import { readAnswers } from '../store/survey/answers.ts'
import type { Reader } from '../store/survey/readings.ts'
import { readingTries, storedReadings, unreadReplies } from '../store/survey/readings.ts'
import { keepReply, readChunk } from './read-call.ts'
import { isBy, textHash } from './readings.ts'
import type { SurveyRun } from './run.ts'
import { sampleAnswers } from './sample.ts'
import type { AskedScribe } from './scribe.ts'
import { readerOf } from './scribe.ts'

/** How many replies of a reader are to speak of a text: one that this many passed over stays without a reading. */
const READ_AT_MOST = 2

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
  run: SurveyRun,
  survey: ReadSurvey,
  answers: readonly StoredAnswer[],
): Promise<Stopped | null> {
  const counted = answers.filter((answer) => answer.kind === 'answered')
  const [first, second] = run.scribes
  if (first === undefined) return null
  const stopped = await readTexts(run, first, survey, counted)
  if (stopped !== null || second === undefined) return stopped
  const reader = readerOf(first)
  // A sample is no reading of the answers: with nothing of the first reader there is nothing to compare it with.
  if (!(await storedReadings(run.db, survey.id)).some((each) => isBy(reader, each))) return null
  return readTexts(run, second, survey, sampleAnswers(survey.id, counted, run.secondShare))
}

async function readTexts(
  run: SurveyRun,
  asked: AskedScribe,
  survey: ReadSurvey,
  answers: readonly { readonly text: string }[],
): Promise<Stopped | null> {
  const { db } = run
  const reader = readerOf(asked)
  for (const call of await unreadReplies(db, survey.id, reader))
    await keepReply(run, asked.scribe, call, JSON.parse(call.body))

  // First all that no reply has spoken of, then each that one reply passed over.
  for (let passedOver = 0; passedOver < READ_AT_MOST; passedOver += 1) {
    const unread = await unreadTexts(db, survey.id, reader, answers)
    const left = unread.flatMap((each) => (each.passedOver === passedOver ? [each.text] : []))
    const chunks = passedOver === 0 ? chunkParts(left) : left.map((text) => [text])
    const end = await readChunks(run, asked, survey, chunks)
    if (end === 'outOfBudget') return 'budget'
    if (end === 'stopped') return 'interrupted'
    if (end === 'rejected') return null
  }
  return null
}

/** Of the texts those that the reader has not read, each with how many of its replies passed it over. */
async function unreadTexts(db: Store, surveyId: string, reader: Reader, answers: readonly { readonly text: string }[]) {
  const read = new Set(
    (await storedReadings(db, surveyId)).filter((each) => isBy(reader, each)).map(({ hash }) => hash),
  )
  const tries = await readingTries(db, surveyId, reader)
  const texts = [...new Set(answers.flatMap(({ text }) => readableParts(text)))]
  return texts.flatMap((text) => {
    const hash = textHash(text)
    return read.has(hash) ? [] : [{ text, passedOver: tries.get(hash) ?? 0 }]
  })
}

/** Whether the reader would be asked for any of a survey's answers. */
export async function isLeftToRead(db: Store, surveyId: string, reader: Reader): Promise<boolean> {
  const counted = (await readAnswers(db, surveyId)).filter((answer) => answer.kind === 'answered')
  const unread = await unreadTexts(db, surveyId, reader, counted)
  return unread.some(({ passedOver }) => passedOver < READ_AT_MOST)
}

/** Reads chunks side by side; what ends one for all ends the others before they are sent. A fault is thrown once all have ended. */
async function readChunks(
  run: SurveyRun,
  asked: AskedScribe,
  survey: ReadSurvey,
  chunks: readonly (readonly string[])[],
): Promise<NoResult | null> {
  const halt = new AbortController()
  const bounds = { ...run, stop: AbortSignal.any([run.stop, halt.signal]) }
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
