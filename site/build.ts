/**
 * Builds the site in its own process and prints the number of pages. Reads what to build as one line of JSON from
 * standard input, because the store's address may contain a password and arguments are public, and exits when that
 * closes, because its parent has then died.
 */
import { once } from 'node:events'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { pathToFileURL } from 'node:url'
import type { Ranking } from '../pipeline/contract/ranking.ts'
import { visibleTexts } from '../pipeline/contract/texts.ts'
import { openStoreForReading, type Store } from '../pipeline/store/driver/open.ts'
import { publishedHashes } from '../pipeline/store/ranking/question-hashes.ts'
import { newestRankingJson, publicRanking, publishedMonths } from '../pipeline/store/ranking/rankings.ts'
import { canaryAnswers } from '../pipeline/store/survey/canaries.ts'
import { type BrandPages, brandPages, relinkedCategories, unchangedPages } from './brands.ts'
import { type FoundCheck, findChecks } from './checks.ts'
import { filesOfCategory, filesOfMonth, filesOfSite } from './files.ts'
import { hashesFile } from './hashes.ts'
import { type ManifestCategory, readManifest, summaryOf, writeManifest } from './manifest.ts'
import type { MonthSummary, MonthView, SiteView } from './src/views.ts'
import { createWriter, type SiteFile, type SiteWriter } from './write.ts'

/** What to build. */
export interface SiteOrder {
  readonly database: string
  /** The folder of the compiled pages. */
  readonly compiled: string
  /** An empty folder: gets `site/` and the manifest. */
  readonly work: string
  /** The folder of the published site, with the same layout; undefined without one. */
  readonly previous: string | undefined
  /** The public address without a trailing slash. */
  readonly siteUrl: string
  readonly dataLicense: string
  /** The folder of exported bundles, and the public key of their signatures. */
  readonly bundles?: string
  readonly signingKey?: string
}

/** Renders the page of an address under the site, `404.html` or one that is empty or ends in a slash, with what it shows. */
type Render = (address: string, locals: App.Locals) => Promise<SiteFile>

async function build(order: SiteOrder): Promise<number> {
  const { compiled, work, previous, siteUrl, dataLicense, bundles, signingKey } = order
  const made = JSON.stringify([compiled, siteUrl, dataLicense, signingKey])
  const before = await readManifest(previous, made)
  const render = await loadPages(compiled, siteUrl)
  const writer = createWriter(join(work, 'site'), previous && join(previous, 'site'))
  for (const path of filesOf(join(compiled, 'client')))
    await writer.write({ path, content: readFileSync(join(compiled, 'client', path)) })
  const db = await openStoreForReading(order.database)
  try {
    const categories: Record<string, ManifestCategory> = {}
    const stale = new Set<string>()
    const hashes = await publishedHashes(db)
    const checkOf = findChecks(bundles, hashes)
    for (const [slug, rows] of Map.groupBy(await publishedMonths(db), (row) => row.slug)) {
      const versions = rows.map((row) => `${row.month}.${row.version} ${checkOf(row).made}`).join('\n')
      const known = before?.categories[slug]
      if (known?.versions === versions) categories[slug] = known
      else {
        stale.add(slug)
        categories[slug] = { versions, months: await summariesOf(db, siteUrl, rows) }
      }
    }
    const brands = brandPages(Object.values(categories).flatMap(({ months }) => months))
    const brandsBefore = brandPages(Object.values(before?.categories ?? {}).flatMap(({ months }) => months))
    for (const slug of relinkedCategories(brands, brandsBefore)) stale.add(slug)
    const site = siteView(order, Object.values(categories), brands)
    for (const [slug, { months }] of Object.entries(categories))
      if (stale.has(slug)) await writeCategory(db, { site, months, render, writer, checkOf })
      else writer.keep(`rankings/${slug}`)
    for (const month of new Set(site.months.map((each) => each.month))) {
      const canaries = await canaryAnswers(db, month)
      if (canaries !== undefined)
        await writer.write({ path: `canaries/${month}.json`, content: JSON.stringify(canaries) })
    }
    const unchanged = unchangedPages(brands, brandsBefore)
    for (const brand of brands.views)
      if (unchanged.has(brand)) writer.keep(`brands/${brand.slug}`)
      else await writer.write(await render(`brands/${brand.slug}/`, { site, brand }))
    for (const page of ['', 'rankings/', 'method/', '404.html']) await writer.write(await render(page, { site }))
    await writer.write(...filesOfSite(site))
    for (const [month, own] of hashes) await writer.write(hashesFile(month, own))
    if (signingKey !== undefined) await writer.write({ path: 'signing-key.txt', content: `${signingKey}\n` })
    await writeManifest(work, { made, categories })
    return writer.pages()
  } finally {
    await db.destroy()
  }
}

interface Category {
  readonly site: SiteView
  readonly months: readonly MonthSummary[]
  readonly render: Render
  readonly writer: SiteWriter
  readonly checkOf: (month: MonthSummary) => FoundCheck
}

/** Writes the pages and files of all months of a category, one month's answers in memory at a time. */
async function writeCategory(db: Store, { site, months, render, writer, checkOf }: Category): Promise<void> {
  for (const [index, summary] of months.entries()) {
    const { slug, month: name } = summary
    const { check, file } = checkOf(summary)
    const month: MonthView = {
      // What is invisible in its texts is shown as a sign.
      ranking: visibleTexts(await readMonth(db, site.url, slug, name)),
      history: months.slice(0, index + 1),
      check,
    }
    const category = `rankings/${slug}/`
    const folder = `${category}${name}/`
    // Pages are written one after the other, because compressing many at a time takes 100 MB more.
    for (const page of ['', 'brands/']) await writer.write(await render(`${folder}${page}`, { site, month }))
    for (const question of month.ranking.prompts.keys())
      await writer.write(await render(`${folder}q${question + 1}/`, { site, month, question }))
    await writer.write(...(await filesOfMonth(month.ranking)))
    await writer.write({ path: `${folder}ranking.json`, content: await rankingJson(db, site.url, slug, name) })
    if (file !== undefined) await writer.write({ path: `${folder}bundle.jsonl.gz`, content: readFileSync(file) })
    if (index < months.length - 1) continue
    writer.alias(`${folder}index.html`, `${category}index.html`)
    await writer.write(await render(`${category}embed/`, { site, month }), ...filesOfCategory(site, month))
  }
}

async function summariesOf(
  db: Store,
  siteUrl: string,
  months: readonly { readonly slug: string; readonly month: string }[],
): Promise<MonthSummary[]> {
  const summaries: MonthSummary[] = []
  for (const { slug, month } of months)
    summaries.push(visibleTexts(summaryOf(await readMonth(db, siteUrl, slug, month))))
  return summaries
}

/** The month as the API gives it. */
async function rankingJson(db: Store, siteUrl: string, slug: string, month: string): Promise<string | Uint8Array> {
  return (await (await newestRankingJson(db, siteUrl, slug, month))?.json()) ?? 'null'
}

async function readMonth(db: Store, siteUrl: string, slug: string, month: string): Promise<Ranking> {
  const ranking = await publicRanking(db, siteUrl, slug, month)
  if (ranking === undefined) throw new Error('a published month is gone')
  return ranking
}

function siteView(
  { siteUrl, dataLicense, signingKey }: SiteOrder,
  categories: readonly ManifestCategory[],
  { views, slugs }: BrandPages,
): SiteView {
  const months = categories.flatMap((category) => category.months)
  const simulated = months.filter((month) => month.simulated).length
  return {
    url: siteUrl,
    dataLicense,
    signingKey,
    simulated: simulated === 0 ? 'not' : simulated === months.length ? 'wholly' : 'partly',
    months,
    brands: views,
    brandSlugs: slugs,
    latest: categories
      .flatMap((category) => category.months.slice(-1))
      .sort((a, b) => a.category.localeCompare(b.category, 'en') || (a.slug < b.slug ? -1 : 1)),
  }
}

/** Loads the compiled pages. Rejects if one can't be rendered. */
async function loadPages(compiled: string, siteUrl: string): Promise<Render> {
  globalThis.svcSite = { url: siteUrl, templates: join(import.meta.dirname, '../templates') }
  const { app }: typeof import('./app.ts') = await import(pathToFileURL(join(compiled, 'server/entry.mjs')).href)
  return async (address, locals) => {
    const request = new Request(new URL(address.replace(/\.html$/, ''), 'http://site.invalid/'))
    const response = await app.render(request, { locals })
    const isMissing = address === '404.html'
    if (response.status !== (isMissing ? 404 : 200)) throw new Error(`The page ${address} could not be rendered.`)
    return { path: isMissing ? address : `${address}index.html`, content: Buffer.from(await response.arrayBuffer()) }
  }
}

function filesOf(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1))
}

const lines = createInterface({ input: process.stdin }).on('close', () => process.exit(1))
const [line = '']: string[] = await once(lines, 'line')
try {
  process.stdout.write(`${await build(JSON.parse(line))}\n`, () => process.exit(0))
} catch (fault) {
  process.stderr.write(`${fault instanceof Error ? fault.message : String(fault)}\n`, () => process.exit(1))
}
