import { expect, test } from 'vitest'
import type { Ruling } from '../../pipeline/contract/terms.ts'
import { categoryDoubts } from '../../pipeline/ranking/doubts.ts'
import type { Store } from '../../pipeline/store/driver/open.ts'
import { makeRuling } from '../../pipeline/store/ranking/rulings.ts'
import { ranMonth } from '../support/month.ts'
import { freshStore } from '../support/store/store.ts'
import { said, scriptedEngine } from '../support/vendors/scripted-engine.ts'
import { readerOfNames } from '../support/vendors/scripted-scribe.ts'

const CRM = { slug: 'crm', category: 'CRM software', questions: ['Which CRM is best?'] }

/** A month of 30 answers that two readers read: all of them the first, and only the second sees Zentra. */
async function readByTwo(): Promise<Store> {
  const { db } = await freshStore()
  const engine = scriptedEngine('OPENAI', ({ tag }) =>
    said(`Take Ridgeloom. Teams that outgrow it like Zentra ${tag}.`),
  )
  const first = readerOfNames(['Ridgeloom'])
  const second = readerOfNames(['Ridgeloom', 'Zentra'], { model: 'second', vendor: 'GEMINI' })
  await ranMonth(db, [CRM], { engines: [engine], scribes: [first, second], runs: 30 })
  return db
}

const doubted = async (db: Store) => (await categoryDoubts(db, 'crm'))?.doubts.map(({ brand, why }) => [brand, why])

test('what only the second reader names is a doubt in each of the twenty answers that it reads', async () => {
  const db = await readByTwo()
  expect(await doubted(db)).toEqual(Array(20).fill(['Zentra', 'only the second reader']))
  expect((await categoryDoubts(db, 'crm'))?.doubts[0]?.sentence).toContain('Teams that outgrow it like Zentra')
})

test.each<Ruling>([
  { kind: 'ignore', name: 'Zentra' },
  { kind: 'split', name: 'zentra' },
  { kind: 'merge', name: 'Zentra', into: 'Ridgeloom' },
  { kind: 'alias', name: 'Ridgeloom', spelling: 'Zentra' },
])('a ruling settles it: $kind', async (ruling) => {
  const db = await readByTwo()
  await makeRuling(db, 'crm', ruling, () => ({ ends: [], makes: true }), 1)
  expect(await doubted(db)).toEqual([])
})
