import { expect, test } from 'vitest'
import { windowCounter } from '../../pipeline/store/accounts/windows.ts'
import { contend } from '../support/store/contend.ts'
import { freshStore } from '../support/store/store.ts'

const MINUTE = 60_000

test('processes count together, and each request once', async () => {
  const { database } = await freshStore()
  const counts = await contend(
    database,
    3,
    `const { windowCounter } = await load('pipeline/store/accounts/windows.ts')
     const count = windowCounter(db)
     return Promise.all(Array.from({ length: 20 }, () => count('key/a', ${MINUTE})))`,
  )
  expect(counts.flat().sort((a, b) => Number(a) - Number(b))).toEqual(Array.from({ length: 60 }, (_, at) => at + 1))
})

test('windows and names are counted separately, and past windows are swept', async () => {
  const { db } = await freshStore()
  const count = windowCounter(db)
  expect([await count('a', 0), await count('a', 0), await count('b', 0)]).toEqual([1, 2, 1])
  expect([await count('a', MINUTE), await windowCounter(db)('a', 0)]).toEqual([1, 3])
  await count('a', 2 * MINUTE)
  expect(await db.selectFrom('windows').selectAll().orderBy('starts_at').execute()).toEqual([
    { name: 'a', starts_at: MINUTE, count: 1 },
    { name: 'a', starts_at: 2 * MINUTE, count: 1 },
  ])
})
