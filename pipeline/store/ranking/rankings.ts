import { sql } from 'kysely'
import { rankingUrl } from '../../contract/addresses.ts'
import type { FrozenRanking, Ranking, RankingListEntry } from '../../contract/ranking.ts'
import { frozenRanking, wholeJson } from '../driver/frozen.ts'
import { hotRead, remembered } from '../driver/hot-read.ts'
import { withFields } from '../driver/json.ts'
import type { Store } from '../driver/open.ts'
import { utf8 } from '../driver/open.ts'

/** A list entry as it is frozen; its address is the service's. */
export type FrozenEntry = Omit<RankingListEntry, 'url'>

/** The newest published version of a category's month: its number and the answers that stood behind it. */
export async function newestVersion(
  db: Store,
  slug: string,
  month: string,
): Promise<{ version: number; answersIn: number } | undefined> {
  const row = await db
    .selectFrom('rankings')
    .select(['version', 'answers_in'])
    .where('slug', '=', slug)
    .where('month', '=', month)
    .orderBy('version', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row && { version: row.version, answersIn: row.answers_in }
}

/** When the newest of all versions was checked, in epoch ms; undefined where nothing is published. */
export async function lastChecked(db: Store): Promise<number | undefined> {
  const row = await db
    .selectFrom('rankings')
    .select((eb) => eb.fn.max('checked_at').as('last'))
    .executeTakeFirst()
  return row?.last ?? undefined
}

/** The public list: the newest version of every category's latest month, by slug. */
export async function listRankings(db: Store, siteUrl: string): Promise<RankingListEntry[]> {
  return JSON.parse(await listRankingsJson(db, siteUrl))
}

/** The same as JSON, made once after each publication. */
export const listRankingsJson = remembered(
  10,
  async (db, siteUrl: string) => {
    const rows = await latestEntries(db)
    const entries = rows.map(({ slug, entry }) =>
      JSON.stringify({ ...JSON.parse(entry), url: rankingUrl(siteUrl, slug) }),
    )
    return `[${entries.join()}]`
  },
  countPublished,
)

/** How many versions were published: as none ever changes or goes, another number says that the list is another. */
async function countPublished(db: Store): Promise<number> {
  const { published } = await db
    .selectFrom('rankings')
    .select((eb) => eb.fn.countAll<number>().as('published'))
    .executeTakeFirstOrThrow()
  return published
}

const latestEntries = hotRead((db) =>
  db
    .selectFrom('rankings as r')
    .select(['r.slug', 'r.entry'])
    .where((eb) =>
      eb.not(
        eb.exists(
          eb
            .selectFrom('rankings as newer')
            .select('newer.slug')
            .whereRef('newer.slug', '=', 'r.slug')
            .where((or) =>
              or.or([
                or('newer.month', '>', or.ref('r.month')),
                or.and([or('newer.month', '=', or.ref('r.month')), or('newer.version', '>', or.ref('r.version'))]),
              ]),
            ),
        ),
      ),
    )
    .orderBy('r.slug'),
)

/** The newest version of a category's month, its latest month when none is named; undefined where there is none. */
export async function readRanking(db: Store, slug: string, month?: string): Promise<FrozenRanking | undefined> {
  let query = db.selectFrom('rankings').select('body').where('slug', '=', slug)
  if (month !== undefined) query = query.where('month', '=', month)
  const row = await query.orderBy('month', 'desc').orderBy('version', 'desc').limit(1).executeTakeFirst()
  return row && frozenRanking(row.body)
}

/** The same with what the service adds to a frozen version: its page's address and the months that can be read. */
export async function publicRanking(
  db: Store,
  siteUrl: string,
  slug: string,
  month?: string,
): Promise<Ranking | undefined> {
  const ranking = await readRanking(db, slug, month)
  return ranking && { ...ranking, url: rankingUrl(siteUrl, slug), months: await rankingMonths(db, slug) }
}

/** The newest version of a category's month, or of its latest month; and its body, as the service publishes it, as JSON. */
export async function newestRankingJson(
  db: Store,
  siteUrl: string,
  slug: string,
  month?: string,
): Promise<
  | { month: string; version: number; url: string; months: string[]; json(): Promise<Uint8Array<ArrayBuffer>> }
  | undefined
> {
  const versions = await publishedVersions(db, slug)
  const newest = versions.find((each) => month === undefined || each.month === month)
  if (newest === undefined) return undefined
  const added = { url: rankingUrl(siteUrl, slug), months: [...new Set(versions.map((each) => each.month))] }
  const json = async () => {
    const [row] = await rankingBody(db, slug, newest.month, String(newest.version))
    return withFields(row === undefined ? Buffer.from('{}') : wholeJson(row.body, frozenRanking), added)
  }
  return { ...newest, ...added, json }
}

const publishedVersions = hotRead((db, slug: string) =>
  db
    .selectFrom('rankings')
    .select(['month', 'version'])
    .where('slug', '=', slug)
    .orderBy('month', 'desc')
    .orderBy('version', 'desc'),
)

const rankingBody = hotRead((db, slug: string, month: string, version: string) =>
  db
    .selectFrom('rankings')
    .select(utf8(db, 'body').as('body'))
    .where('slug', '=', slug)
    .where('month', '=', month)
    .where('version', '=', sql<number>`cast(${version} as integer)`),
)

/** The months of a category that were published, newest first. */
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

/** Every slug and month that was published, for the site's pages. */
export async function publishedMonths(db: Store): Promise<{ slug: string; month: string }[]> {
  return db.selectFrom('rankings').select(['slug', 'month']).distinct().orderBy('slug').orderBy('month').execute()
}
