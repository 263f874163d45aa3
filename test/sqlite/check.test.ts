import { closeSync, openSync, writeFileSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { openStoreForReading } from '../../pipeline/store/driver/open.ts'
import { insertJob } from '../../pipeline/store/report/jobs.ts'
import { checkStore } from '../../pipeline/store/upkeep/check.ts'
import { frozenRanking, publish } from '../support/rankings.ts'
import { freshFolder, freshStore } from '../support/store/store.ts'

test('a dangling reference is named', async () => {
  const { db } = await freshStore()
  await sql`pragma foreign_keys = off`.execute(db)
  await insertJob(db, 'nobody', 0)
  expect(await checkStore(db)).toEqual([
    expect.stringMatching(/1 of the rows in jobs refer to reports that do not exist/),
  ])
})

test('a damaged file is reported, and its rows are not checked', async () => {
  const { db, database } = await freshStore()
  await publish(db, frozenRanking())
  await sql`pragma wal_checkpoint(truncate)`.execute(db)
  await db.destroy()
  const file = openSync(database, 'r+')
  for (let page = 4; page < 60; page += 1) writeSync(file, Buffer.alloc(512, 7), 0, 512, page * 4_096)
  closeSync(file)
  const damaged = await openStoreForReading(database)
  const problems = await checkStore(damaged).finally(() => damaged.destroy())
  expect(problems.length).toBeGreaterThan(0)
  for (const problem of problems) expect(problem).toMatch(/^The file is damaged: .*replace it with a backup\.$/)
})

test('a file that is not a database is one problem', async () => {
  const file = join(freshFolder(), 'letter.db')
  writeFileSync(file, 'Dear reader, this is a letter and nothing that any database has written.')
  const db = await openStoreForReading(file)
  expect(await checkStore(db).finally(() => db.destroy())).toEqual([
    expect.stringMatching(/no longer a SQLite database/),
  ])
})
