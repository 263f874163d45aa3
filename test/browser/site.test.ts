import type { Browser, BrowserContextOptions, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { hostileRanking, MARKABLE } from '../site/hostile.ts'
import { expectKeyboardWorks, expectToFit, expectToHold, openAll, openBrowser, SITE_URL, visit } from './browser.ts'
import { KINDS, LARGE, LARGE_PAGES, MONTH, openSite, PAGES, type ServedSite } from './site.ts'

let site: ServedSite
let browser: Browser
beforeAll(async () => {
  ;[site, browser] = await Promise.all([openSite(), openBrowser()])
}, 120_000)
afterAll(async () => {
  await browser.close()
  await site.remove()
})

const open = <Outcome>(path: string, options: BrowserContextOptions, look: (page: Page) => Promise<Outcome>) =>
  visit(browser, site, path, options, look)
const PHONE = { width: 360, height: 780 }
const NO_SCRIPT = { javaScriptEnabled: false }

describe('at every width, in light, dark and print, with everything open, nothing is wrong with', () => {
  const look = (path: string, atEveryWidth: (page: Page) => Promise<void>) =>
    open(path, { viewport: PHONE }, async (page) => {
      expect(await cutTables(page), 'on a phone some columns are out of sight').toEqual([])
      await atEveryWidth(page)
    })
  for (const path of PAGES) test(path, { timeout: 60_000 }, () => look(path, expectToHold))
  for (const path of LARGE_PAGES) test(path, () => look(path, expectToFit))
})

/** The tables that can be scrolled to the side. */
function cutTables(page: Page): Promise<string[]> {
  return page
    .locator('.scroll')
    .evaluateAll((all) => all.flatMap((each) => (each.scrollWidth > each.clientWidth ? [each.innerHTML] : [])))
}

describe('every control is reachable by keyboard, visible and marked when focused on', () => {
  for (const path of KINDS) test(path, { timeout: 60_000 }, () => open(path, { viewport: PHONE }, expectKeyboardWorks))
})

test('without JavaScript every kind of page has the same text, and no control that needs it', {
  timeout: 60_000,
}, async () => {
  const text = (page: Page) =>
    page.evaluate<string>(
      "document.querySelectorAll('output').forEach((each) => each.remove()), document.body.textContent",
    )
  for (const path of KINDS)
    await open(path, NO_SCRIPT, async (page) => {
      await openAll(page)
      const withScript = await open(path, {}, text)
      expect(withScript, path).toBe(await text(page))
      expect(await page.locator('main :is(input, select, button):visible').count(), path).toBe(0)
      expect(await page.locator('main [hidden]:not(.filter, .search)').count(), path).toBe(0)
    })
})

test('rankings are searched by keyboard', async () => {
  const shown = (page: Page) => page.locator('.rankings tbody tr:visible').count()
  await open('/rankings/', {}, async (page) => {
    const all = await shown(page)
    for (let stop = 0; stop < 9; stop++) {
      await page.keyboard.press('Tab')
      if (await page.getByRole('searchbox').evaluate((box) => box.matches(':focus'))) break
    }
    await page.keyboard.type('crystal')
    expect([all, await shown(page)]).toEqual([8, 1])
    expect(await page.locator('.search output').textContent()).toBe('1 of 8')
  })
})

test('without JavaScript every count leads to its answers, and every counted name is marked', async () => {
  const marks = (path: string) => open(path, NO_SCRIPT, (page) => page.locator('.answer .text mark').count())
  expect((await marks(`${MONTH}q1/`)) + (await marks(`${MONTH}q2/`))).toBe(MARKABLE)
  await open('/rankings/crm-software/', NO_SCRIPT, async (page) => {
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

test('answers can be filtered by engine or by the brand that they name, and the selection can be linked', async () => {
  const shown = (page: Page) => page.locator('.answer:visible').evaluateAll((all) => all.map(({ id }) => id))
  await open(`${LARGE}q1/`, {}, async (page) => {
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
  await open(`${LARGE}q1/?engine=anthropic`, NO_SCRIPT, async (page) => {
    expect(await shown(page)).toHaveLength(30)
    expect(await page.locator('.filter').isVisible()).toBe(false)
  })
})

test('in print a count of citations stays on its line beside a long list of engines', async () => {
  await open(LARGE, { viewport: { width: 680, height: 900 } }, async (page) => {
    await page.emulateMedia({ media: 'print' })
    const lines = await page.evaluate<number[]>(`[...document.querySelectorAll('.sources tbody tr')].map((row) => {
      row.firstElementChild.textContent = 'crm-software-for-small-teams.example'
      row.lastElementChild.textContent = 'ChatGPT (OpenAI), Perplexity, Gemini, Grok and Google AI Overview'
      const count = row.querySelector('.number')
      const range = document.createRange()
      range.selectNodeContents(count)
      return range.getClientRects().length
    })`)
    expect(new Set(lines)).toEqual(new Set([1]))
  })
})

test('an embed fits the height that its code gives it', async () => {
  const code = await open(LARGE, {}, (page) => page.locator('pre code').textContent())
  const height = Number(/height="(\d+)"/.exec(code ?? '')?.[1])
  for (const width of [1000, 600, 360, 320]) {
    const needed = await open('/rankings/large-category/embed/', { viewport: { width, height: 100 } }, (page) =>
      page.evaluate<number>('document.documentElement.scrollHeight'),
    )
    expect([needed <= height, needed > height / 2], `${width} px`).toEqual([true, true])
  }
})
