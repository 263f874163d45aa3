import { slug } from '../../pipeline/contract/terms.ts'
import type { Store } from '../../pipeline/store/driver/open.ts'
import { listRankingsJson, newestRankingJson } from '../../pipeline/store/ranking/rankings.ts'
import { etagOf } from '../http/conditional.ts'
import { enveloped } from '../http/envelope.ts'
import type { Handlers } from '../http/register.ts'
import { PUBLIC } from '../http/register.ts'

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
      return { cacheControl: PUBLIC, etag, json: async () => bytes }
    },

    getRanking: async ({ params, query }) => {
      const category = slug.safeParse(params.slug)
      if (!category.success) return { refusal: 'noRanking' }
      const newest = await newestRankingJson(db, siteUrl(), category.data, query.month)
      if (newest === undefined) return { refusal: 'noRanking' }
      // A published version never changes, so that what names it stands for its bytes.
      const etag = etagOf(JSON.stringify([category.data, newest.month, newest.version, newest.url, newest.months]))
      return { cacheControl: PUBLIC, etag, json: async () => enveloped('ranking', await newest.json()) }
    },
  }
}
