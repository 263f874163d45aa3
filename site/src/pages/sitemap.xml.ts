import type { APIRoute } from 'astro'
import { sitemapXml } from '../../sitemap.ts'

export const GET: APIRoute = ({ locals: { site } }) => new Response(sitemapXml(site))
