import { month, slug } from '../../pipeline/contract/terms.ts'
import type { Store } from '../../pipeline/store/open.ts'
import { listRankings, publicRanking } from '../../pipeline/store/rankings.ts'
import type { Handlers } from '../http/register.ts'

const CACHE_SECONDS = 300

/** The public rankings (interface specification 4.6 and 4.7), read from the store as they were frozen. */
export function rankingRoutes(db: Store, siteUrl: () => string): Pick<Handlers, 'listRankings' | 'getRanking'> {
  return {
    listRankings: async () => {
      return { body: { rankings: await listRankings(db, siteUrl()) }, cacheSeconds: CACHE_SECONDS }
    },

    getRanking: async ({ params, query }) => {
      const months = query.getAll('month')
      if (months.length > 1 || months.some((each) => !month.safeParse(each).success)) return { refusal: 'badMonth' }
      const category = slug.safeParse(params.slug)
      if (!category.success) return { refusal: 'noRanking' }
      const ranking = await publicRanking(db, siteUrl(), category.data, months[0])
      return ranking === undefined ? { refusal: 'noRanking' } : { body: { ranking }, cacheSeconds: CACHE_SECONDS }
    },
  }
}
