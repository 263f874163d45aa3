import { readFile } from 'node:fs/promises'
import { extname, join } from 'node:path'
import { AxeBuilder } from '@axe-core/playwright'
import Chromium from '@sparticuz/chromium'
import type { Browser, BrowserContextOptions, Page } from 'playwright-core'
import { chromium } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { hardRankings } from '../site/hard-rankings.ts'
import { hostileRanking, hostileRankings, MARKABLE } from '../site/hostile.ts'
import type { Published } from '../site/published.ts'
import { publishRankings } from '../site/published.ts'

const SITE_URL = 'http://site.example'
const MONTH = '/rankings/crm-software/2026-11/'
const PAGES = [
  ...['/', '/rankings/crm-software/', `${MONTH}brands/`, `${MONTH}q1/`, `${MONTH}q2/`],
  ...['/rankings/', '/brands/acme/', '/rankings/crm-software/embed/'],
  ...['/rankings/pretend-tools/', '/method/', '/404.html'],
  ...['', 'brands/', 'q1/'].map((page) => `/rankings/arabic-category/2026-11/${page}`),
  ...['', 'brands/', 'q1/'].map((page) => `/rankings/empty-category/2026-11/${page}`),
]
const LARGE = '/rankings/large-category/2026-11/'
const POLICY =
  "default-src 'none'; style-src 'self'; script-src 'self'; img-src 'self' data:; form-action 'none'; base-uri 'none'"
const TYPES: Record<string, string> = {
  '.html': 'text/html',
  '.css': 'text/css',
  '.svg': 'image/svg+xml',
  '.js': 'text/javascript',
}

let site: Published
let browser: Browser
beforeAll(async () => {
  site = await publishRankings(SITE_URL, [...hostileRankings(), ...hardRankings()])
  browser = await chromium.launch({
    executablePath: await Chromium.executablePath(),
    args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking'],
  })
}, 120_000)
afterAll(async () => {
  await browser.close()
  await site.remove()
})

/** Opens a page of the site as a server with its security policy would give it; what the browser complains of is thrown. */
async function visit<Outcome>(
  path: string,
  options: BrowserContextOptions,
  look: (page: Page) => Promise<Outcome>,
): Promise<Outcome> {
  const context = await browser.newContext(options)
  try {
    await context.route('**/*', async (route) => {
      const { pathname } = new URL(route.request().url())
      const name = decodeURIComponent(pathname)
      const file = name.endsWith('/') ? `${name}index.html` : name
      const headers = { 'content-security-policy': POLICY }
      const body = await readFile(join(site.siteDir, file))
      await route.fulfill({ body, contentType: TYPES[extname(file)] ?? 'text/plain', headers })
    })
    const page = await context.newPage()
    const complaints: string[] = []
    page.on('console', (message) => complaints.push(message.text()))
    page.on('pageerror', (error) => complaints.push(error.message))
    page.on('dialog', (dialog) => complaints.push(dialog.message()))
    await page.goto(`${SITE_URL}${path}`)
    const outcome = await look(page)
    expect(complaints).toEqual([])
    return outcome
  } finally {
    await context.close()
  }
}

function openAll(page: Page): Promise<void> {
  return page.evaluate("document.querySelectorAll('details').forEach((each) => { each.open = true })")
}

for (const width of [360, 1280])
  test(`no page is wider than a window of ${width} px, with everything opened`, { timeout: 60_000 }, async () => {
    for (const path of [...PAGES, ...['', 'brands/', 'q1/'].map((page) => `${LARGE}${page}`)]) {
      const wide = await visit(path, { viewport: { width, height: 800 } }, async (page) => {
        await openAll(page)
        return page.evaluate<number>('document.documentElement.scrollWidth')
      })
      expect(wide, path).toBeLessThanOrEqual(width)
    }
  })

for (const [colorScheme, width] of [
  ['light', 360],
  ['dark', 1280],
] as const)
  test(`axe finds nothing wrong in ${colorScheme} colours at ${width} px`, { timeout: 120_000 }, async () => {
    for (const path of PAGES) {
      const found = await visit(path, { colorScheme, viewport: { width, height: 800 } }, async (page) => {
        await openAll(page)
        return (await new AxeBuilder({ page }).analyze()).violations
      })
      expect(found.map(({ id, nodes }) => `${path} ${id} ${nodes[0]?.html}`)).toEqual([])
    }
  })

test('without JavaScript every count leads to its answers, and every counted name is marked', async () => {
  const marks = (path: string) =>
    visit(path, { javaScriptEnabled: false }, (page) => page.locator('.answer .text mark').count())
  expect((await marks(`${MONTH}q1/`)) + (await marks(`${MONTH}q2/`))).toBe(MARKABLE)
  await visit('/rankings/crm-software/', { javaScriptEnabled: false }, async (page) => {
    const rows = page.locator('.dots tbody tr')
    for (const [index, brand] of hostileRanking().brands.entries())
      expect(await rows.nth(index).locator('bdi').textContent()).toBe(brand.name)
    await page.locator('.heat td a').first().click()
    await page.waitForURL(/brands\/#acme--openai$/)
    await page.locator('.one-brand a:has(path.named)').nth(1).click()
    await page.waitForURL(/q1\/#gemini-1$/)
    expect(await page.locator('#gemini-1').isVisible()).toBe(true)
  })
})

test('the answers of one engine, or that name one brand, can be shown alone, and linked', async () => {
  const shown = (page: Page) => page.locator('.answer:visible').evaluateAll((all) => all.map(({ id }) => id))
  await visit(`${LARGE}q1/`, {}, async (page) => {
    expect(await shown(page)).toHaveLength(30)
    await page.getByLabel('Engine').selectOption({ label: 'Claude' })
    expect(await shown(page)).toEqual([1, 2, 3, 4, 5].map((run) => `anthropic-${run}`))
    expect(await page.getByRole('heading', { name: 'Gemini', exact: false }).first().isVisible()).toBe(false)
    await page.getByLabel('Naming').selectOption('brand-da')
    const both = await shown(page)
    expect(both.length).toBeLessThan(5)
    expect(await page.locator('.filter output').textContent()).toBe(`${both.length} of 30 answers shown`)
    expect(page.url()).toBe(`${SITE_URL}${LARGE}q1/?engine=anthropic&brand=brand-da`)
    await page.reload()
    expect(await shown(page)).toEqual(both)
    await page.goto(`${SITE_URL}${LARGE}q1/?engine=anthropic#grok-2`)
    expect(await shown(page)).toHaveLength(30)
    expect(page.url()).toBe(`${SITE_URL}${LARGE}q1/#grok-2`)
    await page.goto(`${SITE_URL}${LARGE}q1/?engine=%00&brand=nobody`)
    expect(await shown(page)).toHaveLength(30)
  })
  await visit(`${LARGE}q1/?engine=anthropic`, { javaScriptEnabled: false }, async (page) => {
    expect(await shown(page)).toHaveLength(30)
    expect(await page.locator('.filter').isVisible()).toBe(false)
  })
})
