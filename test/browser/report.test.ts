import type { Browser, BrowserContextOptions, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { faultsOfHtml } from '../support/checks/valid-html.ts'
import { expectKeyboardWorks, expectToFit, expectToHold, openAll, openBrowser, visit } from './browser.ts'
import { REPORTS, servedReports } from './reports.ts'

let browser: Browser
beforeAll(async () => {
  browser = await openBrowser()
}, 120_000)
afterAll(() => browser.close())

const open = <Outcome>(name: string, options: BrowserContextOptions, look: (page: Page) => Promise<Outcome>) =>
  visit(browser, servedReports, `/r/${name}`, options, look)

describe('at every width, in light, dark and print, with everything open, nothing is wrong with a report that is', () => {
  for (const name of ['complete', 'failed', 'running', 'missing'])
    test(name, { timeout: 60_000 }, () => open(name, {}, expectToHold))
  for (const name of ['hostile', 'largest']) test(name, () => open(name, {}, expectToFit))
})

describe('every control is reachable by keyboard, visible and marked when focused in a report that is', () => {
  for (const name of Object.keys(REPORTS).filter((name) => name !== 'largest'))
    test(name, { timeout: 60_000 }, () => open(name, { viewport: { width: 360, height: 780 } }, expectKeyboardWorks))
})

test('a report’s page is valid HTML, whatever its texts hold', async () => {
  for (const [name, html] of Object.entries(REPORTS)) expect(await faultsOfHtml(html), name).toEqual([])
})

for (const format of ['A4', 'Letter'])
  test(`printed on ${format}, the largest report is a summary of two pages`, async () => {
    const pdf = await open('largest', {}, (page) => page.pdf({ format }))
    expect(pdf.toString('latin1').match(/\/Type \/Page\b/g)).toHaveLength(2)
  })

test('in print no column is clipped, and no section with something open is left out', async () => {
  await open('complete', { viewport: { width: 680, height: 900 } }, async (page) => {
    await page.emulateMedia({ media: 'print' })
    const seen = (selector: string) => page.locator(selector).isVisible()
    expect([await seen('#gaps'), await seen('#sources'), await seen('#answers')]).toEqual([false, false, false])
    expect([await seen('#rivals'), await seen('#actions'), await seen('#grid')]).toEqual([true, true, true])
    await openAll(page)
    expect([await seen('#answers'), await seen('#kit')]).toEqual([true, true])
    expect(await page.evaluate<number>('document.documentElement.scrollWidth')).toBeLessThanOrEqual(680)
  })
})

test('a browser finds the same elements in a page, whatever the texts hold', async () => {
  const elements = (name: string) =>
    open(name, {}, (page) =>
      page.evaluate<string[]>(
        // The kit's files are left out, which are formatted only where no letter is lost by it.
        "[...document.querySelectorAll('*')].filter((each) => !each.closest('div.answer, pre.answer')).map((each) => each.tagName)",
      ),
    )
  const plain = await elements('complete')
  // The four are the notice on simulated answers (a frame, a paragraph and a strong) and the word in the printed foot.
  expect((await elements('hostile')).length).toBe(plain.length + 4)
})

test('the policy allows the style', async () => {
  const width = await open('complete', { viewport: { width: 1280, height: 800 } }, (page) =>
    page.evaluate<string>("getComputedStyle(document.querySelector('.width')).maxWidth"),
  )
  expect(width).toBe('1120px')
})

test('without JavaScript a count leads to its answers, and every counted name is marked', async () => {
  await open('complete', { javaScriptEnabled: false }, async (page) => {
    expect(await page.locator('.answer .text mark').count()).toBe(13)
    await page.locator('.dots a', { hasText: 'Bolt' }).click()
    await page.locator('details.traced summary').first().click()
    await page.locator('a.trace').nth(2).click()
    expect(page.url()).toContain('#q1-OPENAI-r0')
    expect(await page.locator('#q1-OPENAI-r0').isVisible()).toBe(true)
    await page.locator('.runs a').first().click()
    expect(page.url()).toContain('#q0-OPENAI-r0')
    expect(await page.locator('#q0-OPENAI-r0').isVisible()).toBe(true)
  })
})
