import type { FrozenRanking } from '../contract/ranking.ts'
import type { ProposedName } from '../mentions/names/brand.ts'
import { readAnswers } from '../store/answers.ts'
import { askedTimes } from '../store/asked-times.ts'
import type { Lease } from '../store/leases.ts'
import { readLedger } from '../store/ledger.ts'
import type { Store } from '../store/open.ts'
import { publishRanking, rankingMonths, readRanking } from '../store/rankings.ts'
import { heldRulings } from '../store/rulings.ts'
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
  const previous = await previousRanking(db, slug, month)
  const { version, answersIn } = named
  const now = scope.clock.now()
  const assembled = assembleRanking({
    slug,
    category,
    month,
    version,
    simulated: scope.simulated,
    checkedAt: now,
    asked: await askedTimes(db, surveyId, now),
    questions,
    answers: await readAnswers(db, surveyId),
    ledger: await readLedger(db, surveyId, 'not asked'),
    proposed: [...named.proposed, ...knownNames(previous)],
    namesBy: named.namesBy,
    rulings: (await heldRulings(db, slug)).map(({ ruling }) => ruling),
    previous,
  })
  await publishRanking(db, lease, { ...assembled, answersIn }, now)
  return { version }
}

/** The newest version of the last month published before this one; undefined without one. */
export async function previousRanking(db: Store, slug: string, month: string): Promise<FrozenRanking | undefined> {
  const earlier = (await rankingMonths(db, slug)).find((each) => each < month)
  return earlier === undefined ? undefined : readRanking(db, slug, earlier)
}

/** The brands of the previous month: one that was published once is looked for ever after, or its being overlooked would read as a fall. */
export function knownNames(previous: FrozenRanking | undefined): ProposedName[] {
  return (previous?.brands ?? []).map(({ name, domain }) => ({ name, domain: domain ?? null }))
}
