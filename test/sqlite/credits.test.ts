import { expect, test } from 'vitest'
import { creditBalance, grantCredits } from '../../pipeline/store/accounts/credits.ts'
import { newAccount } from '../support/accounts.ts'
import { contend } from '../support/store/contend.ts'
import { freshStore } from '../support/store/store.ts'

test('processes that spend at once, by the bare statement, spend what there is and no more', async () => {
  const { db, database } = await freshStore()
  const { id } = await newAccount(db)
  await grantCredits(db, id, 25, 0)
  const spent = await contend(
    database,
    2,
    `const { spendCredit } = await load('pipeline/store/accounts/credits.ts')
     let spent = 0
     for (let at = 0; at < 25; at += 1)
       if (await spendCredit(db, { accountId: ${JSON.stringify(id)}, slug: me + '-' + at }, 1)) spent += 1
     return spent`,
  )
  expect(spent).toHaveLength(2)
  expect(Number(spent[0]) + Number(spent[1])).toBe(25)
  expect(await creditBalance(db, id)).toEqual({ balance: 0, held: 0 })
})
