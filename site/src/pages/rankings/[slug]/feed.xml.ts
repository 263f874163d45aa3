import type { APIRoute } from 'astro'
import { rankingUrl } from '../../../../../pipeline/contract/addresses.ts'
import { marketBeside } from '../../../../../pipeline/contract/market/market-words.ts'
import { atomFeed } from '../../../feed.ts'
import { monthOf } from '../../../views.ts'

export const GET: APIRoute = ({ locals }) => {
  const { ranking, history } = monthOf(locals)
  const { slug, category } = ranking
  return new Response(
    atomFeed(locals.site, {
      title: `Answer engine rankings: ${category}${marketBeside(ranking)}`,
      path: `rankings/${slug}/feed.xml`,
      page: rankingUrl(locals.site.url, slug),
      months: history,
    }),
  )
}
