import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { DEFAULT_MARKET } from '../../pipeline/contract/market/market.ts'
import { type Citation, citation, ENGINES, type EngineName } from '../../pipeline/contract/terms.ts'
import { registrableDomain } from '../../pipeline/engines/citations.ts'
import type { Reading } from '../../pipeline/engines/engine.ts'
import { marketOf, withProduct } from '../../pipeline/engines/simulated/market.ts'
import { ORDINARY_WORDS } from '../../pipeline/engines/simulated/names.ts'
import { createSimulated } from '../../pipeline/engines/simulated/simulated.ts'

const CATEGORY = 'CRM software'
const SIGNAL = new AbortController().signal

type Answered = Extract<Reading, { kind: 'answered' }>

async function rawOf(
  engine: EngineName,
  category: string,
  question: string,
  tag: string,
  asked = DEFAULT_MARKET,
): Promise<string> {
  return (await createSimulated(engine).ask({ category, question, market: asked, tag }, [], SIGNAL)).raw
}

/** Ten questions to each engine, `runs` times, as a month asks them. */
async function askMonth(month: string, engines: readonly EngineName[], runs: number, category = CATEGORY) {
  const cells = engines.flatMap((engine) =>
    Array.from({ length: 10 }, (_, question) => Array.from({ length: runs }, (_, run) => ({ engine, question, run }))),
  )
  return Promise.all(
    cells.flat().map(async ({ engine, question, run }) => {
      const asking = { category, question: `Which is the best ${category}, number ${question}?` }
      const raw = await rawOf(engine, asking.category, asking.question, `${month}/crm/q${question}/r${run}`)
      return { engine, reading: createSimulated(engine).read([JSON.parse(raw)]) }
    }),
  )
}

function answersIn(asked: readonly { reading: Reading }[]): Answered[] {
  return asked.flatMap(({ reading }) => (reading.kind === 'answered' ? reading : []))
}

/** The share of answers that name the brand other than inside a longer name. */
function shareNaming(name: string, answers: readonly Answered[]): number {
  const longer = market.map((brand) => brand.name).filter((other) => other !== name && other.includes(name))
  const bare = (text: string) => longer.reduce((rest, other) => rest.replaceAll(other, ''), text)
  return answers.filter(({ text }) => bare(text).includes(name)).length / answers.length
}

const market = marketOf(CATEGORY)
const november = await askMonth('2026-11', ENGINES, 10)
const answers = answersIn(november)

describe('the simulated engine', () => {
  it('is free, marks its replies as simulated, and names its model', async () => {
    const engine = createSimulated('GROK')
    const reply = await engine.ask(
      { category: CATEGORY, question: 'Which one?', market: DEFAULT_MARKET, tag: '2026-11/crm/q0/r0' },
      [],
      SIGNAL,
    )
    expect(engine.name).toBe('GROK')
    expect(reply.body).toMatchObject({ simulated: true })
    expect(engine.read([reply.body])).toMatchObject({ model: 'simulated-1' })
    expect(engine.estimate).toEqual({ typicalUsd: 0, worstUsd: 0, typicalMs: 0 })
    expect(reply.costUsd).toBe(0)
    expect(reply.body).toEqual(JSON.parse(reply.raw))
  })

  it('gives the same bytes for the same asking on every machine', async () => {
    const raw = await rawOf('OPENAI', CATEGORY, 'Which one?', '2026-11/crm/q0/r0')
    expect(await rawOf('OPENAI', CATEGORY, 'Which one?', '2026-11/crm/q0/r0')).toBe(raw)
    expect(createHash('sha256').update(raw).digest('hex')).toBe(
      '2c00650e34858461584e0df900e151f88cafdda8ad4959ddefbc2a87fd3c69d9',
    )
  })

  it.each([
    { other: 'engine', engine: 'GEMINI' },
    { other: 'category', category: 'Running shoes' },
    { other: 'question', question: 'Which other one?' },
    { other: 'tag', tag: '2026-11/crm/q0/r1' },
    { other: 'country', market: { country: 'GB', language: 'en' } },
    { other: 'language', market: { country: 'US', language: 'es' } },
  ] as const)('answers another $other differently', async ({ other: _, ...change }) => {
    const asked = {
      engine: 'OPENAI' as EngineName,
      category: CATEGORY,
      question: 'Which one?',
      tag: '2026-11/crm/q0/r0',
      market: DEFAULT_MARKET,
    }
    const { engine, category, question, tag, market } = { ...asked, ...change }
    const raw = await rawOf(engine, category, question, tag, market)
    expect(raw).not.toBe(await rawOf(asked.engine, asked.category, asked.question, asked.tag))
  })

  it('reads a body that is not its own as empty', () => {
    const { read } = createSimulated('OPENAI')
    expect(read([])).toEqual({ kind: 'empty' })
    expect(read([{ output_text: 'Anything' }])).toEqual({ kind: 'empty' })
    expect(read([{ simulated: true, text: 'Anything', citations: 'none', grounded: true }])).toEqual({ kind: 'empty' })
  })

  it('always gives an answer or no answer', () => {
    expect(new Set(november.map(({ reading }) => reading.kind))).toEqual(new Set(['answered', 'noAnswer']))
  })

  it('shows no overview for about 30 % of askings; other engines refuse about 1 %', async () => {
    const more = [...november, ...(await askMonth('2026-10', ENGINES, 20))]
    const shareSilent = (of: typeof more) => of.filter(({ reading }) => reading.kind === 'noAnswer').length / of.length
    expect(shareSilent(more.filter(({ engine }) => engine === 'AI_OVERVIEW'))).toBeCloseTo(0.3, 1)
    const refused = shareSilent(more.filter(({ engine }) => engine !== 'AI_OVERVIEW'))
    expect(refused).toBeGreaterThan(0.002)
    expect(refused).toBeLessThan(0.025)
  })
})

describe('simulated answers', () => {
  it('are 60 to 350 words long', () => {
    const lengths = answers.map(({ text }) => text.split(/\s+/).length)
    expect(Math.min(...lengths)).toBeGreaterThanOrEqual(60)
    expect(Math.max(...lengths)).toBeLessThanOrEqual(350)
  })

  it.each([
    ['a numbered list with bold names', /^\d\. \*\*[^*]+\*\* [–—-] /m],
    ['a numbered list with linked names', /^\d\. (\*\*)?\[[^\]]+\]\(https:/m],
    ['a bullet list', /^[-*•] (\*\*)?\S[^\n]*: /m],
    ['a table', /^\|---\|---\|---\|$/m],
    ['an enumeration in prose', /such as .+, .+ (and|or) /],
    ['an answer that names nobody', /There is no single best answer/],
    ['the question as a heading', /^## Which is the best CRM software, number \d\?$/m],
    ['a bottom line', /\*\*Bottom line:\*\*/],
    ['German', /Deutsch: /],
    ['Japanese', /日本語での要約/],
    ['numbers as markers', /\.\[\d\]/],
    ['linked numbers as markers', /\[\[\d\]\]\(https:/],
    ['linked hosts as markers', / \(\[[a-z.0-9-]+\]\(https:\S+utm_source=openai\)\)/],
    ['possessives', /['’]s terms/],
    ['trademark signs', /[™®]/],
  ])('include %s', (_, form) => {
    expect(answers.filter(({ text }) => form.test(text)).length).toBeGreaterThan(0)
  })

  it('name every strong brand, but not in every answer', () => {
    const shares = market.filter(({ strength }) => strength > 0.5).map(({ name }) => shareNaming(name, answers))
    expect(shares.length).toBeGreaterThan(2)
    expect(Math.min(...shares)).toBeGreaterThan(0.2)
    expect(Math.max(...shares)).toBeLessThan(0.98)
  })

  it('also use brand names as ordinary words', () => {
    const words = market.filter(({ name }) => name in ORDINARY_WORDS).map(({ name }) => name)
    expect(words.length).toBeGreaterThanOrEqual(2)
    for (const word of words) {
      expect(answers.some(({ text }) => text.includes(` ${word.toLowerCase()} `))).toBe(true)
    }
  })

  it('cite pages in normalised form, and none without a search', () => {
    const pages = answers.flatMap(({ citations }) => citations)
    for (const page of pages) {
      expect(citation.parse(page)).toEqual(page)
      expect(new URL(page.url).href).toBe(page.url)
      expect(page.domain).toBe(registrableDomain(page.url))
      expect(page.domain).toMatch(/^[^.]+\.example$/)
    }
    const ungrounded = answers.filter(({ grounded }) => !grounded)
    expect(ungrounded.length).toBeGreaterThan(3)
    expect(ungrounded.length).toBeLessThan(answers.length / 10)
    expect(ungrounded.flatMap(({ citations }) => citations)).toEqual([])
    expect(answers.filter(({ grounded }) => grounded).every(({ citations }) => citations.length >= 3)).toBe(true)
  })

  it('cite pages whose address contains a brand that the text does not name', () => {
    const astray = ({ text, citations }: { text: string; citations: readonly Citation[] }) =>
      market.some(
        ({ name, label }) => !text.includes(name) && citations.some(({ url }) => url.includes(`-vs-${label}`)),
      )
    expect(answers.filter(astray).length).toBeGreaterThan(20)
  })

  it('have bodies with text, citations, whether they are grounded, and the searches', async () => {
    const raw = await rawOf('OPENAI', CATEGORY, 'Which one?', '2026-11/crm/q0/r0')
    expect(Object.keys(JSON.parse(raw))).toEqual(['simulated', 'text', 'citations', 'grounded', 'searches'])
  })
})

describe('the simulated market', () => {
  const categories = Array.from({ length: 200 }, (_, index) => `Category ${index}`)

  it('has 12 to 16 brands with distinct names and domains', () => {
    for (const brands of categories.map(marketOf)) {
      expect(brands.length).toBeGreaterThanOrEqual(12)
      expect(brands.length).toBeLessThanOrEqual(16)
      expect(new Set(brands.map(({ name }) => name.toLowerCase())).size).toBe(brands.length)
      expect(new Set(brands.map(({ domain }) => domain)).size).toBe(brands.length)
      for (const { domain } of brands) expect(registrableDomain(domain)).toBe(domain)
    }
  })

  it.each([
    ['camel case', /[a-z][A-Z]/],
    ['a hyphen', /\w-\w/],
    ['a digit', /\d/],
    ['an accent', /[À-ž]/],
    ['ideographs', /\p{Script=Han}/u],
    ['a possessive', /'s$/],
    ['punctuation', /!$|^\.|&|\.io$/],
    ['two words', /^[A-Z][a-z]+ [A-Z][a-z]+$/],
  ])('always has a name with %s', (_, form) => {
    for (const brands of categories.map(marketOf)) expect(brands.some(({ name }) => form.test(name))).toBe(true)
  })

  it('always has a name that begins another name', () => {
    for (const brands of categories.map(marketOf)) {
      const names = brands.map(({ name }) => name)
      expect(names.some((name) => names.some((other) => other.startsWith(`${name} `)))).toBe(true)
    }
  })

  it('moves three brands from month to month and leaves the others', async () => {
    const [before, after] = await Promise.all(['2026-09', '2026-10'].map((month) => askMonth(month, ENGINES, 20)))
    const moved = market.filter(
      ({ name }) =>
        Math.abs(shareNaming(name, answersIn(before ?? [])) - shareNaming(name, answersIn(after ?? []))) > 0.08,
    )
    expect(moved.map(({ name }) => name)).toEqual(market.filter(({ drift }) => drift !== 0).map(({ name }) => name))
    expect(moved.length).toBe(3)
  })
})

describe('the product of a report', () => {
  const product = { brand: 'Ridgeloom', domain: 'ridgeloom.example' }

  async function askAbout(asked: { brand: string; domain: string }) {
    const raws = await Promise.all(
      Array.from({ length: 200 }, (_, run) => {
        const tag = `report/x/q0/r${run}`
        const asking = { category: CATEGORY, question: 'Which one?', market: DEFAULT_MARKET, tag, product: asked }
        return createSimulated('OPENAI').ask(asking, [], SIGNAL)
      }),
    )
    return answersIn(raws.map(({ body }) => ({ reading: createSimulated('OPENAI').read([body]) })))
  }

  it('is named in some answers, and its site is cited in some', async () => {
    const asked = await askAbout(product)
    const share = asked.filter(({ text }) => text.includes('Ridgeloom')).length / asked.length
    expect(share).toBeGreaterThan(0.02)
    expect(share).toBeLessThan(0.8)
    expect(asked.some(({ citations }) => citations.some(({ domain }) => domain === product.domain))).toBe(true)
  })

  it('replaces an invented brand of the same name', () => {
    const [first] = market
    const replaced = withProduct(market, { brand: first?.name.toUpperCase() ?? '', domain: 'other.example' })
    expect(replaced).toHaveLength(market.length)
    expect(replaced.at(-1)?.domain).toBe('other.example')
  })

  it('may be named like a property of Object.prototype', async () => {
    const asked = await askAbout({ brand: 'constructor', domain: 'constructor.example' })
    expect(asked.filter(({ text }) => text.includes('native code'))).toEqual([])
    expect(asked.some(({ text }) => text.includes('constructor'))).toBe(true)
  })
})
