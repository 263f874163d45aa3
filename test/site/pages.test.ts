import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { faultsOfHtml } from '../support/checks/valid-html.ts'
import { HOSTILE_ANSWERS, hostileRanking, hostileRankings, MARKABLE } from './hostile.ts'
import { type Published, publishRankings } from './published.ts'

const SITE_URL = 'https://x.example/some/base'
let site: Published
const files = new Map<string, string>()
/** Every file, and those that are compressed beside it. */
const names = new Set<string>()

beforeAll(async () => {
  site = await publishRankings(SITE_URL, hostileRankings())
  for (const name of await readdir(site.siteDir, { recursive: true })) {
    names.add(name)
    if (/\.(html|xml|txt|css|csv|json|svg)$/.test(name))
      files.set(name, await readFile(join(site.siteDir, name), 'utf8'))
  }
}, 120_000)
afterAll(() => site.remove())

const LATEST = 'rankings/crm-software/index.html'
const MONTH = 'rankings/crm-software/2026-11/'
const monthsPages = (month: string) =>
  ['', 'brands/', 'q1/', 'q2/'].map((page) => `rankings/${month}/${page}index.html`)
const PAGES = [
  '404.html',
  'index.html',
  'method/index.html',
  'rankings/index.html',
  ...['acme', 'bolt', 'img-src-x-onerror-alert-1', `unbroken${'x'.repeat(52)}`, '北极星'].map(
    (brand) => `brands/${brand}/index.html`,
  ),
  LATEST,
  'rankings/crm-software/embed/index.html',
  ...monthsPages('crm-software/2026-10'),
  ...monthsPages('crm-software/2026-11'),
  'rankings/pretend-tools/index.html',
  'rankings/pretend-tools/embed/index.html',
  ...monthsPages('pretend-tools/2026-10'),
]

function page(name: string): string {
  const html = files.get(name)
  if (html === undefined) throw new Error(`no page ${name}`)
  return html
}

/** A tag with its attributes; a quoted value may hold anything, `>` too. */
const TAG = /<(\/?[a-z!][^\s>]*)((?:"[^"]*"|[^">])*)>/gi

/** What a reader sees of a piece of markup: the characters, exactly. */
function seen(html: string): string {
  const plain = html.replace(TAG, '')
  const named: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'", '#34': '"', '#38': '&' }
  return plain.replace(/&([a-z]+|#\d+);/g, (all, name: string) => named[name] ?? all)
}

function words(html: string): string {
  return seen(html.replace(TAG, (tag) => (/^<\/?(a|b|bdi|mark|time)\b/.test(tag) ? '' : ' '))).replace(/[ \n]+/g, ' ')
}

/** The first capture of every match. */
function all(html: string, pattern: RegExp): string[] {
  return [...html.matchAll(pattern)].map((match) => match[1] ?? '')
}

test('the ledger counts what failed by kind', () => {
  expect(words(page(LATEST))).toContain('Grok 2 0 1 1 0 Reason: 1 connection refused')
})

describe('every page', () => {
  test('is there, and counted', () => {
    expect([...files.keys()].filter((name) => name.endsWith('.html')).sort()).toEqual([...PAGES].sort())
    expect(site.pages).toBe(PAGES.length)
  })

  test('runs no script but files of the site, and has no style of its own', () => {
    for (const name of PAGES) {
      const ours = page(name)
        .replace(/<script type="application\/ld\+json">[^<]*<\/script>/, '')
        .replace(/<script type="module" src="\/some\/base\/_astro\/[\w.-]+"><\/script>/, '')
        .replaceAll(/<img src="\/some\/base\/rankings\/[^"]+\.svg"/g, '<i')
      const tags = [...ours.matchAll(TAG)]
      expect(tags.length).toBeGreaterThan(20)
      for (const [, tag = '', attributes = ''] of tags) {
        expect(tag.toLowerCase()).not.toMatch(/^(script|style|iframe|img|object|embed|base|form)/)
        expect(attributes.replace(/"[^"]*"/g, '""')).not.toMatch(/\s(on\w+|style|src|srcset|action)\s*=/i)
        expect(attributes).not.toMatch(/href="(?!https?:|\/|#)/i)
      }
    }
  })

  test('is valid HTML', async () => {
    for (const name of PAGES) expect(await faultsOfHtml(page(name)), name).toEqual([])
  })

  test('has a title and a description of its own, a language and landmarks', () => {
    const titles = PAGES.map((name) => all(page(name), /<title>(.*?)<\/title>/g).join())
    const described = PAGES.filter((name) => !name.includes('/embed/'))
    const descriptions = described.map((name) => all(page(name), /<meta name="description" content="(.*?)"/g).join())
    // The latest month has two addresses, and is one file.
    expect(new Set(titles).size).toBe(PAGES.length - 2)
    expect(new Set(descriptions).size).toBe(described.length - 2)
    expect(page('rankings/crm-software/2026-11/index.html')).toBe(page(LATEST))
    for (const name of PAGES.filter((each) => !each.includes('/embed/')))
      expect(page(name)).toMatch(/<html lang="en">.*<header.*<main id="content".*<footer/s)
  })

  test('links only to pages that are there, under the base path', () => {
    for (const name of PAGES)
      for (const href of all(page(name), /href="(\/[^"]*)"/g)) {
        expect(href).toMatch(/^\/some\/base\//)
        const file = decodeURI(href.replace('/some/base/', '').replace(/[?#].*/, ''))
        expect(names).toContain(file === '' || file.endsWith('/') ? `${file}index.html` : file)
      }
  })
})

test('the canonical address of the latest month is the category’s, and an earlier month has its own', () => {
  const canonical = (name: string) => all(page(name), /<link rel="canonical" href="(.*?)"/g)
  expect(canonical(LATEST)).toEqual([`${SITE_URL}/rankings/crm-software/`])
  expect(canonical('rankings/crm-software/2026-11/index.html')).toEqual([`${SITE_URL}/rankings/crm-software/`])
  expect(canonical('rankings/crm-software/2026-10/index.html')).toEqual([`${SITE_URL}/rankings/crm-software/2026-10/`])
})

test('simulated data is announced wherever it is shown, and only there §1.5', () => {
  const announced = PAGES.filter((name) => /Simulated data[.:]/.test(page(name).replace(/<head>.*?<\/head>/s, '')))
  const real = /^(rankings\/crm-software|brands\/(img|unbroken|北极星))/
  expect(announced).toEqual(PAGES.filter((name) => !real.test(name)))
  expect(PAGES.filter((name) => page(name).includes('<meta name="robots" content="noindex">'))).toEqual(
    PAGES.filter((name) => name.startsWith('rankings/pretend-tools') || name.includes('/embed/')),
  )
  for (const name of ['feed.xml', 'brands.csv', 'figure.svg', 'ranking.json', 'badges/acme.svg']) {
    const folder = /feed|badges/.test(name) ? '' : '2026-10/'
    expect(files.get(`rankings/pretend-tools/${folder}${name}`), name).toMatch(/simulated|Simulated/)
  }
})

test('sitemap and robots carry the public address', () => {
  expect(files.get('robots.txt')).toContain(`Sitemap: ${SITE_URL}/sitemap.xml`)
  const sitemap = files.get('sitemap.xml') ?? ''
  expect(all(sitemap, /<loc>(.*?)<\/loc>/g)).toEqual(
    [
      ...['', 'rankings/', 'method/', 'rankings/crm-software/2026-10/'],
      ...['brands/', 'q1/', 'q2/'].map((page) => `rankings/crm-software/2026-10/${page}`),
      'rankings/crm-software/',
      ...['brands/', 'q1/', 'q2/'].map((page) => `${MONTH}${page}`),
      ...['acme', 'bolt', 'img-src-x-onerror-alert-1', `unbroken${'x'.repeat(52)}`, '%E5%8C%97%E6%9E%81%E6%98%9F'].map(
        (brand) => `brands/${brand}/`,
      ),
    ].map((path) => `${SITE_URL}/${path}`),
  )
  // Only the method's page doesn't change with a month.
  expect(all(sitemap, /<lastmod>(.*?)<\/lastmod>/g)).toHaveLength(all(sitemap, /(<url>)/g).length - 1)
  expect(sitemap).toContain(`<loc>${SITE_URL}/</loc><lastmod>2026-11-02T08:30:00.000Z</lastmod>`)
})

describe('the page of a month', () => {
  const text = () => words(page(LATEST))

  test('says first who leads, in how many of how many answers, and who can’t be told apart', () => {
    expect(text()).toMatch(/ is named in 4 of 4 answers about .+ \(100\u00a0%; 10–90\u00a0% for other questions\)/)
    expect(page(LATEST)).toMatch(/<h1 class="headline"[^>]*><bdi>/)
    expect(text()).toContain('Asked through the makers’ APIs, with web search on, ')
    expect(text()).toContain('this measures the APIs, not what one person sees')
  })

  test('shows the newest version, with every count out of its answers', () => {
    expect(text()).toContain('4/4')
    expect(text()).toContain('10–90\u00a0% for other questions; 20–80\u00a0% for these questions again')
    expect(text()).toContain('– too close to tell')
    expect(text()).toContain('up, 10\u00a0% → 25\u00a0% (+5 to +25 points)')
    expect(text()).toContain('– counted by other rules then')
    expect(text()).toContain('Changes leave out Grok (another model answered then).')
    expect(text()).toContain('over 340 brands of 12 rankings of the month together')
    expect(text()).toContain('Claude 2 0 0 0 2 Reason: no <key>')
    expect(text()).toContain('By a person’s ruling “<b>Acmé</b>” is a spelling of “Acme”.')
    expect(text()).toContain('Counted again by newer rules on 9 November 2026, 10:00 UTC.')
  })

  test('explains ranks, moves and sites beside them', () => {
    expect(text()).toContain('Ranks are those that the answers leave open.')
    expect(text()).toContain('Sites that the answers cited, each with its sub-domains.')
    expect(words(page('rankings/index.html'))).toContain('Moved: how many brands are named more or less often')
    expect(words(page('rankings/index.html'))).toMatch(/\d brands? up (Nov|Oct) 2026/)
  })

  test('names engines as readers know them, and no rules', () => {
    for (const name of PAGES) {
      const shown = words(page(name).replace(/<head>.*?<\/head>|<blockquote>.*?<\/blockquote>/gs, ''))
      expect(shown, name).not.toMatch(/OPENAI|ANTHROPIC|AI_OVERVIEW|GROK|mentions-\d|version \d/)
    }
  })

  test("links each brand's count by engine to exactly that many answers, which exist", () => {
    const heat = page(LATEST).split('<tbody>').at(2) ?? ''
    const cells = all(heat, /<td class="heat-\d">(.*?)<\/td>/g)
    expect(cells.length).toBeGreaterThan(0)
    for (const cell of cells)
      for (const href of all(cell, /href="(.*?)"/g))
        expect(page(`${MONTH}brands/index.html`)).toContain(`id="${decodeURIComponent(href.split('#')[1] ?? '')}"`)
    const brands = page(`${MONTH}brands/index.html`).split('<section class="one-brand"').slice(1)
    expect(brands.map((brand) => all(brand, /<path class="(named)"/g).length)).toEqual(
      hostileRanking().brands.map((brand) => brand.mentions),
    )
    for (const brand of brands)
      for (const href of all(brand, /<a href="([^"]*\/q\d+\/#[^"]*)"/g)) {
        const [file = '', anchor = ''] = href.replace('/some/base/', '').split('#')
        expect(page(`${file}index.html`)).toContain(`<article class="answer" id="${anchor}"`)
      }
  })
})

test('a brand’s page shows what answers say of it, with an inert quote linked to its answer', () => {
  const html = page(`${MONTH}brands/index.html`)
  expect(words(html)).toContain(
    'Recommended in 2 of 3, advised against in 1 of 3: a language model’s judgement of 3 answers',
  )
  expect(html).toContain('&lt;/blockquote&gt;&lt;script&gt;alert(6)&lt;/script&gt; \ufffd\ufffd[2J=1+1')
  expect(html).not.toContain('<script>alert(6)')
  expect(all(html, /(<blockquote)/g)).toHaveLength(1)
  const csv = page(`${MONTH}brands.csv`)
  expect(csv).toContain(',2,0,1,3,')
  expect(csv).not.toContain('alert(6)')
  expect(html).toMatch(/advised against: <a href="[^"]*\/q1\/#openai-1">ChatGPT \(OpenAI\), Q1, run 1</)
})

describe('the page of a question', () => {
  const html = () => page(`${MONTH}q1/index.html`) + page(`${MONTH}q2/index.html`)

  test('shows every answer word for word, with invisible characters as signs and the names marked that can be', () => {
    const texts = all(html(), /<p class="text" dir="auto">(.*?)<\/p>/gs).map(seen)
    const shown = HOSTILE_ANSWERS.map(({ text }) => text.replaceAll(/[^\P{Cc}\n\t]|[\u202c\u202e]/gu, '\ufffd'))
    expect(texts.sort()).toEqual(shown.sort())
    const verbatim = all(html(), /<p class="text" dir="auto">(.*?)<\/p>/gs).join()
    expect(all(verbatim, /(<mark>)/g)).toHaveLength(MARKABLE)
    expect(html()).toContain('<mark>Acme Bolt</mark>')
    expect(words(html())).toContain('Counted, but not marked in the text: Before, Halves, Outside, Empty, Overlaps')
  })

  test('says by which rule a name counts, and where the others are', () => {
    expect(words(html())).toContain('Named, in order: 1.&nbsp;Acme, 2.&nbsp;<img src=x onerror=alert(1)>')
    expect(words(html())).toContain('Acme, written “Acme”, counts because rule “name”.')
    expect(words(html())).toContain(
      'Asked 3 times, 2 answers counted. The brands most often named in them: Acme 2 of 2',
    )
    expect(html()).toContain('href="/some/base/rankings/crm-software/#questions"')
    expect(words(html())).toContain('Next: question 2')
  })

  test('shows the searches behind each answer, and how many answers share one', () => {
    const shown = '<script>alert(5)</script> \ufffd"crm"'
    expect(words(html())).toContain(`Looked for: “${shown}”`)
    expect(words(html())).toContain(
      `What the engines looked for Their web searches, word for word, each with the number of answers that it was made for, out of the 1 counted answer whose engine reports its searches. ${shown} ChatGPT (OpenAI) 1 of 1`,
    )
    expect(page(`${MONTH}q2/index.html`)).not.toContain('ooked for')
    expect(page(`${MONTH}searches.csv`)).toBe(
      'slug,country,language,month,askedFrom,askedUntil,simulated,question,questionText,query,answers,of,engines\n' +
        'crm-software,US,en,2026-11,,,false,0,"Which CRM, <b>really</b>?","<script>alert(5)</script> \ufffd""crm""",1,1,OPENAI\n',
    )
    expect(page(`${MONTH}index.html`)).toContain('href="/some/base/rankings/crm-software/2026-11/searches.csv"')
    expect(page(`${MONTH}index.html`)).toContain('2026-11/searches.csv"}')
    expect(page('rankings/crm-software/2026-10/index.html')).not.toContain('searches.csv')
  })

  test('says of an answer why it isn’t counted', () => {
    expect(words(html())).toContain('call failed, counted nowhere')
    expect(words(html())).toContain('no answer to score')
    expect(words(html())).toContain('no web search')
  })

  test('links a citation only if it is a web page', () => {
    const links = all(html(), /<ol class="citations">(.*?)<\/ol>/gs).flatMap((list) => all(list, /<a ([^>]*)>/g))
    expect(new Set(links)).toEqual(
      new Set(['href="https://good.example/a?b=1&amp;c=%222%22" rel="nofollow noopener noreferrer ugc"']),
    )
    expect(words(html())).toContain('Click me (javascript:alert(3))')
  })
})
