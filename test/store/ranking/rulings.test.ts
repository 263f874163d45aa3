import { expect, test } from 'vitest'
import { DEFAULT_MARKET } from '../../../pipeline/contract/market/market.ts'
import type { Ruling } from '../../../pipeline/contract/terms.ts'
import { openStore, type Store } from '../../../pipeline/store/driver/open.ts'
import { keepCategory } from '../../../pipeline/store/ranking/categories.ts'
import { heldRulings, makeRuling, rulingsOn } from '../../../pipeline/store/ranking/rulings.ts'
import { freshStore } from '../../support/store/store.ts'

const MERGE: Ruling = { kind: 'merge', name: 'Pardot', into: 'Salesloom' }
const ALIAS: Ruling = { kind: 'alias', name: 'Salesloom', spelling: 'SLM' }
const SPLIT: Ruling = { kind: 'split', name: 'Zentra CRM' }
const IGNORE: Ruling = { kind: 'ignore', name: 'Gmail' }

async function withCategories(): Promise<{ db: Store; database: string }> {
  const fresh = await freshStore()
  for (const [slug, category] of [
    ['crm', 'CRM  software'],
    ['pens', 'Fountain pens'],
  ] as const)
    await keepCategory(
      fresh.db,
      { slug, category, ...DEFAULT_MARKET, simulated: false, questions: [], questionsBy: null },
      0,
    )
  return fresh
}

const make = (db: Store, slug: string, ruling: Ruling, now: number, ends: readonly Ruling[] = []) =>
  makeRuling(db, slug, ruling, () => ({ ends, makes: true }), now)

test("a category's rulings are read as they were made", async () => {
  const { db } = await withCategories()
  const all = [SPLIT, MERGE, IGNORE, ALIAS]
  for (const [at, ruling] of all.entries()) await make(db, 'crm', ruling, at)
  await make(db, 'pens', { kind: 'ignore', name: 'Ink' }, 9)
  expect(await heldRulings(db, 'crm')).toEqual(all.map((ruling, madeAt) => ({ ruling, madeAt })))
  expect(await heldRulings(db, 'nothing')).toEqual([])
})

test('they apply to every category of the name, regardless of case and spaces', async () => {
  const { db } = await withCategories()
  await make(db, 'crm', MERGE, 0)
  await make(db, 'pens', IGNORE, 0)
  expect(await rulingsOn(db, { category: ' crm SOFTWARE ', ...DEFAULT_MARKET })).toEqual([MERGE])
  expect(await rulingsOn(db, { category: 'CRM', ...DEFAULT_MARKET })).toEqual([])
  for (const other of [{ country: 'DE' }, { language: 'de' }])
    expect(await rulingsOn(db, { category: 'CRM software', ...DEFAULT_MARKET, ...other })).toEqual([])
})

test('an ended ruling stays in the store but no longer applies', async () => {
  const { db } = await withCategories()
  await make(db, 'crm', MERGE, 1)
  await make(db, 'crm', SPLIT, 2)
  await makeRuling(db, 'crm', IGNORE, (held) => ({ ends: held.filter(({ kind }) => kind === 'merge'), makes: true }), 3)
  expect(await heldRulings(db, 'crm')).toEqual([
    { ruling: SPLIT, madeAt: 2 },
    { ruling: IGNORE, madeAt: 3 },
  ])
  expect(await rulingsOn(db, { category: 'CRM software', ...DEFAULT_MARKET })).toEqual([SPLIT, IGNORE])
  const rows = await db.selectFrom('rulings').select(['kind', 'ended_at']).orderBy('created_at').execute()
  expect(rows).toEqual([
    { kind: 'merge', ended_at: 3 },
    { kind: 'split', ended_at: null },
    { kind: 'ignore', ended_at: null },
  ])
})

test('nothing is written where the ruling changes nothing or is refused', async () => {
  const { db } = await withCategories()
  await makeRuling(db, 'crm', MERGE, () => ({ ends: [], makes: false }), 1)
  const refuse = () => {
    throw new Error('refused')
  }
  await expect(makeRuling(db, 'crm', MERGE, refuse, 1)).rejects.toThrow('refused')
  expect(await db.selectFrom('rulings').selectAll().execute()).toEqual([])
})

test('rulings made at once by two processes see each other', async () => {
  const { db, database } = await withCategories()
  const other = await openStore(database, 0)
  const seen: number[] = []
  const look = (held: readonly Ruling[]) => {
    seen.push(held.length)
    return { ends: [], makes: true }
  }
  await Promise.all([makeRuling(db, 'crm', MERGE, look, 1), makeRuling(other, 'crm', SPLIT, look, 1)])
  await other.destroy()
  expect(seen.sort()).toEqual([0, 1])
})
