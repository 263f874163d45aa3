import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { ENGINES } from '../../pipeline/contract/terms.ts'
import { openStore } from '../../pipeline/store/driver/open.ts'
import { startSvc } from '../support/process/svc.ts'
import { freshStore } from '../support/store/store.ts'
import { startVendorServer } from '../support/vendors/vendor-server.ts'

const CATEGORIES = 6
const QUESTIONS = ['Which is best?', 'Which is cheapest?']

test('another worker continues for a killed one, and its calls under way are reported as possibly spent', async () => {
  const { database, folder: cwd } = await freshStore()
  const questions = QUESTIONS.map((question) => `      - ${question}\n`).join('')
  const list = Array.from(
    { length: CATEGORIES },
    (_, at) => `  - slug: c${at}\n    category: kind ${at}\n    questions:\n${questions}`,
  )
  writeFileSync(join(cwd, 'categories.yaml'), `categories:\n${list.join('')}`)
  const vendors = await startVendorServer({ latencyMs: 300 })
  onTestFinished(() => vendors.close())
  const env = { ...vendors.env, SVC_DATABASE: database, SVC_LOG: 'silent', SVC_CONCURRENCY_OPENAI: '2' }
  // The one that will be killed calls the vendors by another name, so that its requests are told apart.
  const named = Object.entries(env).map(([name, value]) => [name, value.replace('//127.0.0.1:', '//localhost:')])
  const workAs = async (own: Record<string, string>) => {
    const worker = startSvc(['worker', '--workers', '2'], { cwd, env: own })
    await worker.line('working on')
    return worker
  }
  const killed = await workAs({ ...Object.fromEntries(named), SVC_DATABASE: database })
  const run = ['rankings', 'run', '--categories', 'categories.yaml', '--no-site', '--json']
  const runner = startSvc([...run, '--runs', '2', '--concurrency', '2', '--budget', '50'], { cwd, env })
  const requests = () => vendors.requests.filter(({ engine }) => engine !== 'SCRIBE').length
  const itsRequests = () => vendors.requests.filter(({ headers }) => headers.host?.startsWith('localhost:')).length
  await expect.poll(itsRequests, { timeout: 60_000, interval: 5 }).toBeGreaterThan(10)
  killed.child.kill('SIGKILL')
  if (killed.child.signalCode === null) await once(killed.child, 'close')
  const other = await workAs(env)
  const { code, out, err } = await runner.ended
  other.child.kill('SIGTERM')
  await other.ended
  expect({ code, err: code === 0 ? '' : err }).toEqual({ code: 0, err: '' })
  const summary = JSON.parse(out)
  const cells = CATEGORIES * QUESTIONS.length * 2 * ENGINES.length
  expect(summary.stopped).toBeNull()
  expect(summary.categories.flatMap(({ ledger }: { ledger: unknown[] }) => ledger)).toHaveLength(
    CATEGORIES * ENGINES.length,
  )
  const db = await openStore(database, 0)
  const states = await db.selectFrom('cells').select('state').distinct().execute()
  const replies = await db.selectFrom('replies').select('cell_id').execute()
  await db.destroy()
  expect(states).toEqual([{ state: 'answered' }])
  expect(new Set(replies.map(({ cell_id }) => cell_id)).size).toBe(replies.length)
  expect(replies).toHaveLength(cells)
  expect(summary.unknown).toBeGreaterThan(0)
  expect(summary.cost.atMostUsd).toBeGreaterThan(summary.cost.usd)
  // What was under way when it was killed was sent, or was about to be.
  expect(requests()).toBeGreaterThanOrEqual(cells)
  expect(requests()).toBeLessThanOrEqual(cells + summary.unknown)
  expect(summary.calls).toBeGreaterThanOrEqual(requests())
}, 180_000)
