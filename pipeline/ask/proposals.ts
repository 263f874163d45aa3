import { createHash } from 'node:crypto'
import type { Lease } from '../store/leases.ts'
import type { Store } from '../store/open.ts'
import type { Proposal } from '../store/proposals.ts'
import { keepProposal, proposedHashes, proposedNames } from '../store/proposals.ts'
import type { CallBounds } from './bounded-call.ts'
import { boundedCall } from './bounded-call.ts'

/** The names proposed for a survey's answers so far; `complete` when every chunk has its proposal. */
export interface Proposed {
  readonly names: Proposal[]
  readonly complete: boolean
}

/**
 * Has names proposed for each chunk of a survey's answers, and each chunk once ever: what was proposed is kept. Returns
 * why there is no result where the budget ended or the run was told to stop. Throws LeaseLost.
 */
export async function proposeOnce(
  scope: CallBounds & { readonly db: Store; readonly lease: Lease },
  surveyId: string,
  chunks: readonly (readonly string[])[],
  propose: (
    chunk: readonly string[],
    signal: AbortSignal,
  ) => Promise<{ readonly brands: readonly Proposal[]; readonly costUsd: number }>,
): Promise<Proposed | 'outOfBudget' | 'stopped'> {
  const { db, lease, clock } = scope
  const kept = await proposedHashes(db, surveyId)
  let complete = true
  for (const chunk of chunks) {
    const hash = createHash('sha256').update(JSON.stringify(chunk)).digest('hex')
    if (kept.has(hash)) continue
    const named = await boundedCall((signal) => propose(chunk, signal), scope)
    if (named === 'outOfBudget' || named === 'stopped') return named
    if (named === 'failed') complete = false
    else await keepProposal(db, lease, { surveyId, hash, ...named }, clock.now())
  }
  return { names: await proposedNames(db, surveyId), complete }
}
