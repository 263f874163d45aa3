import { month, slug } from '../../pipeline/contract/terms.ts'
import type { Store } from '../../pipeline/store/open.ts'
import { listRankingsJson, newestRankingJson } from '../../pipeline/store/rankings.ts'
import { etagOf } from '../http/conditional.ts'
import { enveloped } from '../http/envelope.ts'
import type { Handlers } from '../http/register.ts'

const CACHE_SECONDS = 300

/** The public rankings (interface specification 4.6 and 4.7), read from the store as they were frozen. */
export function rankingRoutes(db: Store, siteUrl: () => string): Pick<Handlers, 'listRankings' | 'getRanking'> {
  let listed = { rankings: '', bytes: new Uint8Array(), etag: '' }
  return {
    listRankings: async () => {
      const rankings = await listRankingsJson(db, siteUrl())
      if (rankings !== listed.rankings) {
        const bytes = enveloped('rankings', rankings)
        listed = { rankings, bytes, etag: etagOf(bytes) }
      }
      const { etag, bytes } = listed
      return { cacheSeconds: CACHE_SECONDS, etag, json: async () => bytes }
    },

    getRanking: async ({ params, query }) => {
      const months = query.getAll('month')
      if (months.length > 1 || months.some((each) => !month.safeParse(each).success)) return { refusal: 'badMonth' }
      const category = slug.safeParse(params.slug)
      if (!category.success) return { refusal: 'noRanking' }
      const newest = await newestRankingJson(db, siteUrl(), category.data, months[0])
      if (newest === undefined) return { refusal: 'noRanking' }
      // A published version never changes, so that what names it stands for its bytes.
      const etag = etagOf(JSON.stringify([category.data, newest.month, newest.version, newest.url, newest.months]))
      return { cacheSeconds: CACHE_SECONDS, etag, json: async () => enveloped('ranking', await newest.json()) }
    },
  }
}
