import type { CallBounds } from '../ask/bounded-call.ts'
import type { Stopped } from '../ask/fan-out.ts'
import { proposeOnce } from '../ask/proposals.ts'
import type { NamesBy } from '../contract/terms.ts'
import { proposeNames } from '../mentions/extract.ts'
import type { AnswerText, ProposedName } from '../mentions/names/brand.ts'
import { CHUNK_CHARS, chunkAnswers, proposeBrands } from '../scribe/brands.ts'
import type { Scribe } from '../scribe/scribe.ts'
import type { Lease } from '../store/leases.ts'
import type { Store } from '../store/open.ts'

/**
 * The names to count in a report's answers, and who proposed them: the scribe, a chunk of answers at a time and each
 * chunk once ever; rules where there is no scribe, or it failed. Why there are none where the job has to stop.
 */
export async function reportNames(
  scope: Omit<CallBounds, 'worstUsd'> & { readonly db: Store; readonly lease: Lease },
  scribe: Scribe | null,
  survey: { readonly id: string; readonly category: string },
  texts: readonly AnswerText[],
): Promise<{ proposed: readonly ProposedName[]; namesBy: NamesBy } | Stopped> {
  const { id, category } = survey
  const byRules = () => proposeNames(texts, category)
  if (scribe === null) return { proposed: byRules(), namesBy: 'rules' }
  const chunks = chunkAnswers(
    texts.map(({ text }) => text),
    CHUNK_CHARS,
  )
  const named = await proposeOnce({ ...scope, worstUsd: scribe.worstUsd }, id, chunks, (chunk, signal) =>
    proposeBrands(scribe, category, chunk, signal),
  )
  if (named === 'stopped') return 'interrupted'
  if (named === 'outOfBudget') return 'budget'
  return named.complete
    ? { proposed: named.names, namesBy: 'model' }
    : { proposed: [...named.names, ...byRules()], namesBy: 'rules' }
}
