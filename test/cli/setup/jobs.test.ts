import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { askedEngines } from '../../../cli/setup/engines.ts'
import { createJobs } from '../../../cli/setup/jobs.ts'
import { readConfig } from '../../../pipeline/config/config.ts'
import { DEFAULT_LIMITS } from '../../../pipeline/contract/words.ts'
import { startReport } from '../../../pipeline/report/start.ts'
import { createKey } from '../../../pipeline/store/accounts/keys.ts'
import { activatePlan } from '../../../pipeline/store/accounts/plans.ts'
import { publicReport } from '../../../pipeline/store/report/views.ts'
import { newAccount } from '../../support/accounts.ts'
import { testQueue } from '../../support/store/queue.ts'
import { freshFolder, freshStore } from '../../support/store/store.ts'
import { startVendorServer } from '../../support/vendors/vendor-server.ts'

const SILENT = { debug: () => {}, info: () => {}, warn: () => {}, fault: () => {} }

test('an engine on a key shares its limit with every process on that key, and a simulated one has none', async () => {
  const { db } = await freshStore()
  const limits = () => db.selectFrom('vendor_limits').select('name').execute()
  const ask = async (settings: Readonly<Record<string, string>>) => {
    const [openai] = await askedEngines(readConfig(settings), db, ['OPENAI'])
    const start = await openai?.lane.start(new AbortController().signal)
    start?.ended('good')
    await openai?.lane.settled()
  }
  await ask({ SVC_SIMULATE: '1', OPENAI_API_KEY: 'test-key-0123456789' })
  expect(await limits()).toEqual([])
  await ask({ OPENAI_API_KEY: 'test-key-0123456789' })
  await ask({ OPENAI_API_KEY: 'test-key-0123456789' })
  expect(await limits()).toEqual([{ name: expect.stringMatching(/^OPENAI /) }])
  await ask({ OPENAI_API_KEY: 'another-key-0123456789' })
  expect(await limits()).toHaveLength(2)
})

test('a report on own keys uses only those, although the service has keys for all six engines §5.10.7', async () => {
  const vendors = await startVendorServer({ latencyMs: 0 })
  onTestFinished(() => vendors.close())
  const { db } = await freshStore()
  const secret = Buffer.alloc(32, 7)
  // The operator's scribe is one that the caller sent no key for.
  const settings = { ...vendors.env, SVC_SCRIBE: 'ANTHROPIC', SVC_SECRET: secret.toString('base64') }
  const config = readConfig({ ...settings, SVC_MAIL_DIR: join(freshFolder(), 'mail') })
  expect(Object.values(config.engines).every((engine) => engine.apiKey !== undefined)).toBe(true)

  const now = Date.now()
  const account = await newAccount(db)
  await activatePlan(db, account.id, { limits: DEFAULT_LIMITS }, now)
  const key = await createKey(db, account.id, null, now)
  if (key === 'tooMany') throw new Error('one key is too many')
  const own = 'test-own-key-0123456789'
  const texts = { domain: 'acme.example', category: 'CRM software', description: 'A CRM.' } as const
  const started = await startReport(
    {
      db,
      queue: testQueue(db),
      now: () => now,
      secret,
      byokOn: true,
      hasScribe: true,
      simulate: false,
      siteUrl: () => 'https://www.example',
    },
    { accountId: account.id, keyId: key.id },
    { ...texts, funding: 'byok', plan: 'QUICK', providerKeys: { OPENAI: own } },
    undefined,
  )
  if ('refusal' in started) throw new Error(started.refusal)

  const never = new AbortController().signal
  await createJobs(config, { db, queue: testQueue(db) }, SILENT, { stop: never, cut: never }, 1).untilEmpty()
  const report = await publicReport(db, started.slug, 'https://www.example')
  expect(report).toMatchObject({ status: 'COMPLETE', funding: 'BYOK' })
  expect(report?.engines.map(({ engine }) => engine)).toEqual(['OPENAI'])
  expect(report?.enginesSkipped.map(({ engine }) => engine)).toEqual(['ANTHROPIC', 'GEMINI'])
  expect(vendors.requests.some((request) => request.engine === 'SCRIBE')).toBe(true)
  expect([...new Set(vendors.requests.map((request) => `${request.vendor} ${request.key}`))]).toEqual([`OPENAI ${own}`])
})
