import { isDeepStrictEqual } from 'node:util'
import type { Clock } from '../ask/clock.ts'
import { withLease } from '../ask/held.ts'
import type { FrozenRanking } from '../contract/ranking.ts'
import type { Lease } from '../store/driver/leases.ts'
import type { Store } from '../store/driver/open.ts'
import { type CountedVersion, keepCounted, publishCounted, publishedPValues } from '../store/ranking/publications.ts'
import { newestVersion, readRanking } from '../store/ranking/rankings.ts'
import { heldRulings } from '../store/ranking/rulings.ts'
import type { StoredAnswer } from '../store/survey/answers.ts'
import { findMonthSurvey } from '../store/survey/surveys.ts'
import { loadReadings, UNREAD } from '../survey/readings.ts'
import { announceMoves } from './announce.ts'
import { assembleRanking } from './assemble.ts'
import { previousRanking } from './publish.ts'

/** A month's newest version, and what today's rules and rulings make of its answers; `after` is null where that is the same. */
export interface RecountedRanking {
  readonly before: FrozenRanking
  readonly after: FrozenRanking | null
}

interface Scope {
  readonly db: Store
  readonly clock: Clock
}

/**
 * Counts the newest version of a category's month again, without asking anybody: the answers that it froze, by today's
 * rules and rulings and what is stored of its readings. `earlier` stands in for the newest version of the month before.
 * Undefined where nothing is published.
 */
export async function countRankingAgain(
  { db, clock }: Scope,
  slug: string,
  month: string,
  earlier?: FrozenRanking,
): Promise<RecountedRanking | undefined> {
  const again = await countAgain({ db, clock }, slug, month, earlier)
  return again && { before: again.before, after: again.after?.ranking ?? null }
}

/**
 * The same, and publishes what is otherwise as a further version of the month, which says so; the earlier ones stay. Or the
 * ms until another process's lease of the month runs out, and then nothing was done. Throws LeaseLost.
 */
export async function recountRanking(
  scope: Scope,
  slug: string,
  month: string,
): Promise<RecountedRanking | undefined | { readonly heldForMs: number }> {
  const held = await withLease(scope, `rankings/${month}`, (lease) => recountHeld(scope, lease, slug, month))
  return 'result' in held ? held.result : held
}

async function recountHeld(
  scope: Scope,
  lease: Lease,
  slug: string,
  month: string,
): Promise<RecountedRanking | undefined> {
  const { db, clock } = scope
  const again = await countAgain(scope, slug, month)
  const newest = await newestVersion(db, slug, month)
  if (again === undefined || newest === undefined) return undefined
  const { before, after } = again
  if (after === null) return { before, after }
  await keepCounted(db, lease, { ...after, answersIn: newest.answersIn }, clock.now())
  await publishCounted(db, lease, { month, simulated: before.simulated, slugs: [slug] }, announceMoves, clock)
  return { before, after: after.ranking }
}

async function countAgain(
  { db, clock }: Scope,
  slug: string,
  month: string,
  earlier?: FrozenRanking,
): Promise<{ before: FrozenRanking; after: Omit<CountedVersion, 'answersIn'> | null } | undefined> {
  const before = await readRanking(db, slug, month)
  if (before === undefined) return undefined
  const { category, prompts: questions, simulated, ledger, method } = before
  const answers = before.answers.map(toStored)
  const survey = await findMonthSurvey(db, slug, month)
  const readings =
    survey === undefined ? UNREAD : await loadReadings(db, survey.id, { reader: method.reader ?? undefined })
  const previous = earlier ?? (await previousRanking(db, slug, month))
  const { ranking, entry, pValues } = assembleRanking({
    slug,
    category,
    month,
    version: before.version + 1,
    simulated,
    checkedAt: Date.parse(before.checkedAt),
    asked: before.asked,
    questions,
    answers,
    ledger,
    readings,
    rulings: (await heldRulings(db, slug)).map(({ ruling }) => ruling),
    previous,
  })
  if (isDeepStrictEqual(counts(ranking), counts(before))) return { before, after: null }
  const recounted = { at: new Date(clock.now()).toISOString(), from: method.detector }
  const others = await publishedPValues(db, { month, simulated })
  const announced = announceMoves(new Map([...others, [slug, pValues]]))({
    ...ranking,
    method: { ...ranking.method, recounted },
  })
  return { before, after: { entry, ranking: announced, pValues } }
}

/** What counting gives; a version's number, when it was made, and what the month's other rankings made of its moves are no count. */
function counts(ranking: FrozenRanking): unknown {
  const { version: _v, comparedWith: _c, movesDecidedOver: _m, method, ...rest } = ranking
  const { recounted: _r, ...how } = method
  const brands = rest.brands.map(({ change, ...brand }) => ({ ...brand, change: change && { ...change, moved: null } }))
  return JSON.parse(JSON.stringify({ ...rest, brands, method: how }))
}

/** A frozen answer as the store has it; why a call failed is no part of a count. */
function toStored(answer: FrozenRanking['answers'][number]): StoredAnswer {
  const { question, engine, run, text, citations, grounded, failed, noAnswer } = answer
  const cell = { question, engine, run }
  const model = answer.model ?? ''
  if (failed) return { ...cell, kind: 'failed', reason: '' }
  if (noAnswer) return { ...cell, kind: 'noAnswer', text, model }
  return { ...cell, kind: 'answered', text, citations, grounded, model }
}
