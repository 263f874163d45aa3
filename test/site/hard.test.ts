import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { hardRankings } from './hard-rankings.ts'
import { type Published, publishRankings } from './published.ts'

let site: Published
const files = new Set<string>()
const pages = new Map<string, string>()

beforeAll(async () => {
  site = await publishRankings('https://x.example', hardRankings())
  for (const name of await readdir(site.siteDir, { recursive: true })) {
    files.add(name)
    if (name.endsWith('.html'))
      pages.set(name.replace(/index\.html$/, ''), await readFile(join(site.siteDir, name), 'utf8'))
  }
}, 120_000)
afterAll(() => site.remove())

function page(name: string): string {
  const html = pages.get(name)
  if (html === undefined) throw new Error(`no page ${name}`)
  return html
}

/** A tag, or a text between two. */
const PIECE = /<(\/?)([a-z!][^\s>/]*)((?:"[^"]*"|[^">])*)>|[^<]+/gi
const VOID = /^(!doctype|meta|link|br|hr|path|rect|line|circle|input)$/i
/** A text that stands for itself, and turns to where it begins. */
const OWN_LINE = /class="(text|formatted)" dir="auto"|value="[^"]*" dir="auto"/
const RIGHT_TO_LEFT = /[\p{Script=Arabic}\p{Script=Hebrew}]/u

/** The texts that run from right to left, each with the elements that it stands in. */
function turned(html: string): { text: string; within: string[] }[] {
  const open: string[] = []
  const found: { text: string; within: string[] }[] = []
  for (const [text, close, name, attributes = ''] of html.matchAll(PIECE)) {
    if (name === undefined) {
      if (RIGHT_TO_LEFT.test(text)) found.push({ text, within: [...open] })
    } else if (close === '/') open.pop()
    else if (!VOID.test(name) && !attributes.endsWith('/')) open.push(OWN_LINE.test(attributes) ? 'bdi' : name)
  }
  return found
}

test('every page of a month is there', () => {
  for (const { slug, month, prompts } of hardRankings())
    for (const name of ['', 'brands/', ...prompts.map((_, index) => `q${index + 1}/`)])
      expect(pages.has(`rankings/${slug}/${month}/${name}`)).toBe(true)
})

test('no name, category or question reverses the text around it', () => {
  let count = 0
  for (const [name, html] of pages)
    for (const { text, within } of turned(html)) {
      count += 1
      // A title is a line of its own, and a script is for machines.
      expect(
        within.some((element) => ['bdi', 'mark', 'title', 'script'].includes(element)),
        `${name}: ${text}`,
      ).toBe(true)
    }
  expect(count).toBeGreaterThan(500)
})

/** The ids of each page. */
const idsOf = () =>
  new Map([...pages].map(([name, html]) => [name, [...html.matchAll(/\sid="([^"]*)"/g)].map(([, id = '']) => id)]))

test('no id is on a page twice, and every link within a page has its target', () => {
  for (const [name, list] of idsOf()) {
    const ids = new Set(list)
    expect(list.length, name).toBe(ids.size)
    const wanted = [...page(name).matchAll(/\s(?:aria-labelledby|href)="#?([^"/]+)"/g)].map(([, id = '']) => id)
    const missing = wanted.filter((id) => !/^https?:/.test(id) && !ids.has(decodeURIComponent(id)))
    expect(missing, name).toEqual([])
  }
})

test('every link to another page of the month has its target', () => {
  const ids = new Map([...idsOf()].map(([name, list]) => [name, new Set(list)]))
  let links = 0
  const missing: string[] = []
  for (const [name, html] of pages)
    for (const [link, path = '', anchor = ''] of html.matchAll(/href="\/([^"#?]*)(?:\?[^"#]*)?(?:#([^"]*))?"/g)) {
      links += 1
      const target = ids.get(decodeURI(path))
      const found =
        target === undefined ? files.has(decodeURI(path)) : anchor === '' || target.has(decodeURIComponent(anchor))
      if (!found) missing.push(`${name} ${link}`)
    }
  expect(missing).toEqual([])
  expect(links).toBeGreaterThan(1_000)
})

describe('sixty brands and 600 answers', () => {
  const MONTH = 'rankings/large-category/2026-11/'
  const sent = async (name: string) => (await readFile(join(site.siteDir, `${MONTH}${name}index.html.br`))).length

  test('take few bytes as they are sent', async () => {
    expect(await sent('')).toBeLessThan(60_000)
    expect(await sent('brands/')).toBeLessThan(60_000)
    expect(await sent('q1/')).toBeLessThan(60_000)
  })

  test('each brand links to as many answers as it counts', () => {
    const [large] = hardRankings()
    const sections = page(`${MONTH}brands/`).split('<section class="one-brand"').slice(1)
    expect(sections.map((section) => section.match(/<a href="[^"]*#[^"]*"/g)?.length)).toEqual(
      large?.brands.map(({ mentions }) => mentions),
    )
  })
})

test('months are broken where models or one brand’s counting changed, with the reason, and otherwise joined', () => {
  const html = page('rankings/six-months/')
  const months = html.slice(html.indexOf('id="months"'), html.indexOf('id="use"'))
  const lines = [...months.matchAll(/<figure>(.*?)<\/figure>/gs)].map(
    ([figure]) => figure.match(/class="line"/g)?.length,
  )
  expect(lines).toEqual([2, 2, 3, 2, 2, 2])
  expect(months.replace(/<[^>]*>/g, '').replace(/\s+/g, ' ')).toMatch(
    /The line is broken where months can’t be compared\. September 2026: other engines or models\. \S+ in November 2026: counted by other rules then\./,
  )
})

test('a month without a counted answer says so on each of its pages', () => {
  const MONTH = 'rankings/empty-category/2026-11/'
  expect(page(MONTH)).toContain('could be counted')
  expect(page(`${MONTH}brands/`)).toContain('No brand is named in 0 counted answers.')
  expect(page(`${MONTH}q1/`)).toContain('Asked 2 times, 0 answers counted. None of them names a brand.')
  expect(page(`${MONTH}q1/`)).toContain('call failed, counted nowhere')
})
