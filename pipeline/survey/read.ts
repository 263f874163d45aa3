import type { NoResult } from '../ask/bounded-call.ts'
import type { Stopped } from '../ask/fan-out.ts'
import { chunkParts, readableParts } from '../scribe/readings.ts'
import type { Store } from '../store/driver/open.ts'
import { readAnswers, type StoredAnswer } from '../store/survey/answers.ts'
import { answeredCalls, type Reader, readingTries, storedReadings } from '../store/survey/readings.ts'
import { keepReply, type ReadSurvey, readChunk } from './read-call.ts'
import { isBy, textHash } from './readings.ts'
import type { SurveyRun } from './run.ts'
import { sampleAnswers } from './sample.ts'
import { type AskedScribe, readerOf } from './scribe.ts'

/** A text that this many replies skipped stays without a reading. */
const MAX_TRIES = 2

/**
 * Has each counted answer read once by the first reader, and a sample by the second; resolves with what stopped it, or
 * null. Stored replies of a killed process are parsed rather than asked for again, and a text that a reply skipped is
 * sent once more in a call of its own. Throws LeaseLost.
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
  // Without readings of the first reader there is nothing to compare a sample with.
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
  for (const call of await answeredCalls(db, survey.id, ['received'], { reader }))
    await keepReply(run, asked.scribe, call, JSON.parse(call.body))

  // First the texts that no reply has skipped, then those that one has.
  for (let tries = 0; tries < MAX_TRIES; tries += 1) {
    const unread = await unreadTexts(db, survey.id, reader, answers)
    const left = unread.flatMap((each) => (each.tries === tries ? [each.text] : []))
    const chunks = tries === 0 ? chunkParts(left) : left.map((text) => [text])
    const end = await readChunks(run, asked, survey, chunks)
    if (end === 'outOfBudget') return 'budget'
    if (end === 'stopped') return 'interrupted'
    if (end === 'rejected') return null
  }
  return null
}

/** The texts that the reader has not read, each with the number of replies that skipped it. */
async function unreadTexts(db: Store, surveyId: string, reader: Reader, answers: readonly { readonly text: string }[]) {
  const read = new Set(
    (await storedReadings(db, surveyId)).filter((each) => isBy(reader, each)).map(({ hash }) => hash),
  )
  const triesOf = await readingTries(db, surveyId, reader)
  const texts = [...new Set(answers.flatMap(({ text }) => readableParts(text)))]
  return texts.flatMap((text) => {
    const hash = textHash(text)
    return read.has(hash) ? [] : [{ text, tries: triesOf.get(hash) ?? 0 }]
  })
}

/** Whether any of a survey's answers would still be sent to the reader. */
export async function isLeftToRead(db: Store, surveyId: string, reader: Reader): Promise<boolean> {
  const counted = (await readAnswers(db, surveyId)).filter((answer) => answer.kind === 'answered')
  const unread = await unreadTexts(db, surveyId, reader, counted)
  return unread.some(({ tries }) => tries < MAX_TRIES)
}

/** Reads chunks concurrently and sends no more once one ends the run. Throws a fault after all calls have ended. */
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
        const result = await readChunk(bounds, asked, survey, chunk)
        if (result === 'read' || result === 'failed' || halt.signal.aborted) return
        end = result
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
