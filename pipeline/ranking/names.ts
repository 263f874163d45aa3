import type { Stopped } from '../ask/fan-out.ts'
import { proposeOnce } from '../ask/proposals.ts'
import type { NamesBy } from '../contract/terms.ts'
import { proposeNames } from '../mentions/extract.ts'
import type { AnswerText, ProposedName } from '../mentions/names/brand.ts'
import { CHUNK_CHARS, chunkAnswers, proposeBrands } from '../scribe/brands.ts'
import { readAnswers } from '../store/answers.ts'
import { isWhole } from '../store/cells.ts'
import type { Lease } from '../store/leases.ts'
import { newestVersion } from '../store/rankings.ts'
import { toText } from './assemble.ts'
import type { PreparedCategory } from './prepare.ts'
import type { RunScope } from './scope.ts'

/** A whole category with its answers and the names to count in them; or why nothing further is published. */
export type NamedCategory = { readonly prepared: PreparedCategory } & (
  | { readonly unpublished: string }
  | {
      /** The number of the version to publish, and the answers that stand behind it, counted and noAnswer. */
      readonly version: number
      readonly answersIn: number
      readonly proposed: readonly ProposedName[]
      readonly namesBy: NamesBy
    }
)

/** Has the names of a category proposed, where there is something to publish; or says what stopped it. */
export async function nameCategory(
  scope: RunScope,
  lease: Lease,
  prepared: PreparedCategory,
): Promise<NamedCategory | Stopped> {
  const { db, month } = scope
  const { slug, surveyId, questions } = prepared
  if (!(await isWhole(db, surveyId)))
    return { prepared, unpublished: 'cells of engines that were not selected are still open' }
  const answers = await readAnswers(db, surveyId)
  const answersIn = answers.filter((answer) => answer.kind !== 'failed').length
  const newest = await newestVersion(db, slug, month)
  if (newest !== undefined && newest.answersIn === answersIn)
    return { prepared, unpublished: 'nothing came in since the last version' }
  const counted = answers.filter((answer) => answer.kind === 'answered')
  if (counted.length === 0) return { prepared, unpublished: 'no engine gave an answer that could be counted' }
  const names = await namesOf(
    { ...scope, lease },
    prepared,
    counted.map((answer) => toText(answer, questions)),
  )
  return typeof names === 'string' ? names : { prepared, version: (newest?.version ?? 0) + 1, answersIn, ...names }
}

/**
 * The names to count in a survey's answers, and who proposed them: the scribe, a chunk of answers at a time and each
 * chunk once ever; rules where there is no scribe or it failed.
 */
async function namesOf(
  scope: RunScope & { readonly lease: Lease },
  { slug, surveyId, category }: PreparedCategory,
  texts: readonly AnswerText[],
): Promise<{ proposed: ProposedName[]; namesBy: NamesBy } | Stopped> {
  const byRules = () => proposeNames(texts, category)
  const { scribe } = scope
  if (scribe === null) return { proposed: byRules(), namesBy: 'rules' }

  const chunks = chunkAnswers(
    texts.map((each) => each.text),
    CHUNK_CHARS,
  )
  const proposed = await proposeOnce({ ...scope, worstUsd: scribe.worstUsd }, surveyId, chunks, (chunk, signal) =>
    proposeBrands(scribe, category, chunk, signal),
  )
  if (proposed === 'outOfBudget') return 'budget'
  if (proposed === 'stopped') return 'interrupted'
  if (proposed.complete) return { proposed: proposed.names, namesBy: 'model' }
  scope.warn(`${slug}: the scribe failed on some answers; names come from rules.`)
  return { proposed: [...proposed.names, ...byRules()], namesBy: 'rules' }
}
