import { expect, test } from 'vitest'
import { readConfig, scribeVendorsOf } from '../pipeline/config/config.ts'
import { ENGINES } from '../pipeline/contract/terms.ts'
import { keyVariable } from '../pipeline/contract/words.ts'
import { VARIABLES } from './support/variables.ts'

test('every setting has a default', () => {
  const config = readConfig({})
  expect(config).toMatchObject({ database: 'data/svc.db', siteDir: 'data/site', trustedProxies: 0, simulate: false })
  expect(config).toMatchObject({ baseUrl: undefined, siteUrl: undefined, legacyBaseUrl: undefined })
  expect(config).toMatchObject({ secret: undefined, byok: true, log: 'info' })
  expect(config.mail).toEqual({ smtpUrl: undefined, from: 'svc@localhost', dir: 'data/mail' })
  expect(config.engines.PERPLEXITY).toMatchObject({ concurrency: 1, spacingMs: 1_200, apiKey: undefined })
  expect(scribeVendorsOf(config)).toEqual([])
})

test('setting the concurrency removes the spacing', () => {
  expect(readConfig({ SVC_CONCURRENCY_PERPLEXITY: '1' }).engines.PERPLEXITY.spacingMs).toBe(0)
  expect(readConfig({}, { concurrency: 7 }).engines.PERPLEXITY).toMatchObject({ concurrency: 7, spacingMs: 0 })
})

test('the scribe is the first of three vendors with a key, or the one or two chosen', () => {
  const keys = { ANTHROPIC_API_KEY: 'test-anthropic', GEMINI_API_KEY: 'test-gemini' }
  expect(scribeVendorsOf(readConfig(keys))).toEqual(['ANTHROPIC'])
  expect(scribeVendorsOf(readConfig({ ...keys, SVC_SCRIBE: 'GEMINI' }))).toEqual(['GEMINI'])
  expect(scribeVendorsOf(readConfig({ ...keys, SVC_SCRIBE: 'GEMINI, ANTHROPIC' }))).toEqual(['GEMINI', 'ANTHROPIC'])
  expect(scribeVendorsOf(readConfig({ ...keys, SVC_SCRIBE: 'OPENAI,GEMINI' }))).toEqual(['GEMINI'])
  expect(scribeVendorsOf(readConfig({ ...keys, SVC_SCRIBE: 'OPENAI' }))).toEqual([])
  for (const wrong of ['GROK', 'OPENAI,OPENAI', 'OPENAI,GEMINI,ANTHROPIC', 'openai', ','])
    expect(() => readConfig({ ...keys, SVC_SCRIBE: wrong })).toThrow('SVC_SCRIBE must be')
})

test('flags override the environment', () => {
  expect(readConfig({ SVC_DATABASE: 'a.db', SVC_SIMULATE: '0' }, { database: 'b.db', simulate: true })).toMatchObject({
    database: 'b.db',
    simulate: true,
  })
})

test('public addresses lose their trailing slash', () => {
  const addresses = { SVC_BASE_URL: 'https://api.example/', SVC_LEGACY_BASE_URL: 'http://old.example:8080//' }
  expect(readConfig(addresses)).toMatchObject({
    baseUrl: 'https://api.example',
    legacyBaseUrl: 'http://old.example:8080',
  })
})

test('the secret is decoded to 32 bytes', () => {
  const bytes = Buffer.from(Array.from({ length: 32 }, (_, at) => 7 * at))
  expect(readConfig({ SVC_SECRET: bytes.toString('base64') }).secret).toEqual(bytes)
})

test.each(['c3Zj', Buffer.alloc(31, 1).toString('base64'), Buffer.alloc(33, 1).toString('base64')])(
  'a secret of another length is refused: %s',
  (secret) => {
    expect(() => readConfig({ SVC_SECRET: secret })).toThrow('SVC_SECRET must be 32 bytes')
  },
)

test.each([
  ['cut', -2],
  ['without its padding', -1],
])('a secret that was %s is refused', (_, end) => {
  const secret = Buffer.alloc(32, 1).toString('base64').slice(0, end)
  expect(() => readConfig({ SVC_SECRET: secret })).toThrow('SVC_SECRET must be 32 bytes')
})

test('own-key reports can be switched off', () => {
  expect(readConfig({ SVC_BYOK: 'off' }).byok).toBe(false)
  expect(readConfig({ SVC_BYOK: 'on' }).byok).toBe(true)
})

test('mail goes to the given folder, by default one beside the database', () => {
  expect(readConfig({ SVC_DATABASE: 'elsewhere/svc.db' }).mail.dir).toBe('elsewhere/mail')
  const settings = {
    SVC_SMTP_URL: 'smtps://user:pass@mail.example:465?tls.rejectUnauthorized=false',
    SVC_MAIL_FROM: 'The reports of Ümlaut <reports@mail.example>',
    SVC_MAIL_DIR: 'letters',
  }
  expect(readConfig(settings).mail).toEqual({
    smtpUrl: settings.SVC_SMTP_URL,
    from: settings.SVC_MAIL_FROM,
    dir: 'letters',
  })
})

test.each([
  ['SVC_BASE_URL', 'marker.example'],
  ['SVC_BASE_URL', 'https://user@marker.example'],
  ['SVC_BASE_URL', 'https://marker.example/#top'],
  ['SVC_LEGACY_BASE_URL', 'ftp://marker.example'],
  ['SVC_SECRET', 'marker'],
  ['SVC_SECRET', '-_marker-marker-marker-marker-marker-marker-='],
  ['SVC_BYOK', 'marker'],
  ['SVC_SMTP_URL', 'http://marker.example'],
  ['SVC_SMTP_URL', 'smtp:marker'],
  ['SVC_SMTP_URL', 'smtp://marker.example?sendmail=true&path=/bin/marker'],
  ['SVC_MAIL_FROM', 'marker'],
  ['SVC_MAIL_FROM', 'marker@svc.example, other@svc.example'],
  ['SVC_MAIL_FROM', 'Marker\r\nBcc: marker@svc.example <marker@svc.example>'],
  ['SVC_LOG', 'marker'],
  ['SVC_TRUSTED_PROXIES', 'many-marker'],
  ['SVC_SIMULATE', 'yes-marker'],
  ['SVC_WEBHOOK_PRIVATE', 'yes-marker'],
  ['SVC_SITE_URL', 'ftp://marker'],
  ['SVC_SCRIBE', 'GROK-marker'],
  ['SVC_CONCURRENCY_GROK', '0'],
  ['SVC_TIMEOUT_GROK', 'soon-marker'],
  ['SVC_MODEL_GROK', 'a model marker'],
  ['XAI_BASE_URL', 'marker'],
  ['XAI_API_KEY', 'with blank marker'],
  ['DATAFORSEO_API_KEY', 'no-colon-marker'],
])('%s is refused by name and never by value', (name, value) => {
  let message = ''
  try {
    readConfig({ [name]: value })
  } catch (fault) {
    message = fault instanceof Error ? fault.message : ''
  }
  expect(message).toContain(name)
  expect(message).not.toContain('marker')
})

test.each(['', '  ', ':memory:', 'file::memory:'])(
  'a store at %j, which would be in memory, is refused',
  (database) => {
    expect(() => readConfig({}, { database })).toThrow('--database must be the path of a file')
  },
)

test('every engine has its own variables', () => {
  expect(VARIABLES).toHaveLength(18 + 5 * ENGINES.length)
  for (const engine of ENGINES) expect(VARIABLES).toContain(keyVariable(engine))
})

test.each(['postgres://svc:pa%40ss@db.example:5432/svc', 'postgresql:///svc?host=/run/postgresql'])(
  'a PostgreSQL store at %j has its folders under data',
  (database) => {
    const config = readConfig({ SVC_DATABASE: database })
    expect(config).toMatchObject({ database, siteDir: 'data/site', mail: { dir: 'data/mail' } })
    expect(readConfig({}, { database }).database).toBe(database)
  },
)

test.each(['postgres://svc:marker@db.example', 'postgres://:marker@:x/', 'postgres:marker', 'mysql://a:marker@b/c'])(
  'a store at %j is refused without showing it',
  (database) => {
    expect(() => readConfig({ SVC_DATABASE: database })).toThrow(
      'SVC_DATABASE or --database must be a path, or postgres://',
    )
    expect(() => readConfig({ SVC_DATABASE: database })).not.toThrow('marker')
  },
)
