import { z } from 'zod'
import type { Lease } from './leases.ts'
import { holdLease } from './leases.ts'
import type { Store } from './open.ts'
import { inTransaction } from './transaction.ts'

const kept = z.array(z.object({ name: z.string(), domain: z.string().nullable() }))
export type Proposal = z.infer<typeof kept>[number]

/** Keeps what the scribe proposed for the chunk of answers with this hash. Throws LeaseLost. */
export async function keepProposal(
  db: Store,
  lease: Lease,
  proposal: { surveyId: string; hash: string; brands: readonly Proposal[]; costUsd: number },
  now: number,
): Promise<void> {
  await inTransaction(db, async (trx) => {
    await holdLease(trx, lease, now)
    await trx
      .insertInto('proposals')
      .values({
        survey_id: proposal.surveyId,
        hash: proposal.hash,
        brands: JSON.stringify(proposal.brands),
        cost_usd: proposal.costUsd,
        created_at: now,
      })
      .onConflict((conflict) => conflict.columns(['survey_id', 'hash']).doNothing())
      .execute()
  })
}

/** The hashes of the survey's chunks for which names were already proposed. */
export async function proposedHashes(db: Store, surveyId: string): Promise<Set<string>> {
  const rows = await db.selectFrom('proposals').select('hash').where('survey_id', '=', surveyId).execute()
  return new Set(rows.map((row) => row.hash))
}

/** Every name that the scribe proposed for the survey's answers, until a time (epoch ms) where one is given. */
export async function proposedNames(
  db: Store,
  surveyId: string,
  until: number = Number.MAX_SAFE_INTEGER,
): Promise<Proposal[]> {
  const rows = await db
    .selectFrom('proposals')
    .select('brands')
    .where('survey_id', '=', surveyId)
    .where('created_at', '<=', until)
    .orderBy('hash')
    .execute()
  return rows.flatMap((row) => kept.parse(JSON.parse(row.brands)))
}
