import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { frozenRanking } from '../support/rankings.ts'
import { type Published, publishRankings } from './published.ts'

const LATER = { from: '2026-12-02T08:00:00.000Z', until: '2026-12-02T09:00:00.000Z' }
const SENTENCE = 'Not asked within October 2026, but on 2 December 2026.'
const SHORT = 'asked on 2 December 2026'

let site: Published
const files = new Map<string, string>()
beforeAll(async () => {
  const checkedAt = '2026-12-02T10:00:00.000Z'
  const searches = [{ question: 0, query: 'crm', answers: 1, of: 1, engines: ['OPENAI' as const] }]
  const later = { month: '2026-10', checkedAt, asked: LATER, searches }
  const inTime = { from: '2026-11-02T08:00:00.000Z', until: '2026-11-02T09:00:00.000Z' }
  site = await publishRankings('https://x.example', [
    frozenRanking({ slug: 'backfilled', ...later }),
    frozenRanking({ slug: 'continued', ...later }),
    frozenRanking({ slug: 'continued', month: '2026-11', checkedAt: inTime.until, asked: inTime }),
  ])
  for (const name of await readdir(site.siteDir, { recursive: true }))
    if (/\.(html|xml|txt|csv|json|svg)$/.test(name)) files.set(name, await readFile(join(site.siteDir, name), 'utf8'))
}, 120_000)
afterAll(() => site.remove())

/** The files under a folder that do not match. */
function without(pattern: RegExp, folder: string): string[] {
  const own = [...files].filter(([name]) => name.startsWith(folder))
  expect(own.length).toBeGreaterThan(3)
  return own.flatMap(([name, text]) => (pattern.test(text) ? [] : [name]))
}

test('every file of a month asked later says when it was asked', () => {
  expect(without(/asked on 2 December 2026|2026-12-02T0[89]:00/, 'rankings/backfilled/')).toEqual([])
  expect(without(/asked on 2 December 2026|2026-12-02T0[89]:00/, 'rankings/continued/2026-10/')).toEqual([])
})

test('its pages say so in a sentence, and in their titles and descriptions', () => {
  for (const [name, html] of files)
    if (/^rankings\/(backfilled|continued\/2026-10)\/.*html$/.test(name) && !name.includes('/embed/')) {
      expect(html, name).toContain(`<strong>${SENTENCE}</strong>`)
      for (const tag of [/<title>[^<]*/, /"description" content="[^"]*/, /og:title" content="[^"]*/])
        expect(tag.exec(html)?.[0], `${name} ${tag}`).toContain(`October 2026 (${SHORT})`)
    }
  const dataset = /<script type="application\/ld\+json">(.*?)<\/script>/s.exec(
    files.get('rankings/backfilled/index.html') ?? '',
  )
  expect(JSON.parse(dataset?.[1] ?? '').temporalCoverage).toBe(`${LATER.from}/${LATER.until}`)
})

test.each([
  ...['index.html', 'rankings/index.html', 'brands/acme/index.html', 'feed.xml', 'llms.txt'],
  ...['rankings/continued/feed.xml', 'rankings/backfilled/badges/acme.svg', 'rankings/backfilled/embed/index.html'],
])('what shows it beside others says when it was asked: %s', (name) => {
  expect(files.get(name)).toContain(SHORT)
})

test('a month asked within itself says nothing of the kind, save where an earlier one is shown beside it', () => {
  for (const [name, text] of files)
    if (name.startsWith('rankings/continued/2026-11/') && name !== 'rankings/continued/2026-11/index.html')
      expect(text, name).not.toMatch(/2 December 2026|Not asked within/)
  const page = files.get('rankings/continued/2026-11/index.html') ?? ''
  expect(page.split(SENTENCE)).toHaveLength(2)
  expect(page).toMatch(new RegExp(`By month.*${SENTENCE}.*Use this`, 's'))
})
