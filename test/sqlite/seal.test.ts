import { copyFileSync, existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { openKeys } from '../../pipeline/report/seal.ts'
import { openStore } from '../../pipeline/store/driver/open.ts'
import { emptyLog, shredSealed, sweepSealed } from '../../pipeline/store/report/sealed-keys.ts'
import { DAY, KEYS, MARKER, SEALED_AT, SECRET, sealed } from '../support/sealed.ts'
import { freshFolder } from '../support/store/store.ts'

test('sealed keys are read after the process that sealed them was killed', async () => {
  const { db, database } = await sealed()
  const copy = join(freshFolder(), 'svc.db')
  for (const end of ['', '-wal']) if (existsSync(database + end)) copyFileSync(database + end, copy + end)
  await db.destroy()
  const again = await openStore(copy, SEALED_AT)
  expect(await openKeys({ db: again, secret: SECRET, now: () => SEALED_AT }, 'one')).toEqual(KEYS)
  await again.destroy()
})

test('nothing of a shredded ciphertext remains in the database or its write-ahead log §5.10.5', async () => {
  const keys = { ...KEYS, ANTHROPIC: `${MARKER}${'k'.repeat(488)}`, GEMINI: `${MARKER}${'l'.repeat(488)}` }
  const { db, database, kept } = await sealed({ ...keys, GROK: 'm'.repeat(512), PERPLEXITY: 'n'.repeat(512) })
  const holds = (text: string) =>
    ['', '-wal'].filter((end) => existsSync(database + end) && readFileSync(database + end, 'latin1').includes(text))
  expect(holds(kept.wrapped)).not.toEqual([])
  expect(holds(kept.sealed.slice(0, 100))).not.toEqual([])
  await db.transaction().execute((trx) => shredSealed(trx, 'one'))
  await emptyLog(db)
  for (const text of [kept.wrapped, kept.sealed.slice(0, 100), kept.sealed.slice(-100)]) expect(holds(text)).toEqual([])
  expect(readFileSync(`${database}-wal`)).toHaveLength(0)
})

test('the sweep leaves nothing of what it shredded in the file or in its log', async () => {
  const { db, database, kept } = await sealed()
  expect(await sweepSealed(db, SEALED_AT + DAY)).toEqual(['one'])
  expect(readFileSync(database, 'latin1')).not.toContain(kept.wrapped)
  expect(readFileSync(`${database}-wal`)).toHaveLength(0)
})
