import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { deleteAccount } from '../../pipeline/store/accounts/accounts.ts'
import { keepSealed } from '../../pipeline/store/report/sealed-keys.ts'
import { newAccount, newReport } from '../support/accounts.ts'
import { freshStore } from '../support/store/store.ts'

test('sealed keys are overwritten before they are deleted', async () => {
  const { db } = await freshStore()
  const { id: accountId } = await newAccount(db, 'ada@agency.example')
  await newReport(db, { slug: 'one', accountId })
  await keepSealed(db, 'one', { sealed: 'sealed ada', wrapped: 'wrapped ada' }, 0)
  await sql`create temp table gone (bytes text)`.execute(db)
  for (const [table, column] of [
    ['sealed_keys', 'sealed'],
    ['wrapped_keys', 'wrapped'],
  ])
    await sql
      .raw(
        `create temp trigger t_${table} before delete on ${table} begin insert into gone values (old.${column}); end`,
      )
      .execute(db)
  await deleteAccount(db, 'ada@agency.example', 1)
  const { rows } = await sql<{ bytes: string }>`select bytes from gone`.execute(db)
  expect(rows.map(({ bytes }) => bytes.length).sort()).toEqual(['sealed ada'.length, 'wrapped ada'.length])
  for (const { bytes } of rows) expect(bytes).not.toMatch(/sealed|wrapped|ada/)
})
