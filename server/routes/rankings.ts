import { slug } from '../../pipeline/contract/terms.ts'
import type { Store } from '../../pipeline/store/driver/open.ts'
import { listRankingsJson, newestRankingJson } from '../../pipeline/store/ranking/rankings.ts'
import type { Handlers } from '../http/operations.ts'
import { etagOf, PUBLIC } from '../http/reply.ts'

/** The public rankings (interface specification 4.6 and 4.7), as they were frozen. */
export function rankingRoutes(db: Store, siteUrl: () => string): Pick<Handlers, 'listRankings' | 'getRanking'> {
  return {
    listRankings: async () => {
      const { json, digest } = await listRankingsJson(db, siteUrl())
      return { cacheControl: PUBLIC, etag: digest, json: async () => json }
    },

    getRanking: async ({ params, query }) => {
      const category = slug.safeParse(params.slug)
      if (!category.success) return { refusal: 'noRanking' }
      const newest = await newestRankingJson(db, siteUrl(), category.data, query.month)
      if (newest === undefined) return { refusal: 'noRanking' }
      // A published version never changes, so these fields determine its bytes.
      const etag = etagOf(JSON.stringify([category.data, newest.month, newest.version, newest.url, newest.months]))
      return { cacheControl: PUBLIC, etag, json: newest.json }
    },
  }
}
