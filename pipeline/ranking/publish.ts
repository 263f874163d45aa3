import type { FrozenRanking } from '../contract/ranking.ts'
import { readAnswers } from '../store/answers.ts'
import { isWhole, readLedger } from '../store/cells.ts'
import type { Lease } from '../store/leases.ts'
import { newestVersion, publishRanking, rankingMonths, readRanking } from '../store/rankings.ts'
import { assembleRanking, toText } from './assemble.ts'
import { namesOf } from './names.ts'
import type { PreparedCategory } from './prepare.ts'
import type { RunScope, Stopped } from './scope.ts'

/** The version that was published, or why none was. */
export type Published = { readonly version: number } | { readonly unpublished: string }

/** Publishes a category's month as a further version, when it is whole and answers came in since the last one. */
export async function publishCategory(
  scope: RunScope,
  lease: Lease,
  prepared: PreparedCategory,
): Promise<Published | Stopped> {
  const { db, month } = scope
  const { slug, category, surveyId, questions } = prepared
  if (!(await isWhole(db, surveyId))) return { unpublished: 'cells of engines that were not selected are still open' }

  const answers = await readAnswers(db, surveyId)
  const answersIn = answers.filter((answer) => answer.kind !== 'failed').length
  const newest = await newestVersion(db, slug, month)
  if (newest !== undefined && newest.answersIn === answersIn)
    return { unpublished: 'nothing came in since the last version' }
  const counted = answers.filter((answer) => answer.kind === 'answered')
  if (counted.length === 0) return { unpublished: 'no engine gave an answer that could be counted' }

  const names = await namesOf(
    scope,
    prepared,
    counted.map((answer) => toText(answer, questions)),
  )
  if (typeof names === 'string') return names
  const previous = await previousRanking(scope, slug)
  // A brand that was published once is looked for ever after: overlooked by the scribe, it would read as a fall.
  const known = (previous?.brands ?? []).map(({ name, domain }) => ({ name, domain: domain ?? null }))
  const version = (newest?.version ?? 0) + 1
  const now = scope.clock.now()
  const assembled = assembleRanking({
    slug,
    category,
    month,
    version,
    simulated: scope.simulated,
    checkedAt: now,
    questions,
    answers,
    ledger: await readLedger(db, surveyId, 'not asked'),
    proposed: [...names.proposed, ...known],
    namesBy: names.namesBy,
    previous,
  })
  await publishRanking(db, lease, { ...assembled, answersIn }, now)
  return { version }
}

async function previousRanking(scope: RunScope, slug: string): Promise<FrozenRanking | undefined> {
  const earlier = (await rankingMonths(scope.db, slug)).find((month) => month < scope.month)
  return earlier === undefined ? undefined : readRanking(scope.db, slug, earlier)
}
