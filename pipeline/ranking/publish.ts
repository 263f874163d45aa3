import type { FrozenRanking } from '../contract/ranking.ts'
import { readAnswers } from '../store/answers.ts'
import { readLedger } from '../store/cells.ts'
import type { Lease } from '../store/leases.ts'
import { publishRanking, rankingMonths, readRanking } from '../store/rankings.ts'
import { assembleRanking } from './assemble.ts'
import type { NamedCategory } from './names.ts'
import type { RunScope } from './scope.ts'

/** The version that was published, or why none was. */
export type Published = { readonly version: number } | { readonly unpublished: string }

/** Publishes a category's month as a further version, where there is something to publish. Throws LeaseLost. */
export async function publishCategory(scope: RunScope, lease: Lease, named: NamedCategory): Promise<Published> {
  if ('unpublished' in named) return { unpublished: named.unpublished }
  const { db, month } = scope
  const { slug, category, surveyId, questions } = named.prepared
  const previous = await previousRanking(scope, slug)
  // A brand that was published once is looked for ever after: overlooked by the scribe, it would read as a fall.
  const known = (previous?.brands ?? []).map(({ name, domain }) => ({ name, domain: domain ?? null }))
  const { version, answersIn } = named
  const now = scope.clock.now()
  const assembled = assembleRanking({
    slug,
    category,
    month,
    version,
    simulated: scope.simulated,
    checkedAt: now,
    questions,
    answers: await readAnswers(db, surveyId),
    ledger: await readLedger(db, surveyId, 'not asked'),
    proposed: [...named.proposed, ...known],
    namesBy: named.namesBy,
    previous,
  })
  await publishRanking(db, lease, { ...assembled, answersIn }, now)
  return { version }
}

async function previousRanking(scope: RunScope, slug: string): Promise<FrozenRanking | undefined> {
  const earlier = (await rankingMonths(scope.db, slug)).find((month) => month < scope.month)
  return earlier === undefined ? undefined : readRanking(scope.db, slug, earlier)
}
