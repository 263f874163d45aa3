import type { APIRoute } from 'astro'
import { pagePath } from '../paths.ts'

export const GET: APIRoute = ({ site }) =>
  new Response(`User-agent: *\nAllow: /\n\nSitemap: ${new URL(pagePath('sitemap-index.xml'), site).href}\n`)
