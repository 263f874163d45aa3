import type { APIRoute } from 'astro'
import { sitemapXml } from '../../sitemap.ts'

/** A part of a sitemap that is too long for one file. */
export const GET: APIRoute = ({ locals: { site }, params }) => new Response(sitemapXml(site, Number(params.part)))
