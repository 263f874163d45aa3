import { AxeBuilder } from '@axe-core/playwright'
import Chromium from '@sparticuz/chromium'
import type { Browser, BrowserContextOptions, Page } from 'playwright-core'
import { chromium } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { FrozenReport } from '../../pipeline/contract/report.ts'
import { ENGINES } from '../../pipeline/contract/terms.ts'
import { pageStyleSource, renderMissingPage, renderReportPage } from '../../pipeline/render/page.ts'
import { rewrite } from '../render/hostile.ts'
import { frozenReport } from '../support/reports.ts'

const SITE_URL = 'http://site.example'
const POLICY = `default-src 'none'; style-src ${pageStyleSource()}; form-action 'none'; base-uri 'none'`
const HOSTILE = [
  '<script>alert(1)</script>',
  '<img src=x onerror=alert(1)>',
  '"><svg onload=alert(1)>',
  "' onmouseover='alert(1)",
  '</title></style><script>alert(1)</script>',
  '\u202eturned round',
  `Unbroken${'x'.repeat(300)}`,
  '最好的是北极星🚀',
  'الأفضل هو',
  '\u0000\u001b[2J\ud800',
]

const shown = (report: FrozenReport) => renderReportPage({ ...report, url: `${SITE_URL}/r/slug` })
const nothing = { engines: [], competitors: [], sources: [], actionPlan: [], questions: [], ledger: [] }
const hostile = (changed: Partial<FrozenReport> = {}) =>
  rewrite(frozenReport({ simulated: true, ...changed }), (text, index) => `${text} ${HOSTILE[index % HOSTILE.length]}`)
const running = { ...hostile(nothing), status: 'RUNNING', completedAt: null, url: `${SITE_URL}/r/slug` } as const

/** A DEEP report with long texts everywhere. */
function largest(): FrozenReport {
  const report = frozenReport()
  const [question, action, rival, engine] = [
    report.questions[0],
    report.actionPlan[0],
    report.competitors[0],
    report.engines[0],
  ]
  if (!question || !action || !rival || !engine) throw new Error('the report has one of each')
  const text =
    'Which of the leading products for CRM suits a company with offices in several countries and a sales team at home?'
  const times = <Item>(count: number, make: (index: number) => Item) =>
    Array.from({ length: count }, (_, at) => make(at))
  return {
    ...report,
    simulated: true,
    plan: 'DEEP',
    brand: 'Überlange Markenbezeichnung mit sehr vielen Wörtern GmbH & Co. KG aus dem Süden',
    category: 'برامج إدارة علاقات العملاء للشركات الصغيرة',
    engines: ENGINES.map((name) => ({
      ...engine,
      engine: name,
      model: 'a-model-2026-11-05-preview, another-model-2026',
    })),
    competitors: times(60, (at) => ({ ...rival, name: `Brand ${at}` })),
    actionPlan: times(16, () => ({ ...action, title: `Answer the question “${text}” on a page of your own` })),
    questions: times(20, (index) => ({
      ...question,
      ...{ index, text },
      answers: ENGINES.flatMap((name) =>
        question.answers.slice(0, 1).flatMap((one) => times(5, (run) => ({ ...one, engine: name, run }))),
      ),
    })),
    ledger: ENGINES.map((name) => ({
      ...{ engine: name, planned: 100, counted: 90, noAnswer: 5, failed: 5, skipped: 0 },
      failures: [{ kind: 'TIMEOUT', count: 5, words: 'timeout' }],
    })),
  }
}

const PAGES: Readonly<Record<string, string>> = {
  complete: shown(frozenReport()),
  hostile: shown(hostile()),
  failed: shown(hostile({ status: 'FAILED', error: 'No engine gave an answer that could be counted.' })),
  running: renderReportPage(running, { progress: { answersStored: 71, answersPlanned: 180 } }),
  missing: renderMissingPage(),
  largest: shown(largest()),
}

let browser: Browser
beforeAll(async () => {
  browser = await chromium.launch({
    executablePath: await Chromium.executablePath(),
    args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking'],
  })
}, 120_000)
afterAll(() => browser.close())

/** Opens a page as the server with its security policy gives it; what the browser complains of and what it loads is thrown. */
async function visit<Outcome>(
  name: string,
  options: BrowserContextOptions,
  look: (page: Page) => Promise<Outcome>,
): Promise<Outcome> {
  const context = await browser.newContext(options)
  try {
    const complaints: string[] = []
    await context.route('**/*', async (route) => {
      const { pathname } = new URL(route.request().url())
      if (pathname !== `/r/${name}`) complaints.push(`loads ${pathname}`)
      const headers = { 'content-security-policy': POLICY }
      await route.fulfill({ body: PAGES[name] ?? '', contentType: 'text/html; charset=utf-8', headers })
    })
    const page = await context.newPage()
    page.on('console', (message) => complaints.push(message.text()))
    page.on('pageerror', (error) => complaints.push(error.message))
    page.on('dialog', (dialog) => complaints.push(dialog.message()))
    await page.goto(`${SITE_URL}/r/${name}`)
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
  test(`no page of a report is wider than a window of ${width} px, with everything opened`, async () => {
    for (const name of Object.keys(PAGES)) {
      const wide = await visit(name, { viewport: { width, height: 800 } }, async (page) => {
        await openAll(page)
        return page.evaluate<number>('document.documentElement.scrollWidth')
      })
      expect(wide, name).toBeLessThanOrEqual(width)
    }
  })

for (const [colorScheme, width] of [
  ['light', 360],
  ['dark', 1280],
] as const)
  test(`axe finds nothing wrong with a report in ${colorScheme} colours at ${width} px`, {
    timeout: 120_000,
  }, async () => {
    for (const name of ['complete', 'failed', 'running']) {
      const found = await visit(name, { colorScheme, viewport: { width, height: 800 } }, async (page) => {
        await openAll(page)
        // The progress page reloads itself, because it works without a script.
        return (await new AxeBuilder({ page }).disableRules('meta-refresh').analyze()).violations
      })
      expect(found.map(({ id, nodes }) => `${name} ${id} ${nodes[0]?.html}`)).toEqual([])
    }
  })

for (const format of ['A4', 'Letter'])
  test(`printed on ${format}, the largest report is a summary of two pages`, async () => {
    const pdf = await visit('largest', {}, (page) => page.pdf({ format }))
    expect(pdf.toString('latin1').match(/\/Type \/Page\b/g)).toHaveLength(2)
  })

test('printed, no column is clipped and no section is left out in which something was opened', async () => {
  await visit('complete', { viewport: { width: 680, height: 900 } }, async (page) => {
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
    visit(name, {}, (page) =>
      page.evaluate<string[]>(
        // But for the kit's files, which are dressed only where no letter is lost by it.
        "[...document.querySelectorAll('*')].filter((each) => !each.closest('div.answer, pre.answer')).map((each) => each.tagName)",
      ),
    )
  const plain = await elements('complete')
  // The notice on simulated answers, an aside with a paragraph and a strong, and the word in the printed foot.
  expect((await elements('hostile')).length).toBe(plain.length + 4)
})

test('the style is let through by the policy', async () => {
  const width = await visit('complete', { viewport: { width: 1280, height: 800 } }, (page) =>
    page.evaluate<string>("getComputedStyle(document.querySelector('.width')).maxWidth"),
  )
  expect(width).toBe('1120px')
})

test('without JavaScript a count leads to its answers, and every counted name is marked', async () => {
  await visit('complete', { javaScriptEnabled: false }, async (page) => {
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
