import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { openStoreForReading } from '../../pipeline/store/driver/open.ts'
import { listRankings } from '../../pipeline/store/ranking/rankings.ts'
import { keepSealed } from '../../pipeline/store/report/sealed-keys.ts'
import { backUp } from '../../pipeline/store/upkeep/backup.ts'
import { checkStore } from '../../pipeline/store/upkeep/check.ts'
import { newAccount } from '../support/accounts.ts'
import { queueReport } from '../support/job.ts'
import { findMarker } from '../support/marker.ts'
import { frozenRanking, publish } from '../support/rankings.ts'
import { freshFolder, freshStore } from '../support/store/store.ts'

test('a backup is the whole store in one file that only its owner reads', async () => {
  const { db, database } = await freshStore()
  await publish(db, frozenRanking())
  const file = join(freshFolder(), 'deep', 'copy.db')
  const backup = await backUp(database, file, 0)
  expect(backup).toEqual({ bytes: statSync(file).size, sealedLeftOut: 0 })
  expect(statSync(file).mode & 0o777).toBe(0o600)
  expect(readdirSync(join(file, '..'))).toEqual(['copy.db'])
  const copy = await openStoreForReading(file)
  expect(await listRankings(copy, 'https://svc.example')).toEqual(await listRankings(db, 'https://svc.example'))
  expect(await checkStore(copy)).toEqual([])
  await copy.destroy()
})

test('sealed provider keys are in no part of it, and the store keeps them', async () => {
  const { db, database } = await freshStore()
  const { id } = await newAccount(db)
  const sealed = 'f3Kq9ZxT0wPv7LmB2cRj5YhD8nSg1EuA'
  const wrapped = 'Q7dXe4VbN1kHs9MzJ6yWt3GpF0rLc8Ui'
  for (const slug of ['r1', 'r2']) {
    await queueReport(db, { slug, accountId: id, funding: 'BYOK', byokEngines: ['OPENAI'] })
    await keepSealed(db, slug, { sealed, wrapped }, 0)
  }
  const folder = freshFolder()
  expect(await backUp(database, join(folder, 'copy.db'), 0)).toMatchObject({ sealedLeftOut: 2 })
  expect([...findMarker(folder, sealed), ...findMarker(folder, wrapped)]).toEqual([])
  expect(await db.selectFrom('wrapped_keys').select('wrapped').execute()).toEqual([{ wrapped }, { wrapped }])
})

test('what is there already is never overwritten', async () => {
  const { database } = await freshStore()
  const folder = freshFolder()
  const [file, taken] = [join(folder, 'copy.db'), join(folder, 'taken')]
  writeFileSync(file, 'mine')
  mkdirSync(taken)
  expect(await backUp(database, file, 0)).toBe('exists')
  expect(await backUp(database, taken, 0)).toBe('exists')
  expect(readFileSync(file, 'utf8')).toBe('mine')
  expect(readdirSync(folder).sort()).toEqual(['copy.db', 'taken'])
})

test('what a killed backup left is removed a day later, and nothing else', async () => {
  const { database } = await freshStore()
  const folder = freshFolder()
  const killed = '.svc-2026-11-19.db.0123456789ab.tmp'
  const others = ['.notes.tmp', 'svc-2026-11-19.db']
  for (const name of [killed, ...others]) {
    writeFileSync(join(folder, name), 'half')
    utimesSync(join(folder, name), 60, 60)
  }
  await backUp(database, join(folder, 'a.db'), 86_459_999)
  expect(readdirSync(folder).sort()).toEqual([killed, ...others, 'a.db'].sort())
  await backUp(database, join(folder, 'b.db'), 86_460_000)
  expect(readdirSync(folder).sort()).toEqual([...others, 'a.db', 'b.db'].sort())
})

test('without a store nothing is left behind', async () => {
  const folder = freshFolder()
  await expect(backUp(join(folder, 'none.db'), join(folder, 'copy.db'), 0)).rejects.toThrow('The store can')
  expect(existsSync(join(folder, 'copy.db'))).toBe(false)
  expect(readdirSync(folder)).toEqual([])
})
