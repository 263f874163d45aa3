import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { sql } from 'kysely'
import { expect, inject, onTestFinished, test } from 'vitest'
import { openStore, type Store } from '../../pipeline/store/driver/open.ts'
import { checkStore } from '../../pipeline/store/upkeep/check.ts'
import { createWorker } from '../../pipeline/worker.ts'
import { fillStore } from '../support/full-store.ts'
import { jobScope, queued, stored } from '../support/job.ts'
import { findMarker } from '../support/marker.ts'
import { svc } from '../support/process/svc.ts'
import { copied, copiedRows, copyKilledAt, rowsToCopy } from '../support/store/copying.ts'
import { databaseAddress, onServer } from '../support/store/postgres-databases.ts'
import { testQueue } from '../support/store/queue.ts'
import { freshDatabase, freshFolder } from '../support/store/store.ts'
import { said, scriptedEngine } from '../support/vendors/scripted-engine.ts'

const ADDRESS = inject('postgres')?.address ?? ''

async function opened(address: string): Promise<Store> {
  const db = await openStore(address, 0)
  onTestFinished(() => db.destroy())
  return db
}

/** A full store in a file, an empty database, and the path of a file that isn't there. */
async function ends() {
  const folder = freshFolder()
  const file = join(folder, 'svc.db')
  const db = await opened(file)
  await fillStore(db)
  return { db, file, folder, server: await freshDatabase(), back: join(folder, 'back.db') }
}

/** Runs every queued report there, on an engine that knows its product. */
async function workOff(db: Store): Promise<void> {
  const engines = [scriptedEngine('OPENAI', () => said('Take Ridgeloom.'))]
  const log = { fault: (_: string, fault: unknown) => expect.fail(String(fault)) }
  const options = { queue: testQueue(db), workers: 2, sendMail: async () => {}, log }
  for (const simulated of [true, false]) await createWorker(jobScope(db, { engines, simulated }), options).untilEmpty()
}

test('from SQLite to PostgreSQL and back every row is the same, and so are the hashes', async () => {
  const { db, file, server, back } = await ends()
  const there = await copied({ from: file, to: server })
  const again = await copied({ from: server, to: back })
  expect(again).toEqual({ ...there, sealedLeftOut: 0 })
  expect(there.sealedLeftOut).toBe(1)
  const rows = await copiedRows(db)
  for (const address of [server, back]) {
    const copy = await opened(address)
    expect(await copiedRows(copy)).toEqual(rows)
    expect(await checkStore(copy)).toEqual([])
  }
  expect(await copied({ from: file, to: back })).toMatchObject({ written: false })
})

test('a NUL, which PostgreSQL holds in no text, becomes another character of the same length', async () => {
  const { db, file, server } = await ends()
  await db.updateTable('accounts').set({ email: 'a\0b😀\0' }).where('email', 'like', 'ada%').execute()
  await copied({ from: file, to: server })
  const emails = (await (await opened(server)).selectFrom('accounts').select('email').execute()).map((row) => row.email)
  expect(emails).toContain('a\uFFFDb😀\uFFFD')
  expect(await copied({ from: file, to: server })).toMatchObject({ written: false })
})

test.each([
  ['server', 'file'],
  ['back', 'server'],
] as const)('to the %s: killed and run again, a copy is whole', async (to, from) => {
  const { db, ...at } = await ends()
  if (from === 'server') await copied({ from: at.file, to: at.server })
  const ways = { from: at[from], to: at[to] }
  const rows = await rowsToCopy(db)
  // It is killed while it copies, and while it checks.
  for (const killAt of [Math.floor(rows / 2), Math.floor(1.5 * rows)]) {
    await copyKilledAt(ways, killAt)
    const there = await openStore(ways.to, 0)
    expect(await rowsToCopy(there)).toBe(0)
    await there.destroy()
  }
  expect((await copied(ways)).written).toBe(true)
  expect(await copiedRows(await opened(ways.to))).toEqual(await copiedRows(db))
})

test('waiting and interrupted reports are picked up from the copy, in either direction', async () => {
  const { file, server, back } = await ends()
  await copied({ from: file, to: server })
  await copied({ from: server, to: back })
  for (const address of [server, back]) {
    const db = await opened(address)
    expect((await queued(db)).length).toBe(3)
    await workOff(db)
    expect(await queued(db)).toEqual([])
    for (const slug of ['waiting', 'running']) expect((await stored(db, slug)).status).toBe('COMPLETE')
    // Its keys stayed behind.
    expect((await stored(db, 'own-keys')).status).toBe('FAILED')
    expect(await checkStore(db)).toEqual([])
  }
})

test('while others write to TO nothing is copied', async () => {
  const { file, server } = await ends()
  const there = await opened(server)
  await there.transaction().execute(async (trx) => {
    await trx.insertInto('leases').values({ name: 'a', holder: 'h', expires_at: 1 }).execute()
    await expect(copied({ from: file, to: server })).rejects.toThrow(/^Another process is writing to TO/)
  })
})

test('a database that does not hold every text is refused', async () => {
  const { file } = await ends()
  const name = `svc_latin_${randomBytes(8).toString('hex')}`
  await onServer(ADDRESS, `create database ${name} template template0 encoding 'LATIN1' locale 'C'`)
  onTestFinished(() => onServer(ADDRESS, `drop database ${name} with (force)`).then(() => {}))
  await expect(copied({ from: file, to: databaseAddress(ADDRESS, name) })).rejects.toThrow(/make its database with enc/)
})

test('the planner knows the size of the copied tables at once', async () => {
  const { file, server } = await ends()
  const { tables } = await copied({ from: file, to: server })
  const { rows } = await sql<{ known: number }>`
    select reltuples::int as known from pg_class where oid = 'cells'::regclass`.execute(await opened(server))
  expect(rows).toEqual([{ known: tables.find(({ table }) => table === 'cells')?.rows }])
})

test('the command says what it copied, and never shows a password', async () => {
  const { file, folder, server } = await ends()
  const { password } = new URL(server)
  const shown = server.replace(`:${password}`, '')
  const copy = await svc(['store', 'copy', file, server], { cwd: folder })
  expect({ code: copy.code, err: copy.code === 0 ? '' : copy.err }).toEqual({ code: 0, err: '' })
  expect(copy.out).toContain(`${shown} holds`)
  expect(copy.out).toContain('\nThe sealed provider keys of 1 waiting report stay only in FROM: in TO it fails')
  const json = await svc(['store', 'copy', file, server, '--json'], { cwd: folder })
  expect(JSON.parse(json.out).copy).toMatchObject({ from: file, to: shown, written: false, sealedLeftOut: 1 })
  const back = await svc(['store', 'copy', server, 'back.db'], { cwd: folder })
  expect(back.out).toContain(`as ${shown};`)
  const wrong = server.replace(password, 'wr0ng-marker')
  const refused = await svc(['store', 'copy', wrong, 'more.db', '--json'], { cwd: folder })
  expect(refused).toMatchObject({ code: 1, err: "FROM can't be opened (the user or the password is wrong).\n" })
  const said = [copy, json, back, refused].map(({ out, err }) => out + err).join('')
  expect(said).not.toContain(password)
  expect(said).not.toContain('marker')
  expect(findMarker(folder, password)).toEqual([])
})

test('the command takes the password from the environment too', async () => {
  const { file, folder, server } = await ends()
  const { password } = new URL(server)
  const copy = await svc(['store', 'copy', file, server.replace(`:${password}`, '')], {
    cwd: folder,
    env: { PGPASSWORD: password },
  })
  expect({ code: copy.code, err: copy.code === 0 ? '' : copy.err }).toEqual({ code: 0, err: '' })
})
