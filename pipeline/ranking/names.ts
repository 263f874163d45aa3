import { createHash } from 'node:crypto'
import { boundedCall } from '../ask/bounded-call.ts'
import type { NamesBy } from '../contract/terms.ts'
import type { AnswerText, ProposedName } from '../mentions/brand.ts'
import { proposeNames } from '../mentions/extract.ts'
import { CHUNK_CHARS, chunkAnswers, proposeBrands } from '../scribe/brands.ts'
import { keepProposal, proposedHashes, proposedNames } from '../store/proposals.ts'
import type { PreparedCategory } from './prepare.ts'
import type { RunScope, Stopped } from './scope.ts'

/**
 * The names to count in a survey's answers, and who proposed them: the scribe, a chunk of answers at a time and each
 * chunk once ever; rules where there is no scribe or it failed.
 */
export async function namesOf(
  scope: RunScope,
  prepared: PreparedCategory,
  texts: readonly AnswerText[],
): Promise<{ proposed: ProposedName[]; namesBy: NamesBy } | Stopped> {
  const byRules = () => proposeNames(texts, prepared.category)
  const { scribe } = scope
  if (scribe === null) return { proposed: byRules(), namesBy: 'rules' }

  const kept = await proposedHashes(scope.db, prepared.surveyId)
  let complete = true
  for (const chunk of chunkAnswers(
    texts.map((each) => each.text),
    CHUNK_CHARS,
  )) {
    const hash = createHash('sha256').update(JSON.stringify(chunk)).digest('hex')
    if (kept.has(hash)) continue
    const named = await boundedCall((signal) => proposeBrands(scribe, prepared.category, chunk, signal), {
      ...scope,
      worstUsd: scribe.worstUsd,
    })
    if (named === 'outOfBudget') return 'budget'
    if (named === 'stopped') return 'interrupted'
    if (named === 'failed') complete = false
    else await keepProposal(scope.db, { surveyId: prepared.surveyId, hash, ...named }, scope.clock.now())
  }
  const proposed = await proposedNames(scope.db, prepared.surveyId)
  if (complete) return { proposed, namesBy: 'model' }
  scope.warn(`${prepared.slug}: the scribe failed on some answers; names come from rules.`)
  return { proposed: [...proposed, ...byRules()], namesBy: 'rules' }
}
