import { describe, expect, test } from 'vitest'
import { type StartRequest, startRequest } from '../../pipeline/contract/start.ts'
import type { EngineName } from '../../pipeline/contract/terms.ts'
import { understandStart } from '../../pipeline/report/understand.ts'
import { OWN_KEYS, START } from './starting.ts'

const ALL: readonly EngineName[] = ['OPENAI', 'ANTHROPIC', 'PERPLEXITY', 'GEMINI', 'GROK', 'AI_OVERVIEW']
const QUICK: readonly EngineName[] = ['OPENAI', 'ANTHROPIC', 'GEMINI']
const KEY = 'sk-none-0123456789'

function questions(count: number): string[] {
  return Array.from({ length: count }, (_, at) => `Which CRM is best for case ${at}?`)
}

describe('a start is understood', () => {
  const cases: [string, StartRequest, object][] = [
    ['with its defaults', START, { domain: 'acme.example', brand: 'Acme', plan: 'FULL', engines: ALL, keys: null }],
    ['on a credit always as FULL', { ...START, plan: 'QUICK' }, { plan: 'FULL', engines: ALL }],
    ['on a credit with engines of FULL', { ...START, plan: 'QUICK', engines: ['GROK'] }, { engines: ['GROK'] }],
    ['on own keys in the plan that was sent', { ...OWN_KEYS, plan: 'QUICK' }, { plan: 'QUICK', engines: QUICK }],
    ['on own keys as FULL when none was', OWN_KEYS, { plan: 'FULL', engines: ALL, keys: OWN_KEYS.providerKeys }],
    [
      'with engines in order and once',
      { ...START, engines: ['GROK', 'OPENAI', 'GROK'] },
      { engines: ['OPENAI', 'GROK'] },
    ],
    ['from the United States in English', START, { country: 'US', language: 'en' }],
    [
      'from where it was sent, in its language',
      { ...START, country: 'AT', language: 'de' },
      { country: 'AT', language: 'de' },
    ],
    ['with the brand that was sent', { ...START, brand: 'Acme Desk' }, { brand: 'Acme Desk' }],
    ['with as many questions as FULL has', { ...START, seedPrompts: questions(10) }, { seedPrompts: questions(10) }],
    [
      'with each question once, as it is written first',
      {
        ...START,
        seedPrompts: ['Which CRM is best?', ' which  CRM is BEST', 'Which CRM is easy?', 'Which CRM is best?'],
      },
      { seedPrompts: ['Which CRM is best?', 'Which CRM is easy?'] },
    ],
    ['with as many as DEEP has', { ...OWN_KEYS, plan: 'DEEP', seedPrompts: questions(20) }, { plan: 'DEEP' }],
    [
      'with keys for engines that are not selected',
      { ...OWN_KEYS, engines: ['PERPLEXITY'] },
      { keys: OWN_KEYS.providerKeys, engines: ['PERPLEXITY'] },
    ],
    [
      'with a login and a password that has colons',
      { ...OWN_KEYS, providerKeys: { GEMINI: KEY, AI_OVERVIEW: 'login:pass:word' } },
      { keys: { GEMINI: KEY, AI_OVERVIEW: 'login:pass:word' } },
    ],
  ]
  test.each(cases)('%s', (_, request, meant) => {
    expect(understandStart(request)).toMatchObject(meant)
  })
})

describe('a start has to be fixed in', () => {
  const cases: [string, string, StartRequest][] = [
    ['domain', 'is no host name', { ...START, domain: 'acme' }],
    ['domain', 'has none with a dot', { ...START, domain: 'https://localhost/x' }],
    ['category', 'names the product', { ...START, brand: 'Zenbook', category: 'Zenbook alternatives' }],
    ['category', 'names the product, an ordinary word', { ...START, category: 'Acme alternatives' }],
    ['category', 'has a control character', { ...START, category: 'CRM\u0000software' }],
    ['description', 'has a control character', { ...START, description: 'A CRM.\u001b[31m' }],
    ['brand', 'has no letter', { ...START, brand: '®' }],
    ['brand', 'has a control character', { ...START, brand: 'Ac\u0007me' }],
    ['engines', 'has one outside the plan', { ...OWN_KEYS, plan: 'QUICK', engines: ['OPENAI', 'GROK'] }],
    ['seedPrompts', 'has more than FULL asks', { ...START, seedPrompts: questions(11) }],
    ['seedPrompts', 'has more than a credit asks', { ...START, plan: 'DEEP', seedPrompts: questions(11) }],
    ['seedPrompts', 'has more than QUICK asks', { ...OWN_KEYS, plan: 'QUICK', seedPrompts: questions(5) }],
    ['seedPrompts', 'has more than DEEP asks', { ...OWN_KEYS, plan: 'DEEP', seedPrompts: questions(21) }],
    ['seedPrompts', 'has one that names the product', { ...START, seedPrompts: ['Which CRM?', 'Is acme good?'] }],
    ['seedPrompts', 'has one that names the domain', { ...START, seedPrompts: ['Is https://acme.example/x good?'] }],
    [
      'seedPrompts',
      'has one that names the brand sent',
      { ...START, brand: 'Zen Desk', seedPrompts: ['Is zendesk good?'] },
    ],
    ['seedPrompts', 'has a control character', { ...START, seedPrompts: ['Which\u0000CRM?'] }],
    ['seedPrompts', 'has half of a surrogate pair', { ...START, seedPrompts: ['Which \ud83d CRM?'] }],
    ['brand', 'has half of a surrogate pair', { ...START, brand: 'Acme\udc00' }],
    ['providerKeys', 'are sent with a credit', { ...START, providerKeys: { OPENAI: KEY } }],
    ['providerKeys', 'are sent empty with a credit', { ...START, providerKeys: {} }],
    ['providerKeys', 'are missing', { ...START, funding: 'byok' }],
    ['providerKeys', 'are none', { ...OWN_KEYS, providerKeys: {} }],
    ['providerKeys', 'have none for the scribe', { ...OWN_KEYS, providerKeys: { PERPLEXITY: KEY, GROK: KEY } }],
    [
      'providerKeys',
      'have none for a selected engine',
      { ...OWN_KEYS, engines: ['GROK'], providerKeys: { OPENAI: KEY, GEMINI: KEY } },
    ],
    ['providerKeys', 'have an odd byte', { ...OWN_KEYS, providerKeys: { OPENAI: `${KEY}\n` } }],
    ['providerKeys', 'have a letter outside ASCII', { ...OWN_KEYS, providerKeys: { OPENAI: `${KEY}é` } }],
    ['providerKeys', 'have an empty one', { ...OWN_KEYS, providerKeys: { OPENAI: KEY, GROK: '' } }],
    ['providerKeys', 'have one too long', { ...OWN_KEYS, providerKeys: { OPENAI: 'k'.repeat(513) } }],
    [
      'providerKeys',
      'have no login and password',
      { ...OWN_KEYS, providerKeys: { OPENAI: KEY, AI_OVERVIEW: 'no-colon-in-here' } },
    ],
  ]
  test.each(cases)('%s where it %s', (field, _, request) => {
    expect(understandStart(request)).toEqual({ fields: [field] })
  })

  test('every field that is wrong, each once', () => {
    const wrong = { ...START, domain: '', engines: ['GROK' as const], brand: '!', plan: 'QUICK' as const }
    const request = { ...wrong, funding: 'byok' as const, seedPrompts: ['a\u0000', 'b\u0000'] }
    const fields = ['domain', 'brand', 'engines', 'seedPrompts', 'providerKeys']
    expect(understandStart(request)).toEqual({ fields })
  })
})

test('what is refused never repeats a submitted value §2.8.2 §5.10.3', () => {
  const providerKeys = { OPENAI: 'marker-a1b2c3 marker' }
  expect(JSON.stringify(understandStart({ ...OWN_KEYS, domain: 'marker', providerKeys }))).not.toContain('marker')
})

test('the hash separates the bound fields', () => {
  const hash = (request: StartRequest) => {
    const start = understandStart(request)
    return 'fields' in start ? start : start.boundHash
  }
  const one = { ...START, brand: 'Acme', description: 'x', category: 'yz' }
  expect(hash(one)).toMatch(/^[0-9a-f]{64}$/)
  expect(hash({ ...one, description: 'xy', category: 'z' })).not.toBe(hash(one))
  expect(hash({ ...OWN_KEYS, plan: 'QUICK' })).not.toBe(hash(OWN_KEYS))
  expect(hash({ ...OWN_KEYS, providerKeys: { GEMINI: KEY } })).toBe(hash(START))
  expect(hash({ ...START, notify: false })).toBe(hash(START))
  expect(hash({ ...START, aliases: [] })).toBe(hash(START))
  expect(hash({ ...START, aliases: ['Acme Desk'] })).not.toBe(hash(START))
  expect(hash({ ...START, aliases: ['B', 'A', 'B'] })).toBe(hash({ ...START, aliases: ['A', 'B'] }))
  // Earlier releases hashed it so too, which makes a retry across an update one.
  expect(hash(START)).toBe('9d91d9dacd42a0c6e6891966e1f332eff332aa33567313a3da66583f763aea88')
  expect(hash({ ...START, country: 'US', language: 'en' })).toBe(hash(START))
  const german = { ...START, country: 'DE', language: 'de' }
  const markets = [
    START,
    german,
    { ...START, country: 'DE' },
    { ...START, language: 'de' },
    { ...START, country: 'AT', language: 'de' },
  ]
  expect(new Set(markets.map(hash)).size).toBe(markets.length)
  const which = 'Which CRM is best?'
  expect(hash({ ...START, seedPrompts: [which, which] })).not.toBe(hash({ ...START, seedPrompts: [which] }))
})

test.each(['QUICK', 'FULL'] as const)(
  'the funding is not bound: %s on a credit and on own keys are one start',
  (plan) => {
    const { providerKeys, ...fields } = { ...OWN_KEYS, plan }
    const byok = understandStart({ ...fields, providerKeys })
    const credit = understandStart({ ...fields, funding: 'credits' })
    if ('fields' in byok || 'fields' in credit) throw new Error('refused')
    expect(credit.boundHash).toBe(byok.boundHash)
  },
)

test('more questions than any plan asks are refused before one of them is looked through', () => {
  const many = { ...START, seedPrompts: Array<string>(7_500).fill('Is Acme good?') }
  expect(startRequest.safeParse(many).error?.issues.map(({ path }) => path[0])).toEqual(['seedPrompts'])
})
