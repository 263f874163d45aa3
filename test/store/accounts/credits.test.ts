import fc from 'fast-check'
import { expect, test } from 'vitest'
import { touchAccount } from '../../../pipeline/store/accounts/accounts.ts'
import {
  creditBalance,
  creditState,
  grantCredits,
  heldCredits,
  releaseHold,
  returnCredit,
  spendCredit,
} from '../../../pipeline/store/accounts/credits.ts'
import type { Store } from '../../../pipeline/store/driver/open.ts'
import { newAccount, newReport } from '../../support/accounts.ts'
import { contend } from '../../support/store/contend.ts'
import { freshStore } from '../../support/store/store.ts'

const DAY = 24 * 3_600_000

/** An account with a credit for each report, all spent; the reports are begun unless they are said to be waiting. */
async function spentOn(db: Store, slugs: readonly string[], waiting: readonly string[] = []): Promise<string> {
  const { id } = await newAccount(db)
  await grantCredits(db, id, slugs.length, 0)
  for (const slug of slugs) {
    await newReport(db, { slug, accountId: id, ...(waiting.includes(slug) ? {} : { startedAt: 1 }) })
    expect(await spendCredit(db, { accountId: id, slug }, 1)).toBe(true)
  }
  return id
}

test('a balance is what was granted and not spent', async () => {
  const { db } = await freshStore()
  const { id: accountId } = await newAccount(db)
  const bob = await newAccount(db, 'bob@agency.example')
  await grantCredits(db, bob.id, 7, 0)
  expect(await creditBalance(db, accountId)).toEqual({ balance: 0, held: 0 })
  expect(await spendCredit(db, { accountId, slug: 'a' }, 1)).toBe(false)
  await grantCredits(db, accountId, 1, 2)
  expect(await creditState(db, 'a')).toBe('none')
  expect(await spendCredit(db, { accountId, slug: 'a' }, 3)).toBe(true)
  expect(await creditState(db, 'a')).toBe('spent')
  expect(await spendCredit(db, { accountId, slug: 'b' }, 4)).toBe(false)
  expect(await creditBalance(db, accountId)).toEqual({ balance: 0, held: 0 })
  expect(await creditBalance(db, bob.id)).toEqual({ balance: 7, held: 0 })
})

test('one report is never paid twice', async () => {
  const { db } = await freshStore()
  const { id: accountId } = await newAccount(db)
  await grantCredits(db, accountId, 5, 0)
  await spendCredit(db, { accountId, slug: 'a' }, 1)
  await expect(spendCredit(db, { accountId, slug: 'a' }, 2)).rejects.toThrow(/unique/i)
  expect(await creditBalance(db, accountId)).toEqual({ balance: 4, held: 0 })
})

test('a transaction that fails after the spend has spent nothing', async () => {
  const { db } = await freshStore()
  const { id: accountId } = await newAccount(db)
  await grantCredits(db, accountId, 1, 0)
  const failing = db.transaction().execute(async (trx) => {
    await touchAccount(trx, accountId, 1)
    expect(await spendCredit(trx, { accountId, slug: 'a' }, 1)).toBe(true)
    throw new Error('the report could not be queued')
  })
  await expect(failing).rejects.toThrow('could not be queued')
  expect(await creditBalance(db, accountId)).toEqual({ balance: 1, held: 0 })
  expect(await creditState(db, 'a')).toBe('none')
})

test('parallel transactions spend what there is and no more', async () => {
  const { db } = await freshStore()
  const { id: accountId } = await newAccount(db)
  await grantCredits(db, accountId, 10, 0)
  const spent = await Promise.all(
    Array.from({ length: 50 }, (_, at) =>
      db.transaction().execute(async (trx) => {
        await touchAccount(trx, accountId, 1)
        return spendCredit(trx, { accountId, slug: `r${at}` }, 1)
      }),
    ),
  )
  expect(spent.filter(Boolean)).toHaveLength(10)
  expect(await creditBalance(db, accountId)).toEqual({ balance: 0, held: 0 })
})

test('processes that spend at once spend what there is and no more', async () => {
  const { db, database } = await freshStore()
  const { id } = await newAccount(db)
  await grantCredits(db, id, 25, 0)
  const spent = await contend(
    database,
    2,
    `const { touchAccount } = await load('pipeline/store/accounts/accounts.ts')
     const { spendCredit } = await load('pipeline/store/accounts/credits.ts')
     let spent = 0
     for (let at = 0; at < 25; at += 1)
       if (await db.transaction().execute(async (trx) => {
         await touchAccount(trx, ${JSON.stringify(id)}, 1)
         return spendCredit(trx, { accountId: ${JSON.stringify(id)}, slug: me + '-' + at }, 1)
       })) spent += 1
     return spent`,
  )
  expect(spent).toHaveLength(2)
  expect(Number(spent[0]) + Number(spent[1])).toBe(25)
  expect(await creditBalance(db, id)).toEqual({ balance: 0, held: 0 })
})

test('a failed report gives its credit back once §3.6', async () => {
  const { db } = await freshStore()
  const accountId = await spentOn(db, ['a'])
  expect(await returnCredit(db, { accountId, slug: 'a', started: true }, 2)).toBe('returned')
  expect(await returnCredit(db, { accountId, slug: 'a', started: true }, 3)).toBe('none')
  expect(await creditState(db, 'a')).toBe('returned')
  expect(await creditBalance(db, accountId)).toEqual({ balance: 1, held: 0 })
})

test('a report that spent no credit returns none', async () => {
  const { db } = await freshStore()
  const { id: accountId } = await newAccount(db)
  expect(await returnCredit(db, { accountId, slug: 'a', started: false }, 1)).toBe('none')
  expect(await creditBalance(db, accountId)).toEqual({ balance: 0, held: 0 })
})

test('three started reports in 30 days are returned automatically, the next is held and released by hand §3.8', async () => {
  const { db } = await freshStore()
  const accountId = await spentOn(db, ['a', 'b', 'c', 'd', 'e'])
  const back = async (slug: string, at: number) => returnCredit(db, { accountId, slug, started: true }, at)
  expect([await back('a', DAY), await back('b', 2 * DAY), await back('c', 3 * DAY)]).toEqual(Array(3).fill('returned'))
  expect(await back('d', 31 * DAY - 1)).toBe('held')
  expect(await back('d', 31 * DAY)).toBe('none')
  expect(await creditState(db, 'd')).toBe('held')
  expect(await creditBalance(db, accountId)).toEqual({ balance: 3, held: 1 })
  // The first of the three is 30 days old.
  expect(await back('e', 31 * DAY)).toBe('returned')

  const [held, ...others] = await heldCredits(db)
  expect(others).toEqual([])
  expect(held).toEqual({ id: held?.id, account: 'ada@agency.example', report: 'd', heldAt: 31 * DAY - 1 })
  expect(await releaseHold(db, held?.id ?? '', 32 * DAY)).toBe(true)
  expect(await releaseHold(db, held?.id ?? '', 33 * DAY)).toBe(false)
  expect(await creditState(db, 'd')).toBe('returned')
  expect(await heldCredits(db)).toEqual([])
  expect(await creditBalance(db, accountId)).toEqual({ balance: 5, held: 0 })
})

test('only a hold can be released', async () => {
  const { db } = await freshStore()
  await spentOn(db, ['a'])
  const entries = await db.selectFrom('credit_entries').select('id').execute()
  expect(entries).toHaveLength(2)
  for (const { id } of [...entries, { id: 'nobody' }]) expect(await releaseHold(db, id, 1)).toBe(false)
})

test('a report that never started is always returned and takes none of the three §3.9', async () => {
  const { db } = await freshStore()
  const waiting = ['v', 'w', 'x', 'y', 'z']
  const accountId = await spentOn(db, ['a', 'b', 'c', 'd', ...waiting], waiting)
  for (const slug of waiting.slice(1))
    expect(await returnCredit(db, { accountId, slug, started: false }, 2)).toBe('returned')
  for (const slug of ['a', 'b', 'c'])
    expect(await returnCredit(db, { accountId, slug, started: true }, 3)).toBe('returned')
  expect(await returnCredit(db, { accountId, slug: 'd', started: true }, 4)).toBe('held')
  expect(await returnCredit(db, { accountId, slug: 'v', started: false }, 5)).toBe('returned')
})

test("a release by hand and another account's returns take none of the three", async () => {
  const { db } = await freshStore()
  const accountId = await spentOn(db, ['a', 'b', 'c', 'd', 'e'])
  const bob = await newAccount(db, 'bob@agency.example')
  await grantCredits(db, bob.id, 1, 0)
  await newReport(db, { slug: 'bobs', accountId: bob.id, startedAt: 1 })
  await spendCredit(db, { accountId: bob.id, slug: 'bobs' }, 1)
  for (const slug of ['a', 'b', 'c', 'd']) await returnCredit(db, { accountId, slug, started: true }, 2)
  expect(await returnCredit(db, { accountId: bob.id, slug: 'bobs', started: true }, 2)).toBe('returned')
  await releaseHold(db, (await heldCredits(db))[0]?.id ?? '', 3)
  expect(await returnCredit(db, { accountId, slug: 'e', started: true }, 2 + 30 * DAY)).toBe('returned')
})

test('processes that fail reports of one account at once return three together §8.8', async () => {
  const { db, database } = await freshStore()
  const slugs = Array.from({ length: 12 }, (_, at) => `${at % 2}-${Math.floor(at / 2)}`)
  const accountId = await spentOn(db, slugs)
  const ends = await contend(
    database,
    2,
    `const { returnCredit } = await load('pipeline/store/accounts/credits.ts')
     const ends = []
     for (let at = 0; at < 6; at += 1)
       ends.push(await db.transaction().execute((trx) =>
         returnCredit(trx, { accountId: ${JSON.stringify(accountId)}, slug: me + '-' + at, started: true }, 2)))
     return ends`,
  )
  expect(ends.flat().sort()).toEqual([...Array(9).fill('held'), ...Array(3).fill('returned')])
  expect(await creditBalance(db, accountId)).toEqual({ balance: 3, held: 9 })
})

test('in any order of events, entries are only added, and the balance is their sum and never below 0', async () => {
  const { db } = await freshStore()
  const slug = fc.integer({ min: 0, max: 5 })
  const step = fc.oneof(
    fc.record({ does: fc.constant('grant' as const), count: fc.integer({ min: 1, max: 2 }) }),
    fc.record({ does: fc.constant('spend' as const), slug }),
    fc.record({ does: fc.constant('return' as const), slug }),
    fc.record({ does: fc.constant('release' as const) }),
  )
  let runs = 0
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 25 }), async (steps) => {
      runs += 1
      const { id: accountId } = await newAccount(db, `a${runs}@agency.example`)
      const paid = new Map<string, 'spent' | 'returned' | 'held'>()
      let balance = 0
      let entries: unknown[] = []
      for (const [at, step] of steps.entries()) {
        const slug = 'slug' in step ? `${runs}-${step.slug}` : ''
        if (step.does === 'grant') {
          await grantCredits(db, accountId, step.count, at)
          balance += step.count
        } else if (step.does === 'spend' && !paid.has(slug)) {
          const spent = await spendCredit(db, { accountId, slug }, at)
          expect(spent).toBe(balance >= 1)
          if (spent) {
            await newReport(db, { slug, accountId, startedAt: at })
            paid.set(slug, 'spent')
            balance -= 1
          }
        } else if (step.does === 'return') {
          const end = await returnCredit(db, { accountId, slug, started: true }, at)
          expect(end !== 'none').toBe(paid.get(slug) === 'spent')
          if (end !== 'none') paid.set(slug, end)
          if (end === 'returned') balance += 1
        } else if (step.does === 'release') {
          const [held] = await heldCredits(db)
          if (held !== undefined && (await releaseHold(db, held.id, at))) {
            paid.set(held.report, 'returned')
            balance += 1
          }
        }
        const now = await db.selectFrom('credit_entries').selectAll().where('account_id', '=', accountId).execute()
        for (const entry of entries) expect(now).toContainEqual(entry)
        entries = now
        const held = [...paid.values()].filter((state) => state === 'held').length
        expect(await creditBalance(db, accountId)).toEqual({ balance, held })
      }
      expect(balance).toBeGreaterThanOrEqual(0)
      await db.deleteFrom('accounts').where('id', '=', accountId).execute()
    }),
    { numRuns: 60 },
  )
})
