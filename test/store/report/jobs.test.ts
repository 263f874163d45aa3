import { expect, test } from 'vitest'
import { LEASE_MS, takeLease } from '../../../pipeline/store/driver/leases.ts'
import { deleteJob, insertJob, openJobs } from '../../../pipeline/store/report/jobs.ts'
import { newAccount, newReport } from '../../support/accounts.ts'
import { queueReport } from '../../support/job.ts'
import { freshStore } from '../../support/store/store.ts'

const SIMULATED = { simulated: true, now: 0 }

test('jobs are open until they are deleted, oldest first', async () => {
  const { db } = await freshStore()
  const { id: accountId } = await newAccount(db)
  for (const slug of ['a', 'b', 'c']) await newReport(db, { slug, accountId })
  await insertJob(db, 'b', 1)
  await insertJob(db, 'c', 2)
  await insertJob(db, 'a', 3)
  expect(await openJobs(db, SIMULATED, 10)).toEqual(['b', 'c', 'a'])
  expect(await openJobs(db, SIMULATED, 2)).toEqual(['b', 'c'])
  await deleteJob(db, 'b')
  expect(await openJobs(db, SIMULATED, 10)).toEqual(['c', 'a'])
  await expect(insertJob(db, 'c', 4)).rejects.toThrow(/unique/i)
})

test('jobs of the other kind, and those that somebody holds now, are not open and take no place', async () => {
  const { db } = await freshStore()
  for (const slug of ['a', 'b', 'c', 'd']) await queueReport(db, { slug, simulated: slug === 'b' })
  await takeLease(db, { name: 'report/a', holder: 'other' }, 1_000)
  await takeLease(db, { name: 'ranking/c', holder: 'other' }, 1_000)
  const open = (simulated: boolean, now: number) => openJobs(db, { simulated, now }, 2)
  expect(await open(false, 1_000 + LEASE_MS - 1)).toEqual(['c', 'd'])
  expect(await open(false, 1_000 + LEASE_MS)).toEqual(['a', 'c'])
  expect(await open(true, 1_000)).toEqual(['b'])
})
