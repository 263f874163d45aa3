import type { Clock } from '../ask/clock.ts'
import { type Held, withLease } from '../ask/lease.ts'
import type { FrozenRanking } from '../contract/ranking.ts'
import type { Store } from '../store/driver/open.ts'
import { monthLease } from '../store/ranking/batches.ts'
import { type CountedVersion, keepCounted, publishCounted } from '../store/ranking/publications.ts'
import { newestVersion, previousRanking, readRanking } from '../store/ranking/rankings.ts'
import { heldRulings } from '../store/ranking/rulings.ts'
import type { StoredAnswer } from '../store/survey/answers.ts'
import { findMonthSurvey } from '../store/survey/surveys.ts'
import { loadReadings, UNREAD } from '../survey/readings.ts'
import { recounted, withoutRecounted } from '../survey/recount.ts'
import { announceMoves } from './announce.ts'
import { assembleRanking } from './assemble.ts'

/** A month's newest version, and its answers counted by today's rules and rulings; `after` is null if nothing changes. */
export interface RecountedRanking {
  readonly before: FrozenRanking
  readonly after: FrozenRanking | null
}

/**
 * Counts the frozen answers of a month's newest version again, by today's rules and rulings and the stored readings,
 * leaving moves undecided; undefined if nothing is published. `earlier` replaces the newest version of the month
 * before.
 */
export async function countRankingAgain(
  db: Store,
  clock: Clock,
  slug: string,
  month: string,
  earlier?: FrozenRanking,
): Promise<RecountedRanking | undefined> {
  const again = await countAgain(db, clock, slug, month, earlier)
  return again && { before: again.before, after: again.after?.ranking ?? null }
}

/**
 * Counts these categories of a month again and publishes those that changed as new versions, all together, with moves
 * decided over all rankings of the month. Returns what `describe` makes of each change. Throws LeaseLost.
 */
export async function recountMonth<Description>(
  db: Store,
  clock: Clock,
  month: string,
  slugs: readonly string[],
  describe: (before: FrozenRanking, after: FrozenRanking) => Description,
): Promise<Held<Description[]>> {
  return withLease({ db, clock }, monthLease(month), async (lease) => {
    const changed: { slug: string; simulated: boolean; description: Description }[] = []
    for (const slug of slugs) {
      const again = await countAgain(db, clock, slug, month)
      if (again === undefined || again.after === null) continue
      const { before, after } = again
      await keepCounted(db, lease, after, clock.now())
      changed.push({ slug, simulated: before.simulated, description: describe(before, after.ranking) })
    }
    for (const [simulated, some] of Map.groupBy(changed, (each) => each.simulated)) {
      const published = { month, simulated, slugs: some.map(({ slug }) => slug) }
      await publishCounted(db, lease, published, announceMoves, clock)
    }
    return changed.map(({ description }) => description)
  })
}

async function countAgain(
  db: Store,
  clock: Clock,
  slug: string,
  month: string,
  earlier?: FrozenRanking,
): Promise<{ before: FrozenRanking; after: CountedVersion | null } | undefined> {
  const before = await readRanking(db, slug, month)
  const newest = await newestVersion(db, slug, month)
  if (before === undefined || newest === undefined) return undefined
  const survey = await findMonthSurvey(db, slug, month)
  const reader = before.method.reader ?? undefined
  const { ranking, ...counted } = assembleRanking({
    ...before,
    version: before.version + 1,
    checkedAt: Date.parse(before.checkedAt),
    questions: before.prompts,
    answers: before.answers.map(toStored),
    readings: survey === undefined ? UNREAD : await loadReadings(db, survey.id, { reader }),
    rulings: (await heldRulings(db, slug)).map(({ ruling }) => ruling),
    previous: earlier ?? (await previousRanking(db, slug, month)),
  })
  const after = recounted(before, ranking, clock.now(), whatCounts)
  return { before, after: after && { ...counted, ranking: after, answersIn: newest.answersIn } }
}

/** The counts of a ranking, without its version, the month it was compared with, and its moves. */
export function whatCounts({ version: _v, comparedWith: _c, movesDecidedOver: _m, ...ranking }: FrozenRanking): object {
  const brands = ranking.brands.map(({ change, ...brand }) => ({
    ...brand,
    change: change && { ...change, moved: null },
  }))
  return withoutRecounted({ ...ranking, brands })
}

/** A frozen answer in the form of a stored one; the reason of a failure isn't counted. */
function toStored(answer: FrozenRanking['answers'][number]): StoredAnswer {
  const { question, engine, run, text, citations, grounded, searches, failed, noAnswer } = answer
  const cell = { question, engine, run }
  const model = answer.model ?? ''
  if (failed) return { ...cell, kind: 'failed', reason: '' }
  if (noAnswer) return { ...cell, kind: 'noAnswer', text, model }
  return { ...cell, kind: 'answered', text, citations, grounded, model, ...(searches !== undefined && { searches }) }
}
