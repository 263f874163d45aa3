import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { serveMetrics } from '../../../cli/metrics/listen.ts'
import { openStore } from '../../../pipeline/store/driver/open.ts'
import { total } from '../../support/checks/prometheus.ts'
import { queueReport } from '../../support/job.ts'
import { type Svc, startSvc, svc } from '../../support/process/svc.ts'
import { freshFolder, freshStore } from '../../support/store/store.ts'
import { startVendorServer } from '../../support/vendors/vendor-server.ts'

/** The text at the address that the process says, as soon as this holds of it. */
async function scrapeUntil(url: string, holds: (text: string) => boolean): Promise<string> {
  let text = ''
  const scraped = async () => {
    const response = await fetch(url)
    expect(response.headers.get('content-type')).toMatch(/^text\/plain; version=0\.0\.4/)
    text = await response.text()
    return holds(text)
  }
  await expect.poll(scraped, { timeout: 20_000 }).toBe(true)
  return text
}

/** The address of the metrics in a line of text, and in the document. */
const inLine = async ({ line }: Svc) => (await line('metrics on http://127.0.0.1:')).replace('metrics on ', '')
const inJson = async ({ line }: Svc) => /"metrics": "(.*)"/.exec(await line('  "metrics": '))?.[1] ?? ''

test.each([
  ['serve', ['serve', '--port', '0'], inLine],
  ['worker --json', ['worker', '--json'], inJson],
])(
  'svc %s serves the metrics of a simulated report on their own port until it is stopped',
  async (_, command, addressIn) => {
    const cwd = freshFolder()
    const database = join(cwd, 'svc.db')
    const db = await openStore(database, 0)
    await queueReport(db, { slug: 'marker-slug', simulated: true }).finally(() => db.destroy())
    const flags = ['--simulate', '--metrics-port', '0', '--database', database]
    const process = startSvc([...command, ...flags], { cwd, env: { SVC_LOG: 'silent' } })
    const { child, ended } = process
    onTestFinished(() => void child.kill('SIGKILL'))
    const url = await addressIn(process)
    const done = (text: string) => total(text, 'svc_cells_finished_total') === 24
    const text = await scrapeUntil(url, done)
    expect(total(text, 'svc_cells_finished_total', { state: 'failed' })).toBe(0)
    expect(total(text, 'svc_engine_call_duration_seconds_count', { outcome: 'ok' })).toBeGreaterThanOrEqual(24)
    expect(total(text, 'svc_store_up')).toBe(1)
    expect(text).not.toContain('marker')
    child.kill('SIGTERM')
    expect((await ended).code).toBe(0)
  },
)

test('svc rankings run serves its metrics on their own port while it runs, and prints their address beside its summary', async () => {
  const cwd = freshFolder()
  const vendors = await startVendorServer({ latencyMs: 200 })
  onTestFinished(() => vendors.close())
  writeFileSync(
    join(cwd, 'categories.yaml'),
    'categories:\n  - { slug: crm, category: CRM software, questions: [Which?] }\n',
  )
  const free = createServer().listen(0, '127.0.0.1')
  await once(free, 'listening')
  const address = free.address()
  const port = typeof address === 'object' && address !== null ? String(address.port) : ''
  await new Promise((resolve) => free.close(resolve))
  const run = ['rankings', 'run', '--categories', 'categories.yaml', '--engines', 'OPENAI', '--no-site', '--json']
  const flags = ['--runs', '10', '--concurrency', '1', '--metrics-port', port]
  const { child, says, ended } = startSvc([...run, ...flags], { cwd, env: { ...vendors.env, SVC_SCRIBE: 'OPENAI' } })
  onTestFinished(() => void child.kill('SIGKILL'))
  await says(`metrics on http://127.0.0.1:${port}/metrics`)
  const calls = (text: string) =>
    total(text, 'svc_engine_call_duration_seconds_count', { engine: 'OPENAI', outcome: 'ok' })
  const text = await scrapeUntil(`http://127.0.0.1:${port}/metrics`, (shown) => calls(shown) > 3)
  expect(total(text, 'svc_engine_spend_usd_total', { keys: 'service' })).toBeGreaterThan(0)
  const { code, out } = await ended
  expect(code).toBe(0)
  expect(JSON.parse(out)).toMatchObject({ calls: 10, stopped: null })
})

test.each([
  ['serve', ['serve', '--port', '0']],
  ['worker', ['worker']],
])('svc %s says in one sentence that the port is taken', async (_, command) => {
  const taken = createServer().listen(0, '127.0.0.1')
  onTestFinished(() => void taken.close())
  await once(taken, 'listening')
  const address = taken.address()
  const port = typeof address === 'object' && address !== null ? String(address.port) : ''
  const { code, out, err } = await svc([...command, '--metrics-port', port], { cwd: freshFolder() })
  expect({ code, out }).toEqual({ code: 1, out: '' })
  expect(err).toBe(
    `Cannot listen on http://127.0.0.1:${port} for the metrics; another program may be using it, so choose another --metrics-port.\n`,
  )
})

test('without --metrics-port nothing listens', async () => {
  const { db } = await freshStore()
  expect(await serveMetrics(db, { metricsHost: '127.0.0.1' })).toBeUndefined()
})
