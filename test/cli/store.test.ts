import { readdirSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { openStore } from '../../pipeline/store/driver/open.ts'
import { startSvc, svc } from '../support/process/svc.ts'
import { frozenRanking, publish } from '../support/rankings.ts'
import { freshFolder } from '../support/store/store.ts'

/** A folder with a store that has a published ranking. */
async function usedFolder(): Promise<{ cwd: string; database: string }> {
  const cwd = freshFolder()
  const database = join(cwd, 'data', 'svc.db')
  const db = await openStore(database, 0)
  await publish(db, frozenRanking())
  await db.destroy()
  return { cwd, database }
}

test('migrate says what it applied, and that there is nothing more to apply', async () => {
  const cwd = freshFolder()
  const first = await svc(['store', 'migrate', '--json'], { cwd })
  expect(JSON.parse(first.out).applied.slice(0, 2)).toEqual(['0001-surveys', '0002-accounts'])
  expect(await svc(['store', 'migrate', '--json'], { cwd })).toMatchObject({ code: 0, out: '{\n  "applied": []\n}\n' })
  expect((await svc(['store', 'migrate'], { cwd })).out).toBe('The schema is current; nothing was applied.\n')
})

test('a backup can be read in place of the store', async () => {
  const { cwd } = await usedFolder()
  const backup = await svc(['store', 'backup', 'backups/one.db', '--json'], { cwd })
  expect(backup.code).toBe(0)
  const file = join(cwd, 'backups', 'one.db')
  expect(JSON.parse(backup.out)).toEqual({
    backup: { file: 'backups/one.db', bytes: statSync(file).size, sealedLeftOut: 0 },
  })
  const there = await svc(['rankings', 'list', '--database', 'backups/one.db', '--json'], { cwd })
  expect(JSON.parse(there.out).rankings).toMatchObject([{ slug: 'crm-software' }])
  expect((await svc(['store', 'check', '--database', 'backups/one.db'], { cwd })).out).toContain('The store is sound')
  const text = await svc(['store', 'backup', 'backups/two.db'], { cwd })
  expect(text.out).toMatch(/^backups\/two\.db: \d+\.\d MB, checked\.\nSealed provider keys are never in a backup/)
})

test('a backup overwrites nothing', async () => {
  const { cwd } = await usedFolder()
  writeFileSync(join(cwd, 'mine.db'), 'mine')
  const { code, out, err } = await svc(['store', 'backup', 'mine.db'], { cwd })
  expect({ code, out }).toEqual({ code: 1, out: '' })
  expect(err).toContain('name a new file')
  writeFileSync(join(cwd, 'file'), '')
  const inside = await svc(['store', 'backup', 'file/copy.db'], { cwd })
  expect(inside.code).toBe(1)
  expect(inside.err).toContain('cannot be written there')
})

test('a backup where no file can be made ends in one sentence', async () => {
  const { cwd } = await usedFolder()
  const { code, out, err } = await svc(['store', 'backup', '/proc/copy.db'], { cwd })
  expect({ code, out }).toEqual({ code: 1, out: '' })
  expect(err).toBe('The backup cannot be written there; check its folder and who may write into it.\n')
})

test('check passes a sound store, and names what is wrong and exits 1', async () => {
  const { cwd, database } = await usedFolder()
  const whole = await svc(['store', 'check', '--json'], { cwd })
  expect(whole).toMatchObject({ code: 0, out: '{\n  "problems": []\n}\n' })
  expect(whole.err).toMatch(/: 1 of 1 published texts checked\nChecking credits, queue and sealed keys\.\n$/)
  const parts = await svc(['store', 'check', '--part', 'ledgers', 'published'], { cwd })
  expect(parts.out).toBe(
    'Sound: that every ledger adds up; the published rankings and reports. Nothing else was checked.\n',
  )
  expect(parts.err).toMatch(
    /^Checking that every ledger adds up\.\nChecking the published rankings and reports\.\n\d+ s: 0 of 1 published texts checked\n.*: 1 of 1 published texts checked\n$/,
  )
  const db = await openStore(database, 0)
  await db.updateTable('rankings').set({ body: '{}' }).execute()
  await db.destroy()
  const json = await svc(['store', 'check', '--json'], { cwd })
  expect(json.code).toBe(1)
  expect(JSON.parse(json.out).problems).toEqual([expect.stringContaining('rankings/crm-software/2026-10 version 1')])
  const text = await svc(['store', 'check'], { cwd })
  expect({ code: text.code, lines: text.out.trim().split('\n').length }).toEqual({ code: 1, lines: 1 })
})

test.each([[['backup', 'copy.db']], [['check']]])('%s says that there is no store, and creates none', async (args) => {
  const cwd = freshFolder()
  const { code, err } = await svc(['store', ...args], { cwd })
  expect(code).toBe(1)
  expect(err).toBe('There is no store yet; check SVC_DATABASE or --database.\n')
  expect(() => statSync(join(cwd, 'data'))).toThrow('ENOENT')
})

test('copy says what both stores hold, and when all of it was there already', async () => {
  const { cwd } = await usedFolder()
  const first = await svc(['store', 'copy', 'data/svc.db', 'moved.db'], { cwd })
  expect(first.code).toBe(0)
  expect(first.out).toMatch(/^table +rows +SHA-256\ncategories +1 +[0-9a-f]{16}\n/)
  expect(first.out).toMatch(/\nmoved\.db holds the same 4 rows as data\/svc\.db; each was read again and compared\.\n$/)
  const json = await svc(['store', 'copy', 'data/svc.db', 'moved.db', '--json'], { cwd })
  expect(JSON.parse(json.out).copy).toMatchObject({
    from: 'data/svc.db',
    to: 'moved.db',
    written: false,
    sealedLeftOut: 0,
  })
  expect(JSON.parse(json.out).copy.tables[0]).toEqual({
    table: 'categories',
    rows: 1,
    sha256: expect.stringMatching(/^[0-9a-f]{64}$/),
  })
  expect((await svc(['store', 'check', '--database', 'moved.db'], { cwd })).out).toContain('The store is sound')
})

test.each([
  [['data/svc.db', 'mysql://u:secret@h/d'], 'TO must be a path, or postgres://user:password@host/name.\n'],
  [['postgres://u:secret@', 'moved.db'], 'FROM must be a path, or postgres://user:password@host/name.\n'],
  [['', 'moved.db'], 'FROM must be the path of a file; it is empty or names no file.\n'],
  [['data/svc.db', 'moved.db', '--database', 'x'], 'FROM and TO name both stores; leave --database out.\n'],
])('copy %j is wrong usage', async (args, err) => {
  const { cwd } = await usedFolder()
  expect(await svc(['store', 'copy', ...args], { cwd })).toEqual({ code: 2, out: '', err })
  expect(readdirSync(cwd)).toEqual(['data'])
})

test('copy stops at Ctrl-C with nothing written, and can be run again', async () => {
  const { cwd, database } = await usedFolder()
  const db = await openStore(database, 0)
  // These are enough to be under way when the signal comes.
  await sql`insert into windows with recursive w(n) as (select 1 union all select n + 1 from w where n < 200000)
    select 'key/' || n, 0, 1 from w`.execute(db)
  await db.destroy()
  const copy = startSvc(['store', 'copy', 'data/svc.db', 'moved.db'], { cwd })
  await copy.says('rows copied and checked')
  copy.child.kill('SIGINT')
  const { code, out, err } = await copy.ended
  expect({ code, out }).toEqual({ code: 130, out: '' })
  expect(err).toContain('Stopped; nothing of the copy is in TO. Run it again.\n')
  const moved = await openStore(join(cwd, 'moved.db'), 0)
  expect(await moved.selectFrom('categories').selectAll().execute()).toEqual([])
  await moved.destroy()
})
