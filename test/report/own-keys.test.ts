import { expect, onTestFinished, test } from 'vitest'
import type { AskedEngine } from '../../pipeline/ask/cell.ts'
import { createLane } from '../../pipeline/ask/lane.ts'
import { ENGINES, type EngineName } from '../../pipeline/contract/terms.ts'
import { createEngine } from '../../pipeline/engines/index.ts'
import type { Job } from '../../pipeline/report/job.ts'
import { runReport } from '../../pipeline/report/run.ts'
import { openKeys, type ProviderKeys, sealKeys } from '../../pipeline/report/seal.ts'
import { createScribe } from '../../pipeline/scribe/scribe.ts'
import type { Store } from '../../pipeline/store/driver/open.ts'
import { frozenReport } from '../../pipeline/store/report/reports.ts'
import { keepSealed, readSealed, SEALED_FOR_MS } from '../../pipeline/store/report/sealed-keys.ts'
import { fixedClock } from '../support/clock.ts'
import { jobScope, queued, queueReport, stored } from '../support/job.ts'
import { findStored, freshStore } from '../support/store/store.ts'
import { withLanes } from '../support/vendors/scripted-scribe.ts'
import { startVendorServer, type VendorServer } from '../support/vendors/vendor-server.ts'

const SECRET = Buffer.alloc(32, 7)
const SEALED_AT = Date.UTC(2026, 10, 20)
const MARKER = 'mX4vQ9tLw2RzK7bNcYp3HsD8'
const KEYS: ProviderKeys = { ANTHROPIC: `test-a-${MARKER}`, GEMINI: `test-g-${MARKER}` }

async function vendors(): Promise<VendorServer> {
  const server = await startVendorServer()
  onTestFinished(() => server.close())
  return server
}

async function ownReport(db: Store, keys: ProviderKeys = KEYS): Promise<string> {
  const byokEngines = ENGINES.filter((engine) => keys[engine] !== undefined)
  const slug = await queueReport(db, { funding: 'BYOK', byokEngines }, SEALED_AT)
  await keepSealed(db, slug, sealKeys(SECRET, { slug, sealedAt: SEALED_AT }, keys), SEALED_AT)
  return slug
}

/** A scope that hands over every engine and a scribe, on the service's keys wherever none was sent: the job must not use those. */
function careless(db: Store, server: VendorServer, changed: Partial<Job> = {}): Job {
  const clock = fixedClock(SEALED_AT)
  const access = (name: EngineName, keys: ProviderKeys | 'service') => {
    const own = keys === 'service' ? undefined : keys[name]
    return own === undefined ? server.access(name) : { ...server.access(name), apiKey: own }
  }
  return {
    ...jobScope(db, { clock }),
    engines: (keys) =>
      Promise.all(
        ENGINES.map(
          async (name): Promise<AskedEngine> => ({
            engine: await createEngine(name, access(name, keys)),
            lane: createLane(4),
          }),
        ),
      ),
    scribes: async (keys) => withLanes([await createScribe('OPENAI', access('OPENAI', keys))]),
    openKeys: (slug) => openKeys({ db, secret: SECRET, now: clock.now }, slug),
    ...changed,
  }
}

test('a report on own keys uses only those, for the scribe too', async () => {
  const { db, database } = await freshStore()
  const server = await vendors()
  const slug = await ownReport(db)
  const base = careless(db, server)
  const scribes: Job['scribes'] = async (keys) => {
    const apiKey = keys === 'service' ? '' : (keys.ANTHROPIC ?? '')
    return withLanes([await createScribe('ANTHROPIC', { ...server.access('ANTHROPIC'), apiKey })])
  }
  expect(await runReport({ ...base, scribes }, slug)).toBe('complete')
  expect(new Set(server.requests.map(({ key }) => key))).toEqual(new Set(Object.values(KEYS)))
  expect(new Set(server.requests.map(({ engine }) => engine))).toEqual(new Set(['SCRIBE', 'ANTHROPIC', 'GEMINI']))
  expect(await frozenReport(db, slug)).toMatchObject({
    engines: [
      { engine: 'ANTHROPIC', runsTotal: 8 },
      { engine: 'GEMINI', runsTotal: 8 },
    ],
    enginesSkipped: [{ engine: 'OPENAI', reason: 'no key was given' }],
    method: { namesBy: 'model' },
  })
  expect(await readSealed(db, slug)).toBeUndefined()
  expect(await findStored(db, database, MARKER)).toEqual([])
})

test('a scribe is used only if a key of its vendor was sent', async () => {
  const { db } = await freshStore()
  const server = await vendors()
  const slug = await ownReport(db)
  expect(await runReport(careless(db, server), slug)).toBe('complete')
  expect(server.requests.filter(({ vendor }) => vendor === 'OPENAI')).toEqual([])
  expect((await frozenReport(db, slug))?.method).toMatchObject({ namesBy: 'rules' })
})

test('an engine whose key is rejected is skipped, and a report whose keys are all rejected fails', async () => {
  const { db, database } = await freshStore()
  const server = await vendors()
  for (const engine of ENGINES) server.always(engine, () => 'bad-key')
  const slug = await ownReport(db)
  expect(await runReport(careless(db, server, { scribes: async () => [] }), slug)).toBe('failed')
  expect(await frozenReport(db, slug)).toMatchObject({
    error: 'No engine gave an answer that could be counted.',
    engines: [],
    enginesSkipped: [
      { engine: 'OPENAI', reason: 'no key was given' },
      { engine: 'ANTHROPIC', reason: 'provider rejected the key' },
      { engine: 'GEMINI', reason: 'provider rejected the key' },
    ],
  })
  expect(server.requests).toHaveLength(2)
  expect(await readSealed(db, slug)).toBeUndefined()
  expect(await findStored(db, database, MARKER)).toEqual([])
})

test('keys that can no longer be read end the report without a call', async () => {
  const { db } = await freshStore()
  const server = await vendors()
  const slug = await ownReport(db)
  const clock = fixedClock(SEALED_AT + SEALED_FOR_MS)
  const late = () => openKeys({ db, secret: SECRET, now: clock.now }, slug)
  expect(await runReport(careless(db, server, { clock, openKeys: late }), slug)).toBe('failed')
  expect((await stored(db, slug)).error).toMatch(/keys .* could not be read any more/)
  expect(server.requests).toEqual([])
  expect(await readSealed(db, slug)).toBeUndefined()
})

test.each([
  ['no secret', undefined],
  ['another secret', Buffer.alloc(32, 8)],
])('a process with %s leaves the report as it is to one that has it', async (_, secret) => {
  const { db } = await freshStore()
  const server = await vendors()
  const slug = await ownReport(db)
  const unable = () => openKeys({ db, secret, now: () => SEALED_AT }, slug)
  const before = await stored(db, slug)
  expect(await runReport(careless(db, server, { openKeys: unable }), slug)).toBe('gone')
  expect(await stored(db, slug)).toEqual(before)
  expect(await queued(db)).toEqual([slug])
  expect(server.requests).toEqual([])
  expect(await runReport(careless(db, server), slug)).toBe('complete')
})

test('a report on own keys resumes with them after a stop, and asks nothing again', async () => {
  const { db } = await freshStore()
  const server = await vendors()
  const slug = await ownReport(db)
  const stop = new AbortController()
  server.always('GEMINI', ({ at }) => {
    if (at >= 2) stop.abort()
    return undefined
  })
  const scope = careless(db, server, { scribes: async () => [] })
  expect(await runReport({ ...scope, stop: stop.signal }, slug)).toBe('interrupted')
  expect(await readSealed(db, slug)).toBeDefined()
  const before = server.requests.length
  expect(before).toBeLessThan(16)
  expect(await runReport(scope, slug)).toBe('complete')
  expect(server.requests).toHaveLength(16)
  expect(new Set(server.requests.map(({ key }) => key))).toEqual(new Set(Object.values(KEYS)))
})
