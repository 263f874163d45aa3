import { DEFAULT_LIMITS } from '../../pipeline/contract/words.ts'
import { createSimulated } from '../../pipeline/engines/simulated/simulated.ts'
import { runReport } from '../../pipeline/report/run.ts'
import { sealKeys } from '../../pipeline/report/seal.ts'
import { createSimulatedScribe } from '../../pipeline/scribe/simulated.ts'
import { grantCredits, returnCredit, spendCredit } from '../../pipeline/store/accounts/credits.ts'
import { createKey, revokeKey } from '../../pipeline/store/accounts/keys.ts'
import { activatePlan, cancelPlan } from '../../pipeline/store/accounts/plans.ts'
import type { Store } from '../../pipeline/store/driver/open.ts'
import { makeRuling } from '../../pipeline/store/ranking/rulings.ts'
import { deleteJob } from '../../pipeline/store/report/jobs.ts'
import { keepSealed } from '../../pipeline/store/report/sealed-keys.ts'
import { insertKeyStart, insertStart } from '../../pipeline/store/report/starts.ts'
import { insertTrackedReport } from '../../pipeline/store/report/tracked.ts'
import { queueMail } from '../../pipeline/store/upkeep/outbox.ts'
import { queueEvents } from '../../pipeline/store/webhooks/events.ts'
import { newAccount } from './accounts.ts'
import { jobScope, queueReport } from './job.ts'
import { ranMonth } from './month.ts'
import { SECRET } from './process/report-process.ts'
import { track } from './tracked.ts'
import { newWebhook, published } from './webhooks.ts'

const CRM = { slug: 'crm', category: 'CRM software', questions: ['Which CRM is best?', 'Which CRM is cheap?'] }
const ENGINES = (['OPENAI', 'ANTHROPIC', 'GEMINI'] as const).map(createSimulated)

/** Texts that the two databases might treat differently; the last spans several pages in both. */
const ODD = [
  '',
  ' ',
  '\\',
  "it's",
  'é ≠ é',
  '😀𝄞',
  'a\r\n\tb\u2028c',
  '\uFFFD',
  '{"a":"\\u0000"}',
  'long 😀 '.repeat(20_000),
]
/** Numbers that a detour through text or 32-bit floats would change. */
const FAR = Number.MAX_SAFE_INTEGER
const FINE = [0, 0.1 + 0.2, 1e-9, 123_456.789_012_345]

/** The slug of a queued report on own keys, sealed under SECRET at time 0. */
export const ON_OWN_KEYS = 'own-keys'

/**
 * Puts rows into every table: a simulated month, published; rulings; accounts with keys, credits and plans; a report in
 * each state, the complete one with an earlier version; mails; webhooks and what they hear; and unusual texts and numbers. The store
 * is consistent and idle.
 */
export async function fillStore(db: Store): Promise<void> {
  const scribes = [createSimulatedScribe('OPENAI', 'simulated-reader-1')]
  await ranMonth(db, [CRM], { engines: ENGINES, scribes, simulated: true })
  const none = { ends: [], makes: true }
  await makeRuling(db, 'crm', { kind: 'ignore', name: 'CRM 😀' }, () => none, 1)
  await makeRuling(db, 'crm', { kind: 'merge', name: 'A', into: 'B' }, () => none, 2)
  const ada = await newAccount(db)
  await newAccount(db, 'grace@agency.example', FAR)
  await fillAccount(db, ada.id)
  await fillReports(db, ada.id)
  await newWebhook(db, { url: 'https://hooks.example/', accountId: ada.id })
  await newWebhook(db, { url: 'https://operator.example/' })
  await queueEvents(db, [published()], 'everybody', 5)
  await fillOdd(db)
}

async function fillAccount(db: Store, id: string): Promise<void> {
  for (const label of [null, 'nightly 😀']) {
    const made = await createKey(db, id, label, 5)
    if (made !== 'tooMany' && label === null) await revokeKey(db, made.id, 6)
  }
  await grantCredits(db, id, 10, 0)
  await activatePlan(db, id, { limits: DEFAULT_LIMITS }, 0)
  await cancelPlan(db, id, 7)
}

async function fillReports(db: Store, accountId: string): Promise<void> {
  const key = await db.selectFrom('api_keys').select('id').where('revoked_at', 'is', null).executeTakeFirstOrThrow()
  for (const slug of ['complete', 'failed', 'running', 'waiting']) {
    await queueReport(db, { slug, accountId, funding: 'CREDITS', simulated: true })
    await spendCredit(db, { accountId, slug }, 0)
    await insertStart(db, { accountId, key: `key of ${slug}`, boundHash: 'ab', slug }, 3)
    await insertKeyStart(db, key.id, slug, 3)
  }
  await queueReport(db, { slug: ON_OWN_KEYS, accountId, funding: 'BYOK', byokEngines: ['OPENAI'] })
  await keepSealed(
    db,
    ON_OWN_KEYS,
    sealKeys(SECRET, { slug: ON_OWN_KEYS, sealedAt: 0 }, { OPENAI: 'sk-own-0123456789' }),
    0,
  )
  const product = await track(db, { accountId, every: 'weekly', aliases: ['Ridge 😀'] }, FAR)
  await insertTrackedReport(db, product, { slug: 'free', simulated: false, period: '2026-W47' }, 0)
  await runReport(jobScope(db, { engines: ENGINES, simulated: true }), 'complete')
  const { body } = await db
    .selectFrom('reports')
    .select('body')
    .where('slug', '=', 'complete')
    .executeTakeFirstOrThrow()
  await db
    .insertInto('report_versions')
    .values({ report_slug: 'complete', version: 1, body: String(body), replaced_at: 9 })
    .execute()
  await returnCredit(db, { accountId, slug: 'failed', started: true }, 4)
  await deleteJob(db, 'failed')
  const failed = { status: 'FAILED', error: 'No engine gave an answer.', started_at: 1, completed_at: 4 } as const
  await db.updateTable('reports').set(failed).where('slug', '=', 'failed').execute()
  await db.updateTable('reports').set({ status: 'RUNNING', started_at: 2 }).where('slug', '=', 'running').execute()
}

async function fillOdd(db: Store): Promise<void> {
  const ada = await db.selectFrom('accounts').select('id').orderBy('email').executeTakeFirstOrThrow()
  for (const text of ODD)
    await queueMail(db, { accountId: ada.id, recipient: 'ada@agency.example', subject: 'S', text }, FAR)
  const { id } = await db.selectFrom('surveys').select('id').orderBy('id').executeTakeFirstOrThrow()
  for (const cost_usd of FINE)
    await db
      .insertInto('reading_calls')
      .values({
        ...{ id: `é😀 ${cost_usd}`, survey_id: id, vendor: 'OPENAI', model: 'm', prompt: 'p', state: 'received' },
        ...{ asked: '[]', body: '{}', cost_usd, sent_at: FAR, ended_at: FAR },
      })
      .execute()
  for (const name of ['key/a', 'key/B', 'key/é', 'key/😀', 'key/\uFFFD'])
    await db.insertInto('windows').values({ name, starts_at: 60_000, count: 3 }).execute()
}
