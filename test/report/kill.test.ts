import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { PLANS } from '../../pipeline/contract/report.ts'
import { ENGINES } from '../../pipeline/contract/terms.ts'
import { type ProviderKeys, sealKeys } from '../../pipeline/report/seal.ts'
import { creditBalance, grantCredits, spendCredit } from '../../pipeline/store/accounts/credits.ts'
import type { Store } from '../../pipeline/store/driver/open.ts'
import { frozenReport } from '../../pipeline/store/report/reports.ts'
import { keepSealed } from '../../pipeline/store/report/sealed-keys.ts'
import { countUnknownCells } from '../../pipeline/store/survey/recovery.ts'
import { createWorker } from '../../pipeline/worker.ts'
import { aMinutePasses } from '../support/a-minute.ts'
import { newAccount } from '../support/accounts.ts'
import { queueReport } from '../support/job.ts'
import { processScope, SECRET } from '../support/process/report-process.ts'
import { testQueue } from '../support/store/queue.ts'
import { findStored, freshStore } from '../support/store/store.ts'
import { randomFrom } from '../support/vendors/answers.ts'
import { startVendorServer } from '../support/vendors/vendor-server.ts'

const SEED = 20261120
const KILLS = 2
const SCRIPT = join(import.meta.dirname, '../support/process/report-process.ts')
const MARKER = 'mX4vQ9tLw2RzK7bNcYp3HsD8'
const OWN: ProviderKeys = { OPENAI: `test-${MARKER}`, GEMINI: `test-${MARKER}`, GROK: `test-${MARKER}` }
const CELLS_OF_A_PLAN = PLANS.QUICK.questions * PLANS.QUICK.runs
const CELLS = { credit: CELLS_OF_A_PLAN * ENGINES.length, own: CELLS_OF_A_PLAN * 3 }

/** How often each cell with an outcome was sent. */
async function storedCells(db: Store): Promise<Map<string, number>> {
  const rows = await db
    .selectFrom('cells')
    .select(['id', 'attempt'])
    .where('state', 'in', ['answered', 'noAnswer', 'failed', 'skipped'])
    .execute()
  return new Map(rows.map(({ id, attempt }) => [id, attempt]))
}

test('a worker killed again and again: both reports complete, no stored cell is asked again, no credit moves', async () => {
  const { db, database } = await freshStore()
  const server = await startVendorServer({ latencyMs: 10 })
  onTestFinished(() => server.close())
  const now = Date.now()
  const { id: accountId } = await newAccount(db)
  await grantCredits(db, accountId, 2, now)
  await queueReport(db, { slug: 'credit', accountId, plan: 'QUICK', funding: 'CREDITS', engines: ENGINES }, now)
  await spendCredit(db, { accountId, slug: 'credit' }, now)
  const byokEngines = ENGINES.filter((engine) => OWN[engine] !== undefined)
  await queueReport(db, { slug: 'own', accountId, plan: 'QUICK', funding: 'BYOK', engines: ENGINES, byokEngines }, now)
  await keepSealed(db, 'own', sealKeys(SECRET, { slug: 'own', sealedAt: now }, OWN), now)

  const random = randomFrom(SEED)
  const accesses = ENGINES.map((name) => ({ name, ...server.access(name) }))
  const asked = () => server.requests.filter(({ engine }) => engine !== 'SCRIBE').length
  const stored = new Map<string, number>()
  let lost = 0
  for (let kill = 0; kill < KILLS; kill += 1) {
    const killAfter = asked() + 1 + Math.floor(random() * 25)
    const child = spawn(process.execPath, [SCRIPT, database, JSON.stringify(accesses)], { stdio: 'inherit' })
    const closed = once(child, 'close')
    await Promise.race([server.reached(killAfter), closed])
    child.kill('SIGKILL')
    await closed
    await server.idle()
    for (const id of ['report/credit', 'report/own']) lost += await countUnknownCells(db, id)
    for (const [id, attempt] of await storedCells(db)) if (!stored.has(id)) stored.set(id, attempt)
    await aMinutePasses(db, database)
  }
  expect(stored.size).toBeGreaterThan(10)

  const faults: unknown[] = []
  const log = { fault: (_event: string, fault: unknown) => void faults.push(fault) }
  const options = { queue: testQueue(db), workers: 2, sendMail: async () => {}, log }
  await createWorker(processScope(db, accesses), options).untilEmpty()
  expect(faults).toEqual([])

  const after = await storedCells(db)
  for (const [id, attempt] of stored) expect([id, after.get(id)]).toEqual([id, attempt])
  expect(asked()).toBeLessThanOrEqual(CELLS.credit + CELLS.own + lost)
  expect(asked()).toBeGreaterThanOrEqual(CELLS.credit + CELLS.own)
  for (const slug of ['credit', 'own'] as const) {
    const report = await frozenReport(db, slug)
    expect(report?.status).toBe('COMPLETE')
    for (const row of report?.ledger ?? [])
      expect(row.counted + row.noAnswer + row.failed + row.skipped).toBe(CELLS_OF_A_PLAN)
    expect(report?.ledger.reduce((sum, { skipped }) => sum + CELLS_OF_A_PLAN - skipped, 0)).toBe(CELLS[slug])
    expect(new Set(report?.questions.map(({ text }) => text)).size).toBe(PLANS.QUICK.questions)
  }
  expect(await creditBalance(db, accountId)).toEqual({ balance: 1, held: 0 })

  const ownQuestions = new Set((await frozenReport(db, 'own'))?.questions.map(({ text }) => text))
  const shared = new Set((await frozenReport(db, 'credit'))?.questions.map(({ text }) => text))
  for (const { question, key } of server.requests)
    if (question !== null && ownQuestions.has(question) && !shared.has(question)) expect(key).toBe(`test-${MARKER}`)
  expect(await findStored(db, database, MARKER)).toEqual([])
}, 120_000)
