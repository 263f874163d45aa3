import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, onTestFinished, test } from 'vitest'
import { DEFAULT_LIMITS } from '../pipeline/contract/words.ts'
import { activatePlan } from '../pipeline/store/accounts/plans.ts'
import { openStore } from '../pipeline/store/driver/open.ts'
import { accountWithKeys } from './support/accounts.ts'
import { freshFolder } from './support/store/store.ts'
import { startVendorServer } from './support/vendors/vendor-server.ts'

const SERVER = fileURLToPath(new URL('support/process/heap-process.ts', import.meta.url))

test('after jobs on own keys no object of the process holds a key, whether it was accepted or rejected', async () => {
  const folder = freshFolder()
  const vendors = await startVendorServer()
  onTestFinished(() => vendors.close())
  const database = join(folder, 'svc.db')
  const db = await openStore(database, 0)
  onTestFinished(() => db.destroy())
  const { id, keys } = await accountWithKeys(db, 'own@agency.example', 1, 0)
  await activatePlan(db, id, { limits: DEFAULT_LIMITS }, Date.now())
  const vendorsAlone = Object.entries(vendors.env).filter(([name]) => name.endsWith('_BASE_URL'))
  const env = {
    ...Object.fromEntries(vendorsAlone),
    PATH: process.env.PATH,
    SVC_DATABASE: database,
    SVC_SECRET: randomBytes(32).toString('base64'),
  }
  const snapshot = join(folder, 'heap.heapsnapshot')
  const child = spawn(process.execPath, ['--expose-gc', SERVER, snapshot], { cwd: folder, env })
  onTestFinished(() => void child.kill('SIGKILL'))
  const [said] = await once(child.stdout, 'data')
  const url = String(said).trim()

  const marker = randomBytes(18).toString('base64url')
  const apiKey = keys[0] ?? ''
  const start = async (begin: string, domain: string) => {
    const own = `${begin}${marker}`
    const providerKeys = { OPENAI: own, ANTHROPIC: own, GEMINI: own }
    const texts = { domain, category: 'CRM software', description: 'A CRM.', funding: 'byok', plan: 'QUICK' }
    const response = await fetch(`${url}/v1/reports`, {
      method: 'POST',
      headers: { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' },
      body: JSON.stringify({ ...texts, providerKeys }),
    })
    expect(response.status).toBe(202)
  }
  await start('test-', 'good.example')
  await start('sk-', 'rejected.example')
  const states = async () =>
    (await db.selectFrom('reports').select('status').orderBy('domain').execute()).map(({ status }) => status)
  await expect.poll(states, { timeout: 30_000 }).toEqual(['COMPLETE', 'FAILED'])
  expect(new Set(vendors.requests.map(({ key }) => key))).toEqual(new Set([`test-${marker}`, `sk-${marker}`]))
  await expect.poll(async () => (await db.selectFrom('jobs').selectAll().execute()).length).toBe(0)
  child.stdin.write('go')
  await once(child, 'close')
  const heap = readFileSync(snapshot, 'utf8')
  // What the process does hold is found: the API key of the connection that is still open.
  expect(heap).toContain(apiKey)
  expect(heap.includes(marker)).toBe(false)
}, 90_000)
