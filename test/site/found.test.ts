import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { foundRankings } from './found-rankings.ts'
import { type Published, publishRankings } from './published.ts'

const SITE_URL = 'https://x.example/base'
let site: Published
let files: Set<string>
beforeAll(async () => {
  site = await publishRankings(SITE_URL, foundRankings())
  files = new Set(await readdir(site.siteDir, { recursive: true }))
}, 120_000)
afterAll(() => site.remove())

const read = (name: string) => readFile(join(site.siteDir, name), 'utf8')
/** The brands' pages, each with the categories and months that its rows lead to. */
async function brandRows(): Promise<Record<string, string[]>> {
  const slugs = [...files].flatMap((name) => /^brands\/([^/]+)\/index\.html$/.exec(name)?.[1] ?? [])
  const rows = slugs.sort().map(async (slug) => {
    const html = await read(`brands/${slug}/index.html`)
    return [slug, [...html.matchAll(/rankings\/([\w-]+\/[\d-]+)\/brands\/#/g)].map(([, month = '']) => month)] as const
  })
  return Object.fromEntries(await Promise.all(rows))
}

test('a brand has one page for each website behind its name, and no other brand’s', async () => {
  const long = 'consolidated-international-pipeline-consolidated-internation'
  expect(await brandRows()).toEqual({
    acme: ['r-d-tools/2026-11', 'r-d-tools/2026-10', 'trail-shoes-de-de/2026-10'],
    'gone-ltd': ['r-d-tools/2026-10'],
    c: ['r-d-tools/2026-11'],
    'c-2': ['r-d-tools/2026-11'],
    '1-1': ['r-d-tools/2026-11'],
    [long]: ['trail-shoes/2026-10'],
    [`${long}-2`]: ['trail-shoes/2026-10'],
    pretended: ['pretend-tools/2026-10'],
    twin: ['pretend-tools/2026-10', 'r-d-tools/2026-10', 'unknown-twins/2026-10'],
    'twin-twin-test': ['trail-shoes/2026-11', 'trail-shoes/2026-10'],
  })
  const [first, second] = [await read('brands/twin/index.html'), await read('brands/twin-twin-test/index.html')]
  expect(first).toContain('<title>Twin (twin.example): how often')
  expect(first).toMatch(/<a href="\/base\/brands\/twin-twin-test\/">\s*<bdi>twin\.test<\/bdi>/)
  expect(second).toMatch(/<a href="\/base\/brands\/twin\/">\s*<bdi>twin\.example<\/bdi>/)
  expect(await read('rankings/trail-shoes/2026-10/brands/index.html')).toContain('"/base/brands/twin-twin-test/"')
})

test('feeds show names from outside as they are, and have an author', async () => {
  const category = 'R&amp;D &lt;b&gt;tools&lt;/b&gt; &amp; '
  for (const path of ['feed.xml', 'rankings/r-d-tools/feed.xml']) {
    const feed = await read(path)
    expect(feed).toMatch(/<author>\s*<name>Answer engine rankings<\/name>/)
    // It is HTML within its markers, so that a reader sees the category's own characters.
    expect(feed).toContain(`<title type="html"><![CDATA[${category}&quot;kits&quot;, November 2026]]></title>`)
  }
  expect(await read('rankings/r-d-tools/feed.xml')).toContain(
    `<title>Answer engine rankings: ${category}"kits"</title>`,
  )
})

test('a month as data says where each of its files is', async () => {
  const html = await read('rankings/r-d-tools/index.html')
  const dataset = JSON.parse(/<script type="application\/ld\+json">(.*?)<\/script>/s.exec(html)?.[1] ?? '')
  for (const { contentUrl } of dataset.distribution) {
    expect(contentUrl.startsWith(`${SITE_URL}/rankings/r-d-tools/2026-11/`)).toBe(true)
    expect(files).toContain(contentUrl.slice(SITE_URL.length + 1))
  }
  expect(dataset.distribution.map((each: { encodingFormat: string }) => each.encodingFormat)).toEqual([
    ...['application/json', 'text/csv', 'image/svg+xml', 'image/png'],
  ])
  expect(dataset.license).toBe('https://creativecommons.org/licenses/by/4.0/')
})

test('no cell of a CSV is a formula, even after a leading blank', async () => {
  expect(await read('rankings/r-d-tools/2026-11/brands.csv')).toContain(",'=1+1,")
})

test('a badge stays where it was when its brand is no longer named, and says so', async () => {
  const badges = [...files].flatMap((name) => /^rankings\/r-d-tools\/badges\/(.*)\.svg$/.exec(name)?.[1] ?? [])
  expect(badges.sort()).toEqual(['1-1', 'acme', 'c', 'c-2', 'gone-ltd', 'twin'])
  const gone = await read('rankings/r-d-tools/badges/gone-ltd.svg')
  expect(gone).toContain('Gone Ltd: not among the brands named in 3 answers · November 2026')
  expect(await read('rankings/r-d-tools/badges/acme.svg')).toContain('ACME: named in 1 of 3 answers · November 2026')
})

test('a ranking of another country and language says so wherever it is shown, and its namesake of the default does not', async () => {
  const path = 'rankings/trail-shoes-de-de'
  const beside = 'Trail shoes (Germany, German)'
  const within = 'Trail shoes in Germany, asked in German'
  const seen = async (name: string) => (await read(name)).replaceAll(/<\/?[a-z][^>]*>/g, '').replaceAll(/\s+/g, ' ')
  for (const name of [
    'index.html',
    'rankings/index.html',
    'feed.xml',
    `${path}/feed.xml`,
    'llms.txt',
    `${path}/index.html`,
  ])
    expect(await seen(name), name).toContain(beside)
  for (const name of [`${path}/index.html`, `${path}/embed/index.html`, `${path}/2026-10/figure.svg`, 'llms.txt'])
    expect(await seen(name), name).toContain(within)
  expect(await seen(`${path}/index.html`)).toContain('name (Germany, German)&quot; width')
  expect(await seen(`${path}/index.html`)).toContain('Country and language Germany, German')
  expect(await seen(`${path}/2026-10/brands/index.html`)).toContain(`in answers about ${within}`)
  expect(await read(`${path}/badges/acme.svg`)).toContain('· October 2026 (Germany, German)')
  expect((await read(`${path}/2026-10/brands.csv`)).split('\n')[1]).toContain('trail-shoes-de-de,DE,de,')
  expect(JSON.parse(await read(`${path}/2026-10/ranking.json`)).ranking).toMatchObject({
    country: 'DE',
    language: 'de',
  })
  expect(await read(`${path}/index.html`)).toContain('"spatialCoverage":"Germany"')
  expect(await read('rankings/trail-shoes/badges/twin.svg')).toMatch(/· November 2026</)
  expect(await seen('rankings/trail-shoes/index.html')).toContain('Country and language United States, English')
})

test('every brand’s badge is shown with its answers in the latest month, and its code is never markup', async () => {
  const html = await read('rankings/r-d-tools/2026-11/brands/index.html')
  const codes = [...html.matchAll(/<code>(.*?)<\/code>/gs)].map(([, code = '']) => code.replace(/<\/?bdi>/g, ''))
  expect(codes).toHaveLength(4)
  expect(codes[0]).toBe(
    '&lt;a href=&quot;https://x.example/base/rankings/r-d-tools/&quot;&gt;' +
      '&lt;img src=&quot;https://x.example/base/rankings/r-d-tools/badges/acme.svg&quot; height=&quot;24&quot; ' +
      'alt=&quot;ACME: how often AI answer engines name it in answers about ' +
      'R&amp;amp;D &amp;lt;b&amp;gt;tools&amp;lt;/b&amp;gt; &amp;amp; &amp;quot;kits&amp;quot;&quot;&gt;&lt;/a&gt;',
  )
  expect(await read('rankings/r-d-tools/2026-10/brands/index.html')).not.toContain('<code>')
  for (const month of ['', '2026-10/'])
    expect(await read(`rankings/r-d-tools/${month}index.html`)).toContain(
      'href="/base/rankings/r-d-tools/2026-11/brands/"',
    )
})
