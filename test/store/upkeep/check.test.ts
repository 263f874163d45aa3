import { expect, test } from 'vitest'
import { createSimulated } from '../../../pipeline/engines/simulated/simulated.ts'
import { runReport } from '../../../pipeline/report/run.ts'
import { grantCredits, spendCredit } from '../../../pipeline/store/accounts/credits.ts'
import type { Store } from '../../../pipeline/store/driver/open.ts'
import { insertJob } from '../../../pipeline/store/report/jobs.ts'
import { keepSealed } from '../../../pipeline/store/report/sealed-keys.ts'
import { checkStore } from '../../../pipeline/store/upkeep/check.ts'
import { newAccount } from '../../support/accounts.ts'
import { jobScope, queueReport } from '../../support/job.ts'
import { ranMonth } from '../../support/month.ts'
import { freshStore } from '../../support/store/store.ts'

const CRM = { slug: 'crm', category: 'CRM software', questions: ['Which CRM is best?', 'Which CRM is cheap?'] }
const ENGINES = (['OPENAI', 'ANTHROPIC', 'GEMINI'] as const).map(createSimulated)

/** A store with a simulated month, a complete report on a credit, and one that waits. */
async function usedStore() {
  const store = await freshStore()
  const { db } = store
  await ranMonth(db, [CRM], { engines: ENGINES, simulated: true })
  const { id } = await newAccount(db)
  await grantCredits(db, id, 2, 0)
  for (const slug of ['done', 'waiting']) {
    await queueReport(db, { slug, accountId: id, funding: 'CREDITS', simulated: true })
    await spendCredit(db, { accountId: id, slug }, 0)
  }
  await runReport(jobScope(db, { engines: ENGINES, simulated: true }), 'done')
  return { ...store, accountId: id }
}

const CELL = '2026-11/crm/OPENAI/r0/q1'
const body = (db: Store, slug: string, change: (text: string) => string) =>
  db
    .selectFrom('reports')
    .select('body')
    .where('slug', '=', slug)
    .executeTakeFirstOrThrow()
    .then((row) =>
      db
        .updateTable('reports')
        .set({ body: change(row.body ?? '') })
        .where('slug', '=', slug)
        .execute(),
    )

test('a store that was used is sound', async () => {
  const { db } = await usedStore()
  expect(await checkStore(db)).toEqual([])
})

const DAMAGE: readonly (readonly [string, (db: Store, accountId: string) => Promise<unknown>, readonly RegExp[]])[] = [
  [
    'a cell that is gone',
    (db) => db.deleteFrom('cells').where('id', '=', CELL).execute(),
    [/The ledger of 2026-11\/crm does not add up: OPENAI has 3 cells where 4 were planned/],
  ],
  [
    'an answer that is gone',
    (db) => db.deleteFrom('answers').where('cell_id', '=', CELL).execute(),
    [/q1 is answered and has no answer/],
  ],
  [
    'a state that was changed',
    (db) => db.updateTable('cells').set({ state: 'failed' }).where('id', '=', CELL).execute(),
    [/q1 is failed and yet has an answer/, /q1 is failed and does not say why/],
  ],
  [
    'a time that is gone',
    (db) => db.updateTable('cells').set({ finished_at: null }).where('id', '=', CELL).execute(),
    [/q1 is answered and does not say when/],
  ],
  [
    'a reply that is gone',
    (db) => db.deleteFrom('replies').where('cell_id', '=', CELL).execute(),
    [/The answer of the cell 2026-11\/crm\/OPENAI\/r0\/q1 has no reply behind it/],
  ],
  [
    'a published text of another form',
    (db) => db.updateTable('rankings').set({ body: '{"slug": "crm"}' }).execute(),
    [/rankings\/crm\/2026-11 version 1 cannot be read: category does not match/],
  ],
  [
    'a list entry that is no JSON',
    (db) => db.updateTable('rankings').set({ entry: '{' }).execute(),
    [/The list entry of rankings\/crm\/2026-11 version 1 cannot be read: it is not JSON/],
  ],
  [
    'a version of another month',
    (db) => db.updateTable('rankings').set({ checked_at: 1 }).execute(),
    [/holds another document/, /holds another document/],
  ],
  [
    'a published ledger that does not add up',
    (db) => body(db, 'done', (text) => text.replace('"planned":8', '"planned":9')),
    [/The ledger of reports\/done does not add up for OPENAI/],
  ],
  [
    'a published ledger that counts other answers than the text',
    (db) => body(db, 'done', (text) => text.replace(/"answersCounted":\d+/, '"answersCounted":3')),
    [/The ledger of reports\/done counts \d+ answers, but the document 3/],
  ],
  [
    'a score that was changed in its row',
    (db) => db.updateTable('reports').set({ overall_score: 99.9 }).where('slug', '=', 'done').execute(),
    [/reports\/done holds another document/],
  ],
  [
    'a complete report without a text',
    (db) => db.updateTable('reports').set({ body: null }).where('slug', '=', 'done').execute(),
    [/reports\/done is COMPLETE and has nothing to show/],
  ],
  [
    'an earlier text of a report that cannot be read',
    (db) =>
      db
        .insertInto('report_versions')
        .values({ report_slug: 'done', version: 1, body: '[]', replaced_at: 0 })
        .execute(),
    [/reports\/done version 1 cannot be read: slug does not match/],
  ],
  [
    'a report that ended and is still queued',
    (db) => insertJob(db, 'done', 0),
    [/reports\/done is COMPLETE and still in the queue/],
  ],
  [
    'a report that waits in no queue',
    (db) => db.deleteFrom('jobs').execute(),
    [/reports\/waiting is PENDING and not in the queue/],
  ],
  [
    'an end before the end',
    (db) => db.updateTable('reports').set({ completed_at: 1 }).where('slug', '=', 'waiting').execute(),
    [/reports\/waiting is PENDING and has an end/],
  ],
  [
    'keys that outlive their report',
    (db) => keepSealed(db, 'done', { sealed: 'x', wrapped: 'y' }, 0),
    [/reports\/done has ended and its sealed provider keys are still there/],
  ],
  [
    'a balance below nothing',
    (db) => db.deleteFrom('credit_entries').where('kind', '=', 'grant').execute(),
    [/has -2 credits/],
  ],
  [
    'a return of what was never spent',
    (db, accountId) =>
      db
        .insertInto('credit_entries')
        .values({ id: 'e9', account_id: accountId, kind: 'return', amount: 1, report_slug: 'other', at: 0 })
        .execute(),
    [/The credit entry e9 is a return without a spend/],
  ],
  [
    'an entry of a wrong amount',
    (db) => db.updateTable('credit_entries').set({ amount: -3 }).where('kind', '=', 'grant').execute(),
    [/is a grant of -3/, /has -5 credits/],
  ],
  [
    'a schema that is not current',
    (db) => db.deleteFrom('migrations').where('name', '=', '0002-accounts').execute(),
    [/The schema lacks 0002-accounts/],
  ],
]

test.each(DAMAGE)('%s is named', async (_name, damage, problems) => {
  const { db, accountId } = await usedStore()
  await damage(db, accountId)
  const found = await checkStore(db)
  expect(found).toHaveLength(problems.length)
  problems.forEach((problem, at) => {
    expect(found[at]).toMatch(problem)
  })
})
