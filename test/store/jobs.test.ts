import { expect, test } from 'vitest'
import { deleteJob, insertJob, openJobs } from '../../pipeline/store/jobs.ts'
import { newAccount, newReport } from '../support/accounts.ts'
import { freshStore } from '../support/store.ts'

test('jobs are open until they are deleted, oldest first', async () => {
  const { db } = await freshStore()
  const { id: accountId } = await newAccount(db)
  for (const slug of ['a', 'b', 'c']) await newReport(db, { slug, accountId })
  await insertJob(db, 'b', 1)
  await insertJob(db, 'c', 2)
  await insertJob(db, 'a', 3)
  expect(await openJobs(db, 10)).toEqual(['b', 'c', 'a'])
  expect(await openJobs(db, 2)).toEqual(['b', 'c'])
  await deleteJob(db, 'b')
  expect(await openJobs(db, 10)).toEqual(['c', 'a'])
  await expect(insertJob(db, 'c', 4)).rejects.toThrow('UNIQUE')
})
