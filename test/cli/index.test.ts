import { expect, test } from 'vitest'
import { DEFAULT_MARKET } from '../../pipeline/contract/market/market.ts'
import { understood } from '../support/process/program.ts'

/** Which command ran, with what; or the sentence that refused the words. */
async function parse(...argv: string[]): Promise<unknown> {
  return understood(argv).catch((fault: Error) => fault.message)
}

test('the monthly batch with all of its flags', async () => {
  const line =
    'rankings run --categories c.yaml --month 2026-11 --category crm pens --engines grok,OPENAI --runs 5 --concurrency 2'
  expect(
    await parse(
      ...line.split(' '),
      '--budget',
      '12.50',
      '--second-reader',
      'all',
      '--no-site',
      '--metrics-port',
      '9471',
      '--json',
      '--database',
      'x.db',
    ),
  ).toEqual([
    'rankings run',
    {
      categories: 'c.yaml',
      month: '2026-11',
      category: ['crm', 'pens'],
      engines: ['OPENAI', 'GROK'],
      runs: 5,
      concurrency: 2,
      budget: 12.5,
      secondReader: 1,
      site: false,
      metricsPort: 9_471,
      metricsHost: '127.0.0.1',
      json: true,
      database: 'x.db',
    },
  ])
})

test('its defaults', async () => {
  expect(await parse('rankings', 'run', '--categories', 'c.yaml')).toEqual([
    'rankings run',
    { categories: 'c.yaml', runs: 3, secondReader: 0.1, site: true, metricsHost: '127.0.0.1' },
  ])
})

const account = 'ada@agency.example'
const planLimits = { projects: 5, reportsPerMonth: 40, perDay: 10, concurrent: 2 }

test.each([
  ['accounts create --email ada@agency.example --verified', { email: account, verified: true }],
  ['accounts create --email ada@agency.example', { email: account }],
  ['accounts verify --email ada@agency.example', { email: account }],
  ['accounts delete --email ada@agency.example', { email: account }],
  ['accounts list', {}],
  ['keys create --account ada@agency.example --label nightly', { account, label: 'nightly' }],
  ['keys list --account ada@agency.example', { account }],
  ['credits grant --account ada@agency.example --count 1000', { account, count: 1_000 }],
  ['credits balance --account ada@agency.example', { account }],
  ['credits held', {}],
  ['plans activate --account ada@agency.example', { account, ...planLimits }],
  ['plans cancel --account ada@agency.example', { account }],
])('%s', async (line, flags) => {
  expect(await parse(...line.split(' '), '--json')).toEqual([
    line.split(' ').slice(0, 2).join(' '),
    { ...flags, json: true },
  ])
})

test.each([['keys revoke'], ['credits release'], ['track remove']])('%s takes an id', async (command) => {
  expect(await parse(...command.split(' '), '4fT9')).toEqual([command, '4fT9', {}])
  expect(await parse(...command.split(' '))).toMatch(/missing required argument/)
})

test('a plan with all of its flags', async () => {
  const line = '--projects 1 --reports-per-month 2 --per-day 3 --concurrent 4 --period-start 2026-11-01'
  expect(
    await parse(
      ...['plans', 'activate', '--account', account, ...line.split(' ')],
      ...['--period-end', '2026-12-01T09:30:00+01:00'],
    ),
  ).toEqual([
    'plans activate',
    {
      account,
      projects: 1,
      reportsPerMonth: 2,
      perDay: 3,
      concurrent: 4,
      periodStart: Date.UTC(2026, 10, 1),
      periodEnd: Date.UTC(2026, 11, 1, 8, 30),
    },
  ])
})

test.each([
  [['rankings', 'run'], /--categories/],
  [['rankings', 'run', '--categories', 'c', '--month', '2026-13'], /A month is YYYY-MM/],
  [['rankings', 'run', '--categories', 'c', '--engines', 'BING'], /Give a comma-separated list of OPENAI/],
  [['rankings', 'run', '--categories', 'c', '--budget', '-1'], /Give dollars/],
  [['rankings', 'run', '--categories', 'c', '--runs', '0'], /whole number/],
  [['rankings', 'show'], /missing required argument/],
  [['rankings', 'show', '../x'], /A slug is/],
  [['rankings', 'show', 'x', '--csv', '--json'], /cannot be used with/],
  [
    ['report', 'run', '--country', 'UK'],
    /A country is a two-letter code of ISO 3166-1, such as DE; the United Kingdom is GB\./,
  ],
  [['report', 'run', '--language', 'German'], /A language is a two-letter code of ISO 639-1, such as de\./],
  [['serve', '--port', '70000'], /port from 0/],
  [['accounts', 'create'], /--email/],
  [['accounts', 'create', '--email', 'ada'], /Give an e-mail address/],
  [['accounts', 'create', '--email', 'ada@agency.example\nBcc: b@b.example'], /Give an e-mail address/],
  [['keys', 'create', '--account', 'a@b.example', '--label', ' '], /A label has 1 to 100 characters/],
  [['keys', 'create', '--account', 'a@b.example', '--label', 'x'.repeat(101)], /A label has 1 to 100 characters/],
  [['credits', 'grant', '--account', 'a@b.example'], /--count/],
  [['credits', 'grant', '--account', 'a@b.example', '--count', '-1'], /whole number from 1 to 100000/],
  [['credits', 'grant', '--account', 'a@b.example', '--count', '0'], /whole number from 1 to 100000/],
  [['credits', 'grant', '--account', 'a@b.example', '--count', '100001'], /whole number from 1 to 100000/],
  [['plans', 'activate', '--account', 'a@b.example', '--period-end', 'soon'], /Give a date or a time/],
  [['plans', 'activate', '--account', 'a@b.example', '--period-end', '2026-02-30'], /Give a date or a time/],
  [['plans', 'activate', '--account', 'a@b.example', '--period-end', '2026-11-01T09:00:00'], /Give a date or a time/],
  [['plans', 'activate', '--account', 'a@b.example', '--per-day', '1.5'], /whole number/],
  [['rankigs'], /Did you mean rankings/],
  [['serve', '--prot', '1'], /Did you mean --port/],
])('%j is refused in words', async (argv, sentence) => {
  expect(await parse(...argv)).toMatch(sentence)
})

test.each<[string[], unknown]>([
  [
    ['report', 'run', '--domain', 'acme.com', '--category', ' CRM ', '--description', 'A CRM.', '--plan', 'quick'],
    ['report run', { domain: 'acme.com', category: 'CRM', description: 'A CRM.', ...DEFAULT_MARKET, plan: 'QUICK' }],
  ],
  [
    ['report', 'run', '--tracked', '--budget', '2'],
    ['report run', { plan: 'FULL', ...DEFAULT_MARKET, tracked: true, budget: 2 }],
  ],
  [
    ['track', 'add', '--domain', 'acme.com', '--category', 'CRM', '--description', 'A CRM.', '--engines', 'grok'],
    [
      'track add',
      {
        ...{ domain: 'acme.com', category: 'CRM', description: 'A CRM.', plan: 'FULL', ...DEFAULT_MARKET },
        ...{ engines: ['GROK'], every: 'monthly' },
      },
    ],
  ],
  [
    ['plan', '--questions', '4', '--engines', 'gemini'],
    ['plan', { questions: 4, engines: ['GEMINI'], runs: 3 }],
  ],
  [
    ['brands', 'merge', 'crm', 'HubSpot CRM', 'HubSpot'],
    ['brands merge', 'crm', 'HubSpot CRM', 'HubSpot', {}],
  ],
  [
    ['audit', 'crm', 'pens', '--month', '2026-11'],
    ['audit', ['crm', 'pens'], { month: '2026-11' }],
  ],
  [
    ['mentions', '--brand', 'Acme', '--domain', 'acme.com'],
    ['mentions', undefined, { brand: 'Acme', domain: 'acme.com' }],
  ],
])('%j is understood', async (argv, ran) => {
  expect(await parse(...argv)).toEqual(ran)
})

test('an option that may be given again takes every value', async () => {
  const line = 'report run --domain a.com --category c --description d --alias A --alias B --question q1 q2'
  expect(await parse(...line.split(' '))).toEqual([
    'report run',
    {
      domain: 'a.com',
      category: 'c',
      description: 'd',
      ...DEFAULT_MARKET,
      plan: 'FULL',
      alias: ['A', 'B'],
      question: ['q1', 'q2'],
    },
  ])
})

test.each([
  ['none', 0],
  ['0.25', 0.25],
  ['1', 1],
])('a second reader of %s', async (share, secondReader) => {
  const [, flags] = [await parse('rankings', 'run', '--categories', 'c.yaml', '--second-reader', share)].flat()
  expect(flags).toMatchObject({ secondReader })
})

test.each(['2', '-0.1', 'half', ''])('no second reader from %j', async (share) => {
  expect(await parse('rankings', 'run', '--categories', 'c.yaml', '--second-reader', share)).toContain(
    'all, none or a share',
  )
})
