import { collectGarbage } from '../ask/garbage.ts'
import type { RunProgress } from '../ask/progress.ts'
import { type CountedVersion, keepCounted, publishCounted } from '../store/ranking/publications.ts'
import { previousRanking } from '../store/ranking/rankings.ts'
import { heldRulings } from '../store/ranking/rulings.ts'
import { askedTimes, notBefore } from '../store/survey/answers.ts'
import { loadReadings } from '../survey/readings.ts'
import { surveyResults } from '../survey/results.ts'
import type { SurveyRun } from '../survey/run.ts'
import { firstReader } from '../survey/scribe.ts'
import { announceMoves } from './announce.ts'
import { assembleRanking } from './assemble.ts'
import { canaryChanges } from './canaries/compare.ts'
import type { MonthPlan } from './plan.ts'
import type { ReadCategory } from './read.ts'

/** The version that was published, or why none was. */
export type Published = { readonly version: number } | { readonly unpublished: string }

/**
 * Publishes new versions of the categories that changed, all together because the moves of a month are decided over all
 * its rankings. Returns the outcome by slug. Throws LeaseLost.
 */
export async function publishMonth(
  run: SurveyRun,
  plan: MonthPlan,
  read: readonly ReadCategory[],
  progress: RunProgress,
  warn: (sentence: string) => void,
): Promise<Map<string, Published>> {
  const { db, clock, lease } = run
  const { month, simulated } = plan
  const published = new Map<string, Published>()
  const slugs: string[] = []
  for (const [at, each] of read.entries()) {
    progress.step('counting', at, read.length)
    const { slug } = each.prepared
    published.set(slug, 'unpublished' in each ? { unpublished: each.unpublished } : { version: each.version })
    if ('unpublished' in each) continue
    await collectGarbage()
    await keepCounted(db, lease, await countMonth(run, plan, each, warn), clock.now())
    slugs.push(slug)
  }
  if (slugs.length > 0) {
    await collectGarbage()
    await publishCounted(db, lease, { month, simulated, slugs }, announceMoves, clock)
  }
  if (read.length > 0) progress.step('counting', read.length, read.length)
  return published
}

async function countMonth(
  run: SurveyRun,
  { month, simulated }: MonthPlan,
  { prepared, version, answersIn }: Exclude<ReadCategory, { readonly unpublished: string }>,
  warn: (sentence: string) => void,
): Promise<CountedVersion> {
  const { db } = run
  const { slug, surveyId, questions } = prepared
  const previous = await previousRanking(db, slug, month)
  const checkedAt = await notBefore(db, surveyId, run.clock.now())
  const assembled = assembleRanking({
    ...prepared,
    month,
    version,
    simulated,
    checkedAt,
    asked: await askedTimes(db, surveyId, checkedAt),
    ...(await surveyResults(db, { id: surveyId, questions }, 'not asked')),
    readings: await loadReadings(db, surveyId, { preferred: firstReader(run.scribes) }),
    rulings: (await heldRulings(db, slug)).map(({ ruling }) => ruling),
    previous,
    canaries: await canaryChanges(db, previous?.month, month),
  })
  if (run.scribes.length > 0 && assembled.ranking.method.namesBy === 'rules')
    warn(`${slug}: the scribe did not read every answer; those that it did not read are counted by their layout only.`)
  return { ...assembled, answersIn }
}
