import type { Stopped } from '../ask/fan-out.ts'
import { collectGarbage } from '../ask/garbage.ts'
import type { Store } from '../store/driver/open.ts'
import { newestVersion, readRanking } from '../store/ranking/rankings.ts'
import { readAnswers } from '../store/survey/answers.ts'
import { isFinished } from '../store/survey/cells.ts'
import { readAnswersOf } from '../survey/read.ts'
import { loadReadings } from '../survey/readings.ts'
import type { SurveyRun } from '../survey/run.ts'
import { firstReader } from '../survey/scribe.ts'
import type { PreparedCategory } from './prepare.ts'

/** A complete category whose answers were read, or why nothing further is published. */
export type ReadCategory = { readonly prepared: PreparedCategory } & (
  | { readonly unpublished: string }
  | {
      /** The version to publish, and the number of its answers, counted and noAnswer. */
      readonly version: number
      readonly answersIn: number
    }
)

/** Has a category's answers read if there is something to publish, or returns why not. Throws LeaseLost. */
export async function readCategory(
  run: SurveyRun,
  month: string,
  prepared: PreparedCategory,
): Promise<ReadCategory | Stopped> {
  const { db } = run
  const { slug, surveyId, category } = prepared
  if (!(await isFinished(db, surveyId)))
    return { prepared, unpublished: 'cells of engines that were not selected are still open' }
  const answers = await readAnswers(db, surveyId)
  const answersIn = answers.filter((answer) => answer.kind !== 'failed').length
  const newest = await newestVersion(db, slug, month)
  const nothing = { prepared, unpublished: 'nothing came in since the last version' }
  // Answers that an unavailable scribe left unread in the last version are read now.
  const isOut = newest !== undefined && newest.answersIn === answersIn
  const unread = isOut && run.scribes.length > 0 ? await countUnread(db, slug, month) : 0
  if (isOut && unread === 0) return nothing
  const counted = answers.filter((answer) => answer.kind === 'answered')
  if (counted.length === 0) return { prepared, unpublished: 'no engine gave an answer that could be counted' }
  await collectGarbage()
  const stopped = await readAnswersOf(run, { id: surveyId, category }, answers)
  if (stopped !== null) return stopped
  if (isOut) {
    const { namesIn } = await loadReadings(db, surveyId, { preferred: firstReader(run.scribes) })
    if (counted.filter(({ text }) => namesIn(text) === null).length >= unread) return nothing
  }
  return { prepared, version: (newest?.version ?? 0) + 1, answersIn }
}

/** The number of unread answers in a month's newest version, which counts them by their layout only. */
export async function countUnread(db: Store, slug: string, month: string): Promise<number> {
  const ranking = await readRanking(db, slug, month)
  if (ranking === undefined) return 0
  const { method, answersCounted } = ranking
  return method.reader === null ? answersCounted : (method.unread ?? 0)
}
