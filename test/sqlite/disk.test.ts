import { chmodSync, existsSync, readdirSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { createOutage } from '../../pipeline/ask/away.ts'
import { createJournal } from '../../pipeline/ask/journal.ts'
import type { Engine } from '../../pipeline/engines/engine.ts'
import { openExistingStore, openStore, type Store } from '../../pipeline/store/driver/open.ts'
import { backUp } from '../../pipeline/store/upkeep/backup.ts'
import { copyStore } from '../../pipeline/store/upkeep/copy.ts'
import { BODY, customer, start } from '../server/customer.ts'
import { freshApp } from '../server/fresh-app.ts'
import { withSurvey } from '../store/one-report.ts'
import { assertErrorShape } from '../support/checks/error-shape.ts'
import { fixedClock } from '../support/clock.ts'
import { month, ranMonth } from '../support/month.ts'
import { svc } from '../support/process/svc.ts'
import { everyRow, freshFolder, freshStore } from '../support/store/store.ts'
import { said, scriptedEngine } from '../support/vendors/scripted-engine.ts'

/** No page more may be taken, as on a full disk, until what this returns is called. */
async function fill(db: Store): Promise<() => Promise<void>> {
  const { rows } = await sql<{ page_count: number }>`pragma page_count`.execute(db)
  await sql`pragma max_page_count = ${sql.lit(rows[0]?.page_count ?? 0)}`.execute(db)
  return async () => {
    await sql`pragma max_page_count = 1000000`.execute(db)
  }
}

const long = 'x'.repeat(20_000)

test('a full disk is 503 for a start, which has started nothing; with room it starts', async () => {
  const { db } = await freshStore()
  const ada = await customer(db, { credits: 100 })
  const { send, logged } = await freshApp({ db })
  const makeRoom = await fill(db)
  const attempt = (at: number) =>
    send('/v1/reports', start(ada, { ...BODY, domain: `d${at}.example` }, `retry-0123456789-${at}`))
  // The pages that the store has take some more.
  let before = await everyRow(db)
  let response = await attempt(0)
  let last = 0
  while (response.status === 202 && last < 9) {
    before = await everyRow(db)
    last += 1
    response = await attempt(last)
  }
  await assertErrorShape(response, 503)
  expect(response.headers.get('retry-after')).toBe('5')
  expect(logged).toContainEqual(expect.objectContaining({ fields: expect.objectContaining({ fault: 'SQLITE_FULL' }) }))
  expect(await everyRow(db)).toEqual(before)
  await makeRoom()
  expect((await attempt(last)).status).toBe(202)
})

test('with a full disk no call is sent, and an unsaved answer is held until there is room', async () => {
  const { db, lease } = await withSurvey()
  const [cell] = await db.selectFrom('cells').select('id').execute()
  const cellId = cell?.id ?? ''
  const makeRoom = await fill(db)
  const clock = fixedClock()
  const patient = {
    ...clock,
    sleep: async (ms: number, signal: AbortSignal) => {
      await clock.sleep(ms, signal)
      if (clock.slept.length === 100) await makeRoom()
    },
  }
  const journal = createJournal(db, lease, patient)
  const received = journal({ step: 'received', cellId, attempt: 1, turn: 0, body: long, costUsd: 1 })
  const sent = journal({ step: 'sent', cellId: 'another', attempt: 1, turn: 0 })
  await expect(sent).rejects.toMatchObject({ code: 'SQLITE_FULL' })
  expect(clock.slept).toHaveLength(0)
  await received
  expect(clock.slept).toEqual(Array(100).fill(1_000))
  expect(await db.selectFrom('replies').select('body').execute()).toEqual([{ body: long }])
})

test('a second Ctrl-C gives up unsaved answers, and the next run counts them as unknown', async () => {
  const { db } = await freshStore()
  const [stop, cut] = [new AbortController(), new AbortController()]
  const told: [string, number][] = []
  let makeRoom = async () => {}
  const filling = scriptedEngine('OPENAI', () => said(long))
  const ask: Engine['ask'] = async (...args) => {
    makeRoom = await fill(db)
    return filling.ask(...args)
  }
  const tell = (sentence: string, answers: number) => {
    told.push([sentence, answers])
    if (stop.signal.aborted) return
    stop.abort()
    setImmediate(() => cut.abort())
  }
  const signals = { stop: stop.signal, cut: cut.signal, outage: createOutage(cut.signal, tell) }
  const scope = { width: 1, runs: 2 }
  const crm = { slug: 'crm', category: 'CRM', questions: ['Which is best?'] }
  const ran = month(db, [crm], { ...scope, ...signals, engines: [{ ...filling, ask }] })
  await expect(ran).rejects.toMatchObject({ code: 'SQLITE_FULL' })
  expect(told).toEqual([
    ['The disk of the store is full; waiting until there is room', 1],
    ['Gave up waiting; paid answers are lost, and the next run counts them as unknown', 1],
  ])
  await makeRoom()
  await db.deleteFrom('leases').execute()
  const again = await ranMonth(db, [crm], { ...scope, engines: [filling] })
  expect(again).toMatchObject({ unknown: 1, stopped: null })
  expect(filling.asked).toHaveLength(1 + 2)
})

test('only the owner can read the store, what SQLite keeps beside it, a backup and a copy, whatever the umask', async () => {
  const umask = process.umask(0)
  onTestFinished(() => void process.umask(umask))
  const folder = freshFolder()
  const database = join(folder, 'store', 'svc.db')
  const db = await openStore(database, 1)
  onTestFinished(() => db.destroy())
  await backUp(database, join(folder, 'store', 'backup.db'), 0)
  const progress = { begin: () => {}, done: () => {} }
  const copy = join(folder, 'store', 'copy.db')
  await copyStore({ from: database, to: copy }, { now: 1, stop: new AbortController().signal, progress })
  const files = readdirSync(join(folder, 'store'))
  expect(files).toEqual(expect.arrayContaining(['backup.db', 'copy.db', 'svc.db', 'svc.db-shm', 'svc.db-wal']))
  for (const file of files) expect([file, statSync(join(folder, 'store', file)).mode & 0o777]).toEqual([file, 0o600])
})

/** As somebody whom the rights of files hold for. */
function asNobody(): void {
  if (process.getuid?.() !== 0) return
  process.seteuid?.(65_534)
  onTestFinished(() => process.seteuid?.(0))
}

test('a store that may not be written is reported as such, not as missing', async () => {
  const folder = freshFolder()
  const database = join(folder, 'svc.db')
  await (await openStore(database, 1)).destroy()
  chmodSync(database, 0o444)
  chmodSync(folder, 0o555)
  onTestFinished(() => chmodSync(folder, 0o755))
  asNobody()
  for (const path of [database, join(folder, 'new.db')])
    await expect(openStore(path, 2)).rejects.toThrow(
      "The store can't be opened (the file or its folder may not be read or written); check SVC_DATABASE or --database.",
    )
  // SQLite says it at the first read.
  const code = /^SQLITE_(READONLY|CANTOPEN)/
  await expect(openExistingStore(database, 2)).rejects.toMatchObject({ code: expect.stringMatching(code) })
})

test.each<[string, ...string[]]>([
  ['accounts', 'list'],
  ['accounts', 'delete', '--email', 'ada@agency.example'],
  ['audit'],
  ['brands', 'list', 'crm'],
  ['credits', 'held'],
  ['keys', 'list', '--account', 'ada@agency.example'],
  ['rankings', 'list'],
  ['report', 'list'],
  ['report', 'resume', 'x'],
  ['site', 'build'],
  ['store', 'check'],
])('svc %s creates no store where there is none', async (...args) => {
  const folder = freshFolder()
  const ended = await svc([...args, '--database', 'typo/svc.db'], { cwd: folder })
  expect(ended).toMatchObject({ code: 1, out: '', err: 'There is no store yet; check SVC_DATABASE or --database.\n' })
  expect(readdirSync(folder)).toEqual([])
})

test('a file that holds no store is left as it is', async () => {
  const database = join(freshFolder(), 'svc.db')
  writeFileSync(database, '')
  await expect(openExistingStore(database, 1)).rejects.toThrow('There is no store yet')
  expect(statSync(database).size).toBe(0)
  expect(existsSync(`${database}-wal`)).toBe(false)
})
