import { symlinkSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { isPostgresAddress } from '../../../pipeline/contract/database.ts'
import { takeLease } from '../../../pipeline/store/driver/leases.ts'
import { openStore, type Store } from '../../../pipeline/store/driver/open.ts'
import { checkStore } from '../../../pipeline/store/upkeep/check.ts'
import { copyStore } from '../../../pipeline/store/upkeep/copy.ts'
import { newAccount } from '../../support/accounts.ts'
import { fillStore, ON_OWN_KEYS } from '../../support/full-store.ts'
import { copied, copiedRows, copyKilledAt, rowsToCopy } from '../../support/store/copying.ts'
import { freshDatabase, freshFolder, freshStore } from '../../support/store/store.ts'

async function filled() {
  const store = await freshStore()
  await fillStore(store.db)
  return { ...store, to: await freshDatabase() }
}

async function opened(address: string): Promise<Store> {
  const db = await openStore(address, 0)
  onTestFinished(() => db.destroy())
  return db
}

/** Keeps a database whose schema was changed from serving another test. */
async function unfit(db: Store): Promise<void> {
  await db.deleteFrom('migrations').execute()
}

test('every row of every table is copied as it is, and only once', async () => {
  const { db, database: from, to } = await filled()
  const rows = await copiedRows(db)
  for (const [table, those] of Object.entries(rows)) expect(those.length, table).toBeGreaterThan(0)
  const copy = await copied({ from, to })
  expect(copy.written).toBe(true)
  expect(copy.tables.map((each) => [each.table, each.rows]).sort()).toEqual(
    Object.entries(rows).map(([table, those]) => [table, those.length]),
  )
  const there = await opened(to)
  expect(await copiedRows(there)).toEqual(rows)
  expect(await checkStore(there)).toEqual([])
  expect(await copied({ from, to })).toEqual({ ...copy, written: false })
  expect(await copiedRows(there)).toEqual(rows)
})

test('sealed provider keys and leases stay where they are', async () => {
  const { db, database: from, to } = await filled()
  await db.insertInto('leases').values({ name: 'report/running', holder: 'killed', expires_at: 10 }).execute()
  expect(await copied({ from, to }, undefined, 10)).toMatchObject({ sealedLeftOut: 1 })
  const there = await opened(to)
  for (const table of ['leases', 'sealed_keys', 'wrapped_keys'] as const)
    expect(await there.selectFrom(table).selectAll().execute()).toEqual([])
  const sealed = await db.selectFrom('sealed_keys').select('report_slug').execute()
  expect(sealed).toEqual([{ report_slug: ON_OWN_KEYS }])
})

test('killed at any moment and run again, the copy is whole; until then nothing is there', async () => {
  const { db, database: from, to } = await filled()
  const rows = await rowsToCopy(db)
  // It is killed at the start, while it copies, between copying and checking, and once all is checked.
  for (const killAt of [0, Math.floor(rows / 2), rows, 2 * rows]) {
    await copyKilledAt({ from, to }, killAt)
    const there = await openStore(to, 0)
    expect(await rowsToCopy(there)).toBe(0)
    await there.destroy()
  }
  expect((await copied({ from, to })).written).toBe(true)
  expect(await copiedRows(await opened(to))).toEqual(await copiedRows(db))
}, 60_000)

test('when stopped, it removes what it copied', async () => {
  const { db, database: from, to } = await filled()
  const rows = await rowsToCopy(db)
  const stop = new AbortController()
  const progress = { begin: () => {}, done: () => stop.abort(new Error('stopped')) }
  await expect(copyStore({ from, to }, { now: 0, stop: stop.signal, progress })).rejects.toThrow('stopped')
  expect(await rowsToCopy(await opened(to))).toBe(0)
  expect((await copied({ from, to })).tables.reduce((sum, each) => sum + each.rows, 0)).toBe(rows)
})

test('what is written to FROM meanwhile is in no table of the copy', async () => {
  const { db, database: from, to } = await filled()
  const before = await copiedRows(db)
  const writing: Promise<unknown>[] = []
  // Accounts come late: each page that is read before them may see one more.
  await copied({ from, to }, (rows) => writing.push(newAccount(db, `${rows}@agency.example`)))
  await Promise.all(writing)
  expect(writing.length).toBeGreaterThan(10)
  expect(await copiedRows(await opened(to))).toEqual(before)
})

test('a copy can be used like the store, and no table numbers its rows', async () => {
  const { db, database: from, to } = await filled()
  await copied({ from, to })
  const there = await opened(to)
  await newAccount(there, 'new@agency.example')
  expect(await there.selectFrom('accounts').select('id').execute()).toHaveLength(3)
  // None numbers its rows; one that did would have to be given its next number.
  const tables = (await db.introspection.getTables()).filter(({ schema = 'public' }) => schema === 'public')
  const columns = tables.flatMap((table) => table.columns)
  expect(columns.length).toBeGreaterThan(100)
  expect(columns.filter((column) => column.isAutoIncrementing)).toEqual([])
})

const REFUSED: readonly (readonly [string, (ends: Ends) => Promise<Partial<Ends>>, RegExp])[] = [
  [
    'a FROM that a process is working on',
    async ({ db }) => {
      await takeLease(db, { name: 'rankings/2026-11', holder: 'h' }, 0)
      return {}
    },
    /^A process is working on rankings\/2026-11 in FROM; stop every/,
  ],
  [
    'a FROM of an older version',
    async ({ db }) => {
      await db.deleteFrom('migrations').where('name', '=', '0005-open-reports').execute()
      return {}
    },
    /^FROM lacks 0005-open-reports: `\.\/svc store migrate`/,
  ],
  [
    'a FROM of a newer version',
    async ({ db }) => {
      await db.insertInto('migrations').values({ name: '9999-the-future', applied_at: 1 }).execute()
      return {}
    },
    /^FROM was written by a newer version of svc \(migration 9999-the-future\)/,
  ],
  [
    'a FROM that is no store',
    async ({ db }) => {
      await db.deleteFrom('migrations').execute()
      return {}
    },
    /^FROM holds no store\.$/,
  ],
  ['a FROM that is not there', async () => ({ from: join(freshFolder(), 'none.db') }), /^FROM can't be opened \(there/],
  ['FROM itself', async ({ from }) => ({ to: from }), /^FROM and TO are the same store\.$/],
  [
    'FROM itself under another name',
    async ({ from }) => {
      if (isPostgresAddress(from)) return { to: from.replace('127.0.0.1', 'localhost') }
      const other = join(dirname(from), 'other.db')
      symlinkSync(from, other)
      return { to: other }
    },
    /^FROM and TO are the same store\.$/,
  ],
  [
    'a TO that holds other data',
    async ({ there }) => {
      await newAccount(there, 'grace@agency.example')
      return {}
    },
    /^TO holds other data, and a copy overwrites nothing/,
  ],
  [
    'a TO that was written to after the same copy',
    async ({ from, to, there }) => {
      await copied({ from, to })
      await there.updateTable('accounts').set({ touched_at: 8 }).where('email', 'like', 'ada%').execute()
      return {}
    },
    /^TO holds other data/,
  ],
  [
    'a TO of an older version with something in it',
    async ({ there }) => {
      await newAccount(there)
      await there.deleteFrom('migrations').where('name', '=', '0005-open-reports').execute()
      return {}
    },
    /^TO holds other data/,
  ],
  [
    'a TO of a newer version',
    async ({ there }) => {
      await there.insertInto('migrations').values({ name: '9999-the-future', applied_at: 1 }).execute()
      return {}
    },
    /^TO was written by a newer version/,
  ],
  [
    "a TO that is another program's",
    async ({ there }) => {
      await there.deleteFrom('migrations').execute()
      return {}
    },
    /^TO holds other data/,
  ],
]

interface Ends {
  readonly db: Store
  readonly there: Store
  readonly from: string
  readonly to: string
}

test.each(REFUSED)('%s is refused in a sentence, and nothing is written', async (_, prepare, sentence) => {
  const { db, database: from } = await freshStore()
  await newAccount(db)
  const empty = await freshDatabase()
  const there = await opened(empty)
  const ends = { from, to: empty, ...(await prepare({ db, there, from, to: empty })) }
  const before = await copiedRows(there)
  const refused = await copied(ends).catch((fault: unknown) => fault)
  expect(refused).toMatchObject({ name: 'StoreRefusal', message: expect.stringMatching(sentence) })
  expect(await copiedRows(there)).toEqual(before)
})

test('if TO stores a row differently, nothing of the copy is kept', async () => {
  const { db, database: from } = await freshStore()
  await newAccount(db)
  const to = await freshDatabase()
  const there = await opened(to)
  onTestFinished(() => unfit(there))
  if (isPostgresAddress(to)) {
    await sql`create function late() returns trigger language plpgsql
      as 'begin new.touched_at := 1; return new; end'`.execute(there)
    await sql`create trigger late before insert on accounts for each row execute function late()`.execute(there)
  } else
    await sql`create trigger late after insert on accounts
      begin update accounts set touched_at = 1 where id = new.id; end`.execute(there)
  await expect(copied({ from, to })).rejects.toThrow(/^TO did not store accounts as it is in FROM/)
  expect(await rowsToCopy(there)).toBe(0)
})

test('a row that breaks the schema ends it in a sentence', async () => {
  const { db, database: from, to } = await filled()
  // The database serves no other test.
  onTestFinished(() =>
    db
      .deleteFrom('migrations')
      .execute()
      .then(() => {}),
  )
  if (isPostgresAddress(from)) await sql`alter table cells drop constraint cells_state_check`.execute(db)
  else await sql`pragma ignore_check_constraints = on`.execute(db)
  await sql`update cells set state = 'lost' where engine = 'GEMINI'`.execute(db)
  await expect(copied({ from, to })).rejects.toThrow(/^A row of cells in FROM breaks the schema/)
  expect(await rowsToCopy(await opened(to))).toBe(0)
})
