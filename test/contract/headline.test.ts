import { expect, test } from 'vitest'
import { engineNames, headline, plainText, whatWasAsked } from '../../pipeline/contract/headline.ts'

const interval = { low: 0.69, high: 0.86 }
const brand = (name: string, mentions: number, from?: number) => ({
  ...{ name, mentions, interval },
  ...(from !== undefined && { rankRange: { from, to: 5 } }),
})
const said = (brands: ReturnType<typeof brand>[], answersCounted = 170) =>
  plainText(headline({ category: 'CRM software', answersCounted, brands }))

test('a headline says who leads, in how many answers, how sure that is, and who can’t be told apart', () => {
  const first =
    'Vondettel is named in 135 of 170 answers about CRM software (79\u00a0%; 69–86\u00a0% for other questions).'
  expect(said([brand('Vondettel', 135, 1)])).toBe(first)
  expect(said([brand('Vondettel', 135), brand('Cundorno', 120)])).toBe(first)
  expect(said([brand('Vondettel', 135, 1), brand('Cundorno', 90, 2)])).toBe(`${first} No other brand can be first.`)
  const others = ['Cundorno', 'Glavisko', 'Ladder', 'Lantern'].map((name) => brand(name, 120, 1))
  expect(said([brand('Vondettel', 135, 1), ...others.slice(0, 1)])).toBe(
    `${first} Cundorno can’t be told apart from it.`,
  )
  expect(said([brand('Vondettel', 135, 1), ...others.slice(0, 3)])).toBe(
    `${first} Cundorno, Glavisko and Ladder can’t be told apart from it.`,
  )
  expect(said([brand('Vondettel', 135, 1), ...others])).toBe(`${first} 4 others can’t be told apart from it.`)
})

test('a headline without a leader says so', () => {
  expect(said([], 12)).toBe('No brand is named in 12 answers about CRM software.')
  expect(said([], 0)).toBe('No answer about CRM software could be counted.')
})

test('names from outside are kept apart from our words, so that each can be in its own script', () => {
  const stretches = headline({
    category: 'تطبيقات',
    answersCounted: 2,
    brands: [{ ...brand('أكمي', 2), interval: { low: 0, high: 1 } }],
  })
  expect(stretches).toEqual([
    { name: 'أكمي' },
    { text: ' is named in 2 of 2 answers' },
    { text: ' about ' },
    { name: 'تطبيقات' },
    { text: ' (100\u00a0%).' },
  ])
  expect(plainText(stretches)).toBe(
    '\u200eأكمي\u200e is named in 2 of 2 answers about \u200eتطبيقات\u200e (100\u00a0%).',
  )
})

test('what was asked names engines as readers know them, their models, days and country', () => {
  const asked = { from: '2026-11-03T22:00:00Z', until: '2026-11-04T01:00:00Z' }
  const month = {
    checkedAt: '2026-11-04T02:00:00Z',
    simulated: false,
    models: [{ engine: 'OPENAI', models: ['gpt-9'] }] as const,
  }
  expect(whatWasAsked({ ...month, asked, engines: ['OPENAI', 'GEMINI'] })[0]).toBe(
    'Asked through the makers’ APIs, with web search on, from 3 November 2026 to 4 November 2026, as from the United States (Gemini without a country): ChatGPT (OpenAI) by gpt-9.',
  )
  expect(whatWasAsked({ ...month, models: [], engines: ['GROK'] })[0]).toBe(
    'Asked through the makers’ APIs, with web search on, on 4 November 2026, without a country.',
  )
  const german = { country: 'DE', language: 'de' }
  expect(whatWasAsked({ ...month, ...german, models: [], engines: ['OPENAI', 'GEMINI', 'GROK'] })[0]).toBe(
    'Asked through the makers’ APIs, with web search on, on 4 November 2026, as from Germany, in German (Gemini and Grok told in words).',
  )
  const british = { country: 'GB', language: 'en' }
  expect(whatWasAsked({ ...month, ...british, models: [], engines: ['OPENAI'] })[0]).toBe(
    'Asked through the makers’ APIs, with web search on, on 4 November 2026, as from the United Kingdom, in English.',
  )
  expect(whatWasAsked({ ...month, engines: ['GROK'], simulated: true })).toEqual([
    'These answers are made up for testing: no engine was asked.',
  ])
  expect(engineNames(['ANTHROPIC', 'AI_OVERVIEW', 'GROK'])).toBe('Claude, Google AI Overview and Grok')
})
