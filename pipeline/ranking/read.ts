import type { Stopped } from '../ask/fan-out.ts'
import { readAnswers } from '../store/answers.ts'
import { isWhole } from '../store/cells.ts'
import type { Lease } from '../store/leases.ts'
import { newestVersion } from '../store/rankings.ts'
import { readAnswersOf } from '../survey/read.ts'
import type { PreparedCategory } from './prepare.ts'
import type { RunScope } from './scope.ts'

/** A whole category whose answers were read; or why nothing further is published. */
export type ReadCategory = { readonly prepared: PreparedCategory } & (
  | { readonly unpublished: string }
  | {
      /** The number of the version to publish, and the answers that stand behind it, counted and noAnswer. */
      readonly version: number
      readonly answersIn: number
    }
)

/** Has the answers of a category read, where there is something to publish; or says what stopped it. Throws LeaseLost. */
export async function readCategory(
  scope: RunScope,
  lease: Lease,
  prepared: PreparedCategory,
): Promise<ReadCategory | Stopped> {
  const { db, month } = scope
  const { slug, surveyId, category } = prepared
  if (!(await isWhole(db, surveyId)))
    return { prepared, unpublished: 'cells of engines that were not selected are still open' }
  const answers = await readAnswers(db, surveyId)
  const answersIn = answers.filter((answer) => answer.kind !== 'failed').length
  const newest = await newestVersion(db, slug, month)
  if (newest !== undefined && newest.answersIn === answersIn)
    return { prepared, unpublished: 'nothing came in since the last version' }
  if (!answers.some((answer) => answer.kind === 'answered'))
    return { prepared, unpublished: 'no engine gave an answer that could be counted' }
  const stopped = await readAnswersOf({ ...scope, lease }, { id: surveyId, category }, answers)
  return stopped ?? { prepared, version: (newest?.version ?? 0) + 1, answersIn }
}
