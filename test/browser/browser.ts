import { mkdtempSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import Chromium from '@sparticuz/chromium'
import axe, { type AxeResults, type RunOptions } from 'axe-core'
import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core'
import { expect } from 'vitest'

export const SITE_URL = 'http://site.example'
/** A phone, a tablet, a desktop, in CSS pixels. */
export const WIDTHS = [360, 768, 1440]
/** A4 less its margins of 1.5 cm, in CSS pixels. */
const PAPER = 680

/** What a server would answer. */
export interface Served {
  /** The content security policy. */
  readonly policy: string
  /** The file at a path; undefined without one. */
  read(pathname: string): Promise<{ readonly body: string | Buffer; readonly contentType: string } | undefined>
}

/** Starts a browser with five fonts of `dejavu-fonts-ttf` and no other, so that a page looks the same on every machine. */
export async function openBrowser(): Promise<Browser> {
  const executablePath = await Chromium.executablePath()
  const fonts = mkdtempSync(join(tmpdir(), 'svc-fonts-'))
  for (const face of ['Sans', 'Sans-Bold', 'Sans-Oblique', 'SansMono', 'SansMono-Bold'])
    symlinkSync(
      fileURLToPath(import.meta.resolve(`dejavu-fonts-ttf/ttf/DejaVu${face}.ttf`)),
      join(fonts, `${face}.ttf`),
    )
  const file = join(fonts, 'fonts.conf')
  writeFileSync(file, `<fontconfig><dir>${fonts}</dir><cachedir>${fonts}</cachedir></fontconfig>`)
  return chromium.launch({
    executablePath,
    args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking'],
    env: { ...process.env, FONTCONFIG_FILE: file },
  })
}

/** Opens a page as a server would give it. Rejects if the browser complains, or loads what the server doesn't have. */
export async function visit<Outcome>(
  browser: Browser,
  served: Served,
  path: string,
  options: BrowserContextOptions,
  look: (page: Page) => Promise<Outcome>,
): Promise<Outcome> {
  const context = await browser.newContext(options)
  try {
    const complaints: string[] = []
    await context.route('**/*', async (route) => {
      const { origin, pathname } = new URL(route.request().url())
      const file = origin === SITE_URL ? await served.read(decodeURIComponent(pathname)) : undefined
      if (file === undefined) {
        complaints.push(`asks for ${route.request().url()}`)
        return route.abort()
      }
      return route.fulfill({ ...file, headers: { 'content-security-policy': served.policy } })
    })
    const page = await context.newPage()
    page.on('console', (message) => complaints.push(message.text()))
    page.on('pageerror', (error) => complaints.push(error.message))
    page.on('dialog', (dialog) => complaints.push(dialog.message()))
    await page.goto(`${SITE_URL}${path}`)
    const outcome = await look(page)
    expectNone(complaints, path)
    return outcome
  } finally {
    await context.close()
  }
}

/** What the window shows. Chromium sometimes refuses a picture, and takes it when it is asked again. */
export async function pictureOf(page: Pick<Page, 'screenshot' | 'reload'>, tries = 5): Promise<Buffer> {
  try {
    return await page.screenshot()
  } catch (fault) {
    if (tries === 1 || !String(fault).includes('Unable to capture screenshot')) throw fault
    await page.reload()
    return pictureOf(page, tries - 1)
  }
}

export function openAll(page: Page): Promise<void> {
  return page.evaluate("document.querySelectorAll('details').forEach((each) => { each.open = true })")
}

/** With everything opened, axe finds nothing wrong at any width, in light and in dark, and nothing is wider than the window or the paper. */
export async function expectToHold(page: Page): Promise<void> {
  await openAll(page)
  // It is evaluated, because the page's policy allows no script of ours, and by @axe-core/playwright it took a second each time.
  await page.evaluate(axe.source)
  let byAll = true
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: 900 })
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme })
      expectNone(await faultsOf(page, byAll), `${width} px, ${colorScheme}`)
      byAll = false
    }
  }
  await expectToFit(page)
}

/** With everything opened, nothing is wider than the window or the paper. */
export async function expectToFit(page: Page): Promise<void> {
  await openAll(page)
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: 900 })
    expect(await widthOf(page), `wider than ${width} px`).toBeLessThanOrEqual(width)
  }
  await page.emulateMedia({ media: 'print' })
  await page.setViewportSize({ width: PAPER, height: 900 })
  expect(await widthOf(page), 'wider than the paper').toBeLessThanOrEqual(PAPER)
}

function expectNone(faults: readonly string[], where: string): void {
  if (faults.length > 0) throw new Error(`${where}: ${faults.join('\n')}`)
}

function widthOf(page: Page): Promise<number> {
  return page.evaluate<number>('document.documentElement.scrollWidth')
}

/** The rules that depend on the window or its colours. */
const BY_WINDOW = ['color-contrast', 'scrollable-region-focusable', 'target-size', 'link-in-text-block']

/** What axe, which the page has loaded, finds wrong by all of its rules, or only by those that depend on the window or its colours. */
async function faultsOf(page: Page, byAll: boolean): Promise<string[]> {
  // A progress page reloads itself, as it works without a script.
  const options: RunOptions = byAll ? { rules: { 'meta-refresh': { enabled: false } } } : { runOnly: BY_WINDOW }
  const { violations } = await page.evaluate<AxeResults>(`axe.run(${JSON.stringify(options)})`)
  return violations.map(({ id, nodes }) => `${id} ${nodes[0]?.html}`)
}

/**
 * Goes through a page by the tabulator key: each stop can be seen, inside the window and marked, each control is a stop, and
 * the first one skips what every page has.
 */
export async function expectKeyboardWorks(page: Page): Promise<void> {
  const controls = await page.locator(`:is(${CONTROLS}):visible`).count()
  const stops: Stop[] = []
  for (;;) {
    await page.keyboard.press('Tab')
    const stop = await page.evaluate<Stop | null>(FOCUSED)
    if (stop === null || stops.length > 2 * controls) break
    stops.push(stop)
  }
  if ((await page.locator('header').count()) > 0) expect(stops[0]?.name).toBe('Skip to the content')
  expect(
    stops.filter(({ seen }) => !seen),
    'out of sight',
  ).toEqual([])
  expect(
    stops.filter(({ marked }) => !marked),
    'unmarked',
  ).toEqual([])
  // What can be scrolled is a stop as well.
  expect(
    stops.filter(({ isControl }) => isControl),
    'some controls are out of reach',
  ).toHaveLength(controls)
}

const CONTROLS = 'a[href], button, input, select, textarea, summary'

interface Stop {
  readonly name: string
  readonly isControl: boolean
  readonly seen: boolean
  readonly marked: boolean
}

const FOCUSED = `(() => {
  const focused = document.activeElement
  if (focused === null || focused === document.body) return null
  const box = focused.getBoundingClientRect()
  const { outlineStyle, outlineWidth } = getComputedStyle(focused)
  return {
    name: focused.textContent.trim().slice(0, 60),
    isControl: focused.matches('${CONTROLS}'),
    seen: box.width > 0 && box.top < innerHeight && box.bottom > 0 && box.left < innerWidth && box.right > 0,
    marked: outlineStyle !== 'none' && outlineWidth !== '0px',
  }
})()`
