import type { RunProgress } from '../ask/progress.ts'
import type { FrozenRanking } from '../contract/ranking.ts'
import type { ProposedName } from '../mentions/names/brand.ts'
import { readAnswers } from '../store/answers.ts'
import { askedTimes } from '../store/asked-times.ts'
import type { Lease } from '../store/leases.ts'
import { readLedger } from '../store/ledger.ts'
import type { Store } from '../store/open.ts'
import { type CountedVersion, keepCounted, publishCounted } from '../store/publications.ts'
import { rankingMonths, readRanking } from '../store/rankings.ts'
import { heldRulings } from '../store/rulings.ts'
import { announceMoves } from './announce.ts'
import { assembleRanking } from './assemble.ts'
import type { NamedCategory } from './names.ts'
import type { RunScope } from './scope.ts'

/** The version that was published, or why none was. */
export type Published = { readonly version: number } | { readonly unpublished: string }

/**
 * Publishes further versions of the categories that there is something to publish of, all at once: the moves of a month are
 * announced over all its rankings. Returns what became of each, by slug. Throws LeaseLost.
 */
export async function publishMonth(
  scope: RunScope,
  lease: Lease,
  named: readonly NamedCategory[],
  progress: RunProgress,
): Promise<Map<string, Published>> {
  const published = new Map<string, Published>()
  const slugs: string[] = []
  for (const [at, each] of named.entries()) {
    progress.step('counting', at, named.length)
    const { slug } = each.prepared
    published.set(slug, 'unpublished' in each ? { unpublished: each.unpublished } : { version: each.version })
    if ('unpublished' in each) continue
    await keepCounted(scope.db, lease, await countMonth(scope, each), scope.clock.now())
    slugs.push(slug)
  }
  const { db, month, simulated, clock } = scope
  if (slugs.length > 0) await publishCounted(db, lease, { month, simulated, slugs }, announceMoves, clock)
  if (named.length > 0) progress.step('counting', named.length, named.length)
  return published
}

async function countMonth(
  scope: RunScope,
  { prepared, version, answersIn, proposed, namesBy }: Exclude<NamedCategory, { readonly unpublished: string }>,
): Promise<CountedVersion> {
  const { db, month, simulated } = scope
  const { slug, category, surveyId, questions } = prepared
  const previous = await previousRanking(db, slug, month)
  const now = scope.clock.now()
  const assembled = assembleRanking({
    slug,
    category,
    month,
    version,
    simulated,
    checkedAt: now,
    asked: await askedTimes(db, surveyId, now),
    questions,
    answers: await readAnswers(db, surveyId),
    ledger: await readLedger(db, surveyId, 'not asked'),
    proposed: [...proposed, ...knownNames(previous)],
    namesBy,
    rulings: (await heldRulings(db, slug)).map(({ ruling }) => ruling),
    previous,
  })
  return { ...assembled, answersIn }
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
