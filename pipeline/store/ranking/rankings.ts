import { rankingUrl } from '../../contract/addresses.ts'
import type { FrozenRanking, Ranking, RankingListEntry } from '../../contract/ranking.ts'
import { cached } from '../driver/cache.ts'
import { digested, frozenRanking, publishedJson, utf8 } from '../driver/frozen.ts'
import type { Store } from '../driver/open.ts'
import { countRows } from '../driver/queries.ts'

/** A frozen list entry; the service adds its URL. */
export type FrozenEntry = Omit<RankingListEntry, 'url'>

/** The newest published version of a category's month and the number of answers behind it. */
export async function newestVersion(
  db: Store,
  slug: string,
  month: string,
): Promise<{ version: number; answersIn: number } | undefined> {
  return db
    .selectFrom('rankings')
    .select(['version', 'answers_in as answersIn'])
    .where('slug', '=', slug)
    .where('month', '=', month)
    .orderBy('version', 'desc')
    .limit(1)
    .executeTakeFirst()
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
  let query = db.selectFrom('rankings').select('body').where('slug', '=', slug)
  if (month !== undefined) query = query.where('month', '=', month)
  const row = await query.orderBy('month', 'desc').orderBy('version', 'desc').limit(1).executeTakeFirst()
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
  const ofCategory = db.selectFrom('rankings').where('slug', '=', slug)
  const versions = await ofCategory
    .select(['month', 'version'])
    .orderBy('month', 'desc')
    .orderBy('version', 'desc')
    .execute()
  const newest = versions.find((each) => month === undefined || each.month === month)
  if (newest === undefined) return undefined
  const added = { url: rankingUrl(siteUrl, slug), months: [...new Set(versions.map((each) => each.month))] }
  const json = async () => {
    const { body } = await ofCategory
      .select(utf8(db, 'body').as('body'))
      .where('month', '=', newest.month)
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
