import { rankingUrl } from '../../contract/addresses.ts'
import type { FrozenRanking, Ranking, RankingListEntry } from '../../contract/ranking.ts'
import { cached } from '../driver/cache.ts'
import { digested, frozenRanking, publishedJson, utf8 } from '../driver/frozen.ts'
import type { Store } from '../driver/open.ts'
import { countRows } from '../driver/queries.ts'

/** A frozen list entry; the service adds its URL. */
export type FrozenEntry = Omit<RankingListEntry, 'url'>

/** A category's published versions, or only those of a month; the newest of the latest month first. */
function versions(db: Store, slug: string, month?: string) {
  const all = db.selectFrom('rankings').where('slug', '=', slug).orderBy('month', 'desc').orderBy('version', 'desc')
  return month === undefined ? all : all.where('month', '=', month)
}

/** The newest published version of a category's month and the number of answers behind it. */
export async function newestVersion(
  db: Store,
  slug: string,
  month: string,
): Promise<{ version: number; answersIn: number } | undefined> {
  return versions(db, slug, month).select(['version', 'answers_in as answersIn']).limit(1).executeTakeFirst()
}

/** A published version as stored; the texts are JSON, the time is epoch ms. */
export interface PublishedRow {
  readonly version: number
  readonly simulated: boolean
  readonly checkedAt: number
  readonly answersIn: number
  readonly entry: string
  readonly body: string
  /** The p-values of its brands' changes, as JSON. */
  readonly pValues: string
  /** The number of its publication within the month, from 1. */
  readonly publication: number
}

/** A version of a category's month, by default the newest; undefined if there is none. */
export async function publishedRow(
  db: Store,
  slug: string,
  month: string,
  version?: number,
): Promise<PublishedRow | undefined> {
  let query = versions(db, slug, month)
  if (version !== undefined) query = query.where('version', '=', version)
  const row = await query
    .select(['version', 'simulated', 'checked_at as checkedAt', 'answers_in as answersIn'])
    .select(['entry', 'body', 'p_values as pValues', 'publication'])
    .limit(1)
    .executeTakeFirst()
  return row && { ...row, simulated: row.simulated === 1 }
}

/** The newest version, checked by `by` (epoch ms), of the latest month before this one. */
export async function versionBefore(
  db: Store,
  slug: string,
  month: string,
  by: number,
): Promise<{ month: string; version: number } | undefined> {
  const earlier = versions(db, slug).where('month', '<', month).where('checked_at', '<=', by)
  return earlier.select(['month', 'version']).limit(1).executeTakeFirst()
}

/** When the last published version was checked, in epoch ms; undefined if nothing is published. */
export async function lastChecked(db: Store): Promise<number | undefined> {
  const row = await db
    .selectFrom('rankings')
    .select((eb) => eb.fn.max('checked_at').as('last'))
    .executeTakeFirst()
  return row?.last ?? undefined
}

/** The public list: the newest version of every category's latest month, by slug. */
export async function listRankings(db: Store, siteUrl: string): Promise<RankingListEntry[]> {
  const rows = await db
    .selectFrom('rankings as r')
    .select(['r.slug', 'r.entry'])
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('rankings as newer')
            .select('newer.slug')
            .whereRef('newer.slug', '=', 'r.slug')
            .where(({ eb, refTuple }) =>
              eb(refTuple('newer.month', 'newer.version'), '>', refTuple('r.month', 'r.version')),
            ),
        ),
      ),
    )
    .orderBy('r.slug')
    .execute()
  return rows.map(({ slug, entry }) => ({ ...JSON.parse(entry), url: rankingUrl(siteUrl, slug) }))
}

/** The JSON of the public list, cached while the number of published versions stays: none is ever changed or deleted. */
export const listRankingsJson = cached(
  1,
  async (db, siteUrl: string) => digested(JSON.stringify({ rankings: await listRankings(db, siteUrl) })),
  (db) => countRows(db.selectFrom('rankings')),
)

/** The newest version of a category's month, by default its latest; undefined if there is none. */
export async function readRanking(db: Store, slug: string, month?: string): Promise<FrozenRanking | undefined> {
  const row = await versions(db, slug, month).select('body').limit(1).executeTakeFirst()
  return row && frozenRanking(row.body)
}

/** The newest version of the latest month published before this one; undefined without one. */
export async function previousRanking(db: Store, slug: string, month: string): Promise<FrozenRanking | undefined> {
  const row = await versions(db, slug).where('month', '<', month).select('body').limit(1).executeTakeFirst()
  return row && frozenRanking(row.body)
}

/** The same with its page's URL and the published months. */
export async function publicRanking(
  db: Store,
  siteUrl: string,
  slug: string,
  month?: string,
): Promise<Ranking | undefined> {
  const ranking = await readRanking(db, slug, month)
  return ranking && { ...ranking, url: rankingUrl(siteUrl, slug), months: await rankingMonths(db, slug) }
}

/** The newest version of a category's month, by default its latest, with its JSON as bytes. */
export async function newestRankingJson(
  db: Store,
  siteUrl: string,
  slug: string,
  month?: string,
): Promise<
  | { month: string; version: number; url: string; months: string[]; json(): Promise<Uint8Array<ArrayBuffer>> }
  | undefined
> {
  const all = await versions(db, slug).select(['month', 'version']).execute()
  const newest = all.find((each) => month === undefined || each.month === month)
  if (newest === undefined) return undefined
  const added = { url: rankingUrl(siteUrl, slug), months: [...new Set(all.map((each) => each.month))] }
  const json = async () => {
    const { body } = await versions(db, slug, newest.month)
      .select(utf8(db, 'body').as('body'))
      .where('version', '=', newest.version)
      .executeTakeFirstOrThrow()
    return publishedJson('ranking', body, frozenRanking, added)
  }
  return { ...newest, ...added, json }
}

/** A category's published months, newest first. */
export async function rankingMonths(db: Store, slug: string): Promise<string[]> {
  const rows = await db
    .selectFrom('rankings')
    .select('month')
    .distinct()
    .where('slug', '=', slug)
    .orderBy('month', 'desc')
    .execute()
  return rows.map((row) => row.month)
}

/** The published months with their newest version, by category, then month. */
export async function publishedMonths(db: Store): Promise<{ slug: string; month: string; version: number }[]> {
  return db
    .selectFrom('rankings')
    .select(['slug', 'month', (eb) => eb.fn.max('version').as('version')])
    .groupBy(['slug', 'month'])
    .orderBy('slug')
    .orderBy('month')
    .execute()
}
