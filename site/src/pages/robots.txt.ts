import type { APIRoute } from 'astro'
import { pagePath, publicUrl } from '../paths.ts'

export const GET: APIRoute = () =>
  new Response(`User-agent: *\nAllow: /\n\nSitemap: ${publicUrl(pagePath('sitemap.xml'))}\n`)
