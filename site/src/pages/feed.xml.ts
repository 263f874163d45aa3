import type { APIRoute } from 'astro'
import { atomFeed } from '../feed.ts'

export const GET: APIRoute = ({ locals: { site } }) =>
  new Response(
    atomFeed(site, {
      title: 'Answer engine rankings',
      path: 'feed.xml',
      page: `${site.url}/rankings/`,
      months: site.months,
    }),
  )
