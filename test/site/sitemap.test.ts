import { expect, test } from 'vitest'
import { summaryOf } from '../../site/manifest.ts'
import { sitemaps } from '../../site/sitemap.ts'
import type { SiteView } from '../../site/src/views.ts'
import type { SiteFile } from '../../site/write.ts'
import { frozenRanking } from '../support/rankings.ts'

/** A site of categories with 98 questions each, which have a hundred addresses each. */
function siteOf(categories: number): SiteView {
  const one = summaryOf({ ...frozenRanking(), url: 'https://x.example/', months: ['2026-10'] })
  const months = Array.from({ length: categories }, (_, index) => ({ ...one, slug: `c-${index}`, questions: 98 }))
  const licensed = { dataLicense: 'CC BY 4.0', signingKey: undefined }
  const shown = { url: 'https://x.example', ...licensed, simulated: 'not' } as const
  return { ...shown, latest: months, months, brands: [], brandSlugs: new Map() }
}

const addresses = (file?: SiteFile) =>
  [...String(file?.content).matchAll(/<loc>(.*?)<\/loc>/g)].map(([, url = '']) => url)

test('a sitemap of up to 50,000 addresses is one file', () => {
  const [file, ...others] = sitemaps(siteOf(499))
  expect(file?.path).toBe('sitemap.xml')
  expect(addresses(file)).toHaveLength(49_903)
  expect(others).toEqual([])
})

test('a longer one is an index of parts that hold every address once', () => {
  const files = sitemaps(siteOf(1000))
  expect(files.map(({ path }) => path)).toEqual(['sitemap.xml', 'sitemap-1.xml', 'sitemap-2.xml', 'sitemap-3.xml'])
  const [index, ...parts] = files
  expect(index?.content).toContain('<sitemapindex xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">')
  expect(addresses(index)).toEqual(parts.map(({ path }) => `https://x.example/${path}`))
  expect(parts.map((part) => addresses(part).length)).toEqual([50_000, 50_000, 3])
  expect(new Set(parts.flatMap(addresses)).size).toBe(100_003)
})

test('no page that asks not to be indexed is in it', () => {
  const { months, ...site } = siteOf(2)
  const simulated = months.map((month) => ({ ...month, simulated: true }))
  const files = sitemaps({ ...site, simulated: 'wholly', months: simulated, latest: simulated })
  expect(files.flatMap(addresses)).toEqual(['https://x.example/method/'])
})
