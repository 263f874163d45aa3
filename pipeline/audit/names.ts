import type { NamesBy } from '../contract/terms.ts'
import { proposeNames } from '../mentions/extract.ts'
import type { AnswerText, ProposedName } from '../mentions/names/brand.ts'
import type { Store } from '../store/open.ts'
import { proposedHashes, proposedNames } from '../store/proposals.ts'

/** The names that may have been proposed for a survey's answers, and who proposed them. */
export interface PossibleNames {
  readonly proposed: readonly ProposedName[]
  readonly namesBy: NamesBy
}

/**
 * The names that were proposed by a time (epoch ms), in each way in which they can have been: where rules gave them, a
 * scribe may have named some before it failed, and which run it was isn't kept.
 */
export async function possibleNames(
  db: Store,
  surveyId: string,
  { namesBy, until, category }: { readonly namesBy: NamesBy; readonly until: number; readonly category: string },
  texts: readonly AnswerText[],
): Promise<PossibleNames[]> {
  const names = await proposedNames(db, surveyId, until)
  const asked = (await proposedHashes(db, surveyId)).size > 0
  if (namesBy === 'model' && asked) return [{ proposed: names, namesBy }]
  const byRules = proposeNames(texts, category)
  const alone = { proposed: byRules, namesBy: 'rules' } as const
  return names.length === 0 ? [alone] : [{ proposed: [...names, ...byRules], namesBy: 'rules' }, alone]
}
