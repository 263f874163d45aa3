import { marketFieldsAsIn, marketOf } from '../contract/market/market.ts'
import { type CanaryChange, type FrozenRanking, frozenEntryShape, frozenRankingShape } from '../contract/ranking.ts'
import { announceMoves } from '../ranking/announce.ts'
import { assembleRanking } from '../ranking/assemble.ts'
import { compareCanaries } from '../ranking/canaries/compare.ts'
import { frozenRanking } from '../store/driver/frozen.ts'
import type { Store } from '../store/driver/open.ts'
import { findCategory } from '../store/ranking/categories.ts'
import { publishedPValues } from '../store/ranking/publications.ts'
import { publishedRow, versionBefore } from '../store/ranking/rankings.ts'
import { askedTimes } from '../store/survey/answers.ts'
import { canarySurvey } from '../store/survey/canaries.ts'
import { findMonthSurvey, findSurvey } from '../store/survey/surveys.ts'
import { type Audited, earlier, parseFrozen, unreadable } from './audited.ts'
import { Findings } from './compare.ts'
import { derive } from './derive.ts'
import { deriveSurvey } from './survey.ts'

/** A published version's audit, and the JSON that its replies yield; null if it can't be derived. */
export interface DerivedRanking {
  readonly audited: Audited
  readonly json: string | null
}

/** Derives the newest version of a category's month again from its replies; undefined if nothing is published. */
export async function deriveRanking(db: Store, slug: string, month: string): Promise<DerivedRanking | undefined> {
  const row = await publishedRow(db, slug, month)
  if (row === undefined) return undefined
  const what = `rankings/${slug}/${month}`
  const about = { what, version: row.version, simulated: row.simulated }
  const published = parseFrozen(frozenRankingShape, frozenRanking, row.body)
  if (published === undefined) return { audited: unreadable(about), json: null }
  const before = earlier(about, published.method)
  if (before !== undefined) return { audited: before, json: null }
  const survey = await findMonthSurvey(db, slug, month)
  if (survey === undefined) return { audited: unreadable(about, 'no survey is stored'), json: null }

  const findings = new Findings()
  const derived = await derive(db, findings, about, survey, { ...published, asOf: row.checkedAt })
  const announced = announceMoves(await publishedPValues(db, { ...row, month }))
  const canaries = await deriveCanaries(db, findings, published, row.checkedAt)
  const again = assembleRanking({
    slug,
    category: published.category,
    ...marketFieldsAsIn(published, marketOf((await findCategory(db, slug)) ?? {})),
    month,
    version: row.version,
    simulated: survey.simulated,
    checkedAt: row.checkedAt,
    asked: await askedTimes(db, survey.id, row.checkedAt),
    previous: await previousOf(db, slug, month, published, row.checkedAt),
    ...derived.results,
    canaries,
  })
  // With names as frozen, the two months may count as comparable where today's rules say they aren't, or the reverse.
  const changesToo = !derived.isFound || incomparable(published) === incomparable(again.ranking)
  const answersIn = derived.results.ledger.reduce((total, { counted, noAnswer }) => total + counted + noAnswer, 0)
  const announcing = announced(again.ranking)
  const ranking = { ...announcing, method: derived.method(announcing.method) }
  findings.compare(`${what} answers in`, row.answersIn, answersIn)
  const derivedBody = { ...ranking, comparedWith: published.comparedWith && ranking.comparedWith }
  if (changesToo) {
    findings.compare(what, published, derivedBody)
    const named = pValuesNamed(published)
    findings.compare(`${what} tested`, named(JSON.parse(row.pValues)), named(again.pValues))
  } else findings.compare(what, withoutChanges(published), withoutChanges(derivedBody))
  const entry = parseFrozen(frozenEntryShape, JSON.parse, row.entry)
  findings.compare(`${what} list entry`, entry ?? 'it cannot be read', again.entry)
  return { audited: derived.audited(), json: JSON.stringify(ranking) }
}

/** The changes of the canary questions' answers, derived from their replies up to `asOf` (epoch ms). */
async function deriveCanaries(
  db: Store,
  findings: Findings,
  { month, comparedWith }: FrozenRanking,
  asOf: number,
): Promise<CanaryChange[] | undefined> {
  if (comparedWith === undefined) return undefined
  const derived = async (each: string) => {
    const survey = await findSurvey(db, canarySurvey(each))
    return survey && deriveSurvey(db, findings, survey.id, survey, { asOf, failed: [], ledger: [] })
  }
  const [before, now] = [await derived(comparedWith.month), await derived(month)]
  return compareCanaries(before?.answers ?? [], now?.answers ?? [])
}

/** The version that this one was compared with; for texts that don't name it, the newest of that time. */
async function previousOf(
  db: Store,
  slug: string,
  month: string,
  { comparedWith }: FrozenRanking,
  checkedAt: number,
): Promise<FrozenRanking | undefined> {
  const compared = comparedWith ?? (await versionBefore(db, slug, month, checkedAt))
  const row = compared && (await publishedRow(db, slug, compared.month, compared.version))
  return row && parseFrozen(frozenRankingShape, frozenRanking, row.body)
}

/** The brands that other rules counted in the month before, as JSON. */
function incomparable({ brands }: FrozenRanking): string {
  return JSON.stringify(brands.filter(({ change }) => change?.reason === 'RULES_CHANGED').map(({ name }) => name))
}

function withoutChanges(ranking: FrozenRanking): FrozenRanking {
  return { ...ranking, brands: ranking.brands.map(({ change: _, ...brand }) => brand) }
}

/** Returns a function that gives each p-value the name of its brand. */
function pValuesNamed({ brands }: FrozenRanking) {
  return (pValues: readonly (number | null)[]) => brands.map(({ name }, at) => ({ name, p: pValues[at] ?? null }))
}
