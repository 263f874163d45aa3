import { systemClock } from '../../pipeline/ask/clock.ts'
import { createLane } from '../../pipeline/ask/lane.ts'
import { ENGINES } from '../../pipeline/contract/terms.ts'
import { createSimulated } from '../../pipeline/engines/simulated/simulated.ts'
import { runReport } from '../../pipeline/report/run.ts'
import { createAccount } from '../../pipeline/store/accounts/accounts.ts'
import { grantCredits } from '../../pipeline/store/accounts/credits.ts'
import { createKey } from '../../pipeline/store/accounts/keys.ts'
import { openStore } from '../../pipeline/store/driver/open.ts'
import { endReport, frozenReport, insertReport } from '../../pipeline/store/report/reports.ts'
import { jobScope, newReport, queueReport } from '../support/job.ts'
import { month } from '../support/month.ts'

/** An account's finished report of 180 answers, and the account's keys. */
export interface SeededReport {
  readonly slug: string
  readonly accountId: string
  readonly keys: string[]
}

/** Enough for every key to stay under 60 requests a minute; the first ones have a report of full size. */
const ACCOUNTS = 400
export const FULL_SIZE = 60
const KEYS_EACH = 10
const CREDITS = 1_000

/** A store with a published month of three categories, and accounts that have ten keys, credits and a report each. */
export async function seed(database: string): Promise<SeededReport[]> {
  const now = Date.now()
  const db = await openStore(database, now)
  const engines = ENGINES.map((name) => createSimulated(name))
  const categories = ['CRM software', 'password managers', 'trail running shoes']
  const specs = categories.map((category) => ({ slug: category.toLowerCase().replaceAll(' ', '-'), category }))
  await month(db, specs, { engines, clock: systemClock, simulated: true, runs: 3 })

  const first = await queueReport(db, { simulated: true, plan: 'FULL', engines: [...ENGINES] }, now)
  const asked = engines.map((engine) => ({ engine, lane: createLane(4) }))
  await runReport({ ...jobScope(db, { clock: systemClock }), simulated: true, engines: async () => asked }, first)
  const frozen = await frozenReport(db, first)
  if (frozen === undefined) throw new Error('the report to copy did not complete')

  const seeded: SeededReport[] = []
  for (let at = 0; at < ACCOUNTS; at += 1) {
    const account = await createAccount(db, { email: `agency${at}@agency.example`, verified: true }, now)
    if (account === 'taken') throw new Error('the account is there already')
    await grantCredits(db, account.id, CREDITS, now)
    const keys: string[] = []
    for (let made = 0; made < KEYS_EACH; made += 1) {
      const key = await createKey(db, account.id, null, now)
      if (key !== 'tooMany') keys.push(key.key)
    }
    const slug = `seeded-report-number-${at}`
    const body = { ...frozen, slug, funding: 'CREDITS' as const, ...(at >= FULL_SIZE && { questions: [] }) }
    await db.transaction().execute(async (trx) => {
      const report = {
        ...newReport({ slug, accountId: account.id, simulated: true, plan: 'FULL' }),
        funding: 'CREDITS' as const,
      }
      await insertReport(trx, report, now)
      await trx
        .updateTable('reports')
        .set({ survey_id: `report/${first}` })
        .where('slug', '=', slug)
        .execute()
      await endReport(trx, slug, { error: null, body }, now)
    })
    seeded.push({ slug, accountId: account.id, keys })
  }
  await db.destroy()
  return seeded
}
