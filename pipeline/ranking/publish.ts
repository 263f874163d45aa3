import type { FrozenRanking } from '../contract/ranking.ts'
import { readAnswers } from '../store/answers.ts'
import { askedTimes } from '../store/asked-times.ts'
import type { Lease } from '../store/leases.ts'
import { readLedger } from '../store/ledger.ts'
import type { Store } from '../store/open.ts'
import { publishRanking, rankingMonths, readRanking } from '../store/rankings.ts'
import { heldRulings } from '../store/rulings.ts'
import { findMonthSurvey } from '../store/surveys.ts'
import type { Readings } from '../survey/readings.ts'
import { loadReadings, UNREAD } from '../survey/readings.ts'
import { firstReader } from '../survey/scribe.ts'
import { assembleRanking } from './assemble.ts'
import type { ReadCategory } from './read.ts'
import type { RunScope } from './scope.ts'

/** The version that was published, or why none was. */
export type Published = { readonly version: number } | { readonly unpublished: string }

/** Publishes a category's month as a further version, where there is something to publish. Throws LeaseLost. */
export async function publishCategory(scope: RunScope, lease: Lease, read: ReadCategory): Promise<Published> {
  if ('unpublished' in read) return { unpublished: read.unpublished }
  const { db, month } = scope
  const { slug, category, surveyId, questions } = read.prepared
  const previous = await previousRanking(db, slug, month)
  const { version, answersIn } = read
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
    readings: await loadReadings(db, surveyId, { reader: firstReader(scope.scribes) }),
    rulings: (await heldRulings(db, slug)).map(({ ruling }) => ruling),
    previous,
    previousReadings: await previousReadings(db, previous),
  })
  await publishRanking(db, lease, { ...assembled, answersIn }, now)
  const { namesBy } = assembled.ranking.method
  if (scope.scribes.length > 0 && namesBy === 'rules')
    scope.warn(`${slug}: the scribe did not read every answer; those that it did not read count by their layout alone.`)
  return { version }
}

/** The newest version of the last month published before this one; undefined without one. */
export async function previousRanking(db: Store, slug: string, month: string): Promise<FrozenRanking | undefined> {
  const earlier = (await rankingMonths(db, slug)).find((each) => each < month)
  return earlier === undefined ? undefined : readRanking(db, slug, earlier)
}

/** What the readers of an earlier version had read by then. */
export async function previousReadings(db: Store, previous: FrozenRanking | undefined): Promise<Readings> {
  const survey = previous && (await findMonthSurvey(db, previous.slug, previous.month))
  if (previous === undefined || survey === undefined) return UNREAD
  return loadReadings(db, survey.id, { reader: previous.method.reader, until: Date.parse(countedAt(previous)) })
}

/** When a version was counted, its answers again or for the first time. */
export function countedAt({ checkedAt, method }: FrozenRanking): string {
  return method.recounted?.at ?? checkedAt
}
