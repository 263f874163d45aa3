import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import pixelmatch from 'pixelmatch'
import type { Browser, Page } from 'playwright-core'
import { PNG } from 'pngjs'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { indexedPng } from '../../templates/figures/indexed-png.ts'
import type { Served } from './browser.ts'
import { openBrowser, visit } from './browser.ts'
import { REPORTS, servedReports } from './reports.ts'
import type { ServedSite } from './site.ts'
import { LARGE_PAGES, openSite, PAGES } from './site.ts'

/** What was looked at and is right. Delete a picture and run this test to have it made anew. */
const ACCEPTED = join(import.meta.dirname, 'accepted')
/** This run's pictures, and what differs, in red. */
const SEEN = join(import.meta.dirname, 'seen')
/** Of the pixels, 0..1: less than a letter of a phone's window. */
const TOLERATED = 0.0001

const WINDOWS = {
  phone: { viewport: { width: 360, height: 780 }, colorScheme: 'light' },
  tablet: { viewport: { width: 768, height: 900 }, colorScheme: 'dark' },
  desktop: { viewport: { width: 1440, height: 900 }, colorScheme: 'light' },
} as const

let site: ServedSite
let browser: Browser
beforeAll(async () => {
  rmSync(SEEN, { recursive: true, force: true })
  ;[site, browser] = await Promise.all([openSite(), openBrowser()])
}, 120_000)
afterAll(async () => {
  await browser.close()
  await site.remove()
})

describe.each(['phone', 'tablet', 'desktop'] as const)(
  'in the window of a %s the accepted picture is shown of',
  (window) => {
    const look = async (served: Served, path: string) =>
      expectAccepted(
        `${path.replace(/^\/|\/$/g, '').replaceAll('/', '.') || 'home'}-${window}.png`,
        await visit(browser, served, path, WINDOWS[window], (page: Page) => page.screenshot()),
      )
    for (const path of [...PAGES, ...LARGE_PAGES]) test(path, () => look(site, path))
    for (const name of Object.keys(REPORTS)) test(`a report that is ${name}`, () => look(servedReports, `/r/${name}`))
  },
)

async function expectAccepted(name: string, screenshot: Buffer): Promise<void> {
  const [accepted, seen, difference] = [join(ACCEPTED, name), join(SEEN, name), join(SEEN, `different-${name}`)]
  const now = PNG.sync.read(screenshot)
  const { width, height } = now
  const picture = (await indexedPng(new Uint8ClampedArray(now.data), now)) ?? screenshot
  save(seen, picture)
  if (!existsSync(accepted)) {
    save(accepted, picture)
    throw new Error(`There was no accepted picture; look at ${accepted}, and keep it if it is right.`)
  }
  const before = PNG.sync.read(readFileSync(accepted))
  expect([before.width, before.height], seen).toEqual([width, height])
  const diff = new PNG({ width, height })
  const differing = pixelmatch(before.data, PNG.sync.read(picture).data, diff.data, width, height)
  if (differing > TOLERATED * width * height) {
    save(difference, PNG.sync.write(diff))
    throw new Error(`${differing} of ${width * height} pixels differ from the accepted picture; look at ${difference}.`)
  }
}

function save(path: string, bytes: Buffer): void {
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, bytes)
}
