import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import pixelmatch from 'pixelmatch'
import type { Browser } from 'playwright-core'
import { PNG } from 'pngjs'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { indexedPng } from '../../templates/figures/indexed-png.ts'
import { openBrowser, pictureOf, type Served, visit } from './browser.ts'
import { REPORTS, servedReports } from './reports.ts'
import { LARGE_PAGES, openSite, PAGES, type ServedSite } from './site.ts'

/** What was looked at and is right. With `-u` this test takes those of changed pages anew. */
const ACCEPTED = join(import.meta.dirname, 'accepted')
/** This run's pictures; for each that differs the accepted one, this one, and the difference in red, side by side. */
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

/** What is looked at on the site. */
const OF_SITE = [...PAGES, ...LARGE_PAGES]
/** And of reports. */
const OF_REPORTS = Object.keys(REPORTS)
const nameOf = (path: string, window: string) =>
  `${path.replace(/^\/|\/?(?=#)|\/$/g, '').replaceAll(/[/#]/g, '.') || 'home'}-${window}.png`

describe.each(['phone', 'tablet', 'desktop'] as const)(
  'in the window of a %s the accepted picture matches',
  (window) => {
    const look = async (served: Served, path: string) =>
      expectAccepted(
        nameOf(path, window),
        await visit(browser, served, path, WINDOWS[window], (page) => pictureOf(page)),
      )
    for (const path of OF_SITE) test(path, () => look(site, path))
    for (const name of OF_REPORTS) test(`a report that is ${name}`, () => look(servedReports, `/r/${name}`))
  },
)

test('every accepted picture belongs to a page that is still tested', () => {
  const paths = [...OF_SITE, ...OF_REPORTS.map((name) => `/r/${name}`)]
  const names = paths.flatMap((path) => Object.keys(WINDOWS).map((window) => nameOf(path, window)))
  expect(readdirSync(ACCEPTED).filter((name) => !names.includes(name))).toEqual([])
})

async function expectAccepted(name: string, screenshot: Buffer): Promise<void> {
  const [accepted, seen, different] = [join(ACCEPTED, name), join(SEEN, name), join(SEEN, `different-${name}`)]
  const now = PNG.sync.read(screenshot)
  save(seen, screenshot)
  const problem = differenceFrom(accepted, now, different)
  if (problem === undefined) return
  if (expect.getState().snapshotState.snapshotUpdateState === 'all')
    save(accepted, (await indexedPng(new Uint8ClampedArray(now.data), now)) ?? screenshot)
  else
    throw new Error(`${problem} Look at ${existsSync(different) ? different : seen}; if it is right, run this with -u.`)
}

/** What differs from the accepted picture, in words; undefined if too little to be seen. */
function differenceFrom(accepted: string, now: PNG, different: string): string | undefined {
  if (!existsSync(accepted)) return 'There is no accepted picture.'
  const before = PNG.sync.read(readFileSync(accepted))
  const { width, height } = now
  if (before.width !== width || before.height !== height) return `It was ${before.width} x ${before.height} pixels.`
  const difference = new PNG({ width, height })
  const pixels = pixelmatch(before.data, now.data, difference.data, width, height)
  if (pixels <= TOLERATED * width * height) return undefined
  const all = new PNG({ width: 3 * width, height })
  for (const [at, each] of [before, now, difference].entries())
    PNG.bitblt(each, all, 0, 0, width, height, at * width, 0)
  save(different, PNG.sync.write(all))
  return `${pixels} of ${width * height} pixels differ from the accepted picture.`
}

function save(path: string, bytes: Buffer): void {
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, bytes)
}
