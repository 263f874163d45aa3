import { DEFAULT_MARKET } from '../../pipeline/contract/market/market.ts'
import { takeLease } from '../../pipeline/store/driver/leases.ts'
import { attachSurvey, beginReport, insertReport, type NewReport } from '../../pipeline/store/report/reports.ts'
import { planCells, skipCells } from '../../pipeline/store/survey/cells.ts'
import { newAccount } from '../support/accounts.ts'
import { freshStore } from '../support/store/store.ts'

export const SITE = 'https://site.example'
export const QUESTIONS = ['Which is best?', 'Which is cheap?']
export const NEW: Omit<NewReport, 'accountId'> = {
  slug: 'one',
  simulated: true,
  plan: 'QUICK',
  funding: 'BYOK',
  domain: 'acme.example',
  brand: 'Acme',
  aliases: ['Acme Desk'],
  category: 'CRM software',
  ...DEFAULT_MARKET,
  description: 'A CRM.',
  engines: ['OPENAI', 'ANTHROPIC', 'GEMINI'],
  seedPrompts: ['Which is best?'],
  byokEngines: ['OPENAI', 'GEMINI', 'GROK'],
  endMailUrl: 'https://www.example/r/one',
  tracked: null,
}

/** A store with one report of one account, and its lease. */
export async function withReport(change: Partial<NewReport> = {}) {
  const { db } = await freshStore()
  const { id: accountId } = await newAccount(db)
  const report = { ...NEW, accountId, ...change }
  await insertReport(db, report, 1_000)
  const lease = { name: 'report/one', holder: 'me' }
  await takeLease(db, lease, 1_000)
  return { db, accountId, report, lease }
}

/** Its survey as a worker leaves it: 2 questions x 2 runs x 3 engines planned, GEMINI without a key. */
export async function withSurvey() {
  const made = await withReport()
  const { db, lease } = made
  await beginReport(db, lease, 'one', 2_000)
  await attachSurvey(db, lease, 'one', { surveyId: 'report/one', questions: QUESTIONS, simulated: true }, 2_000)
  await planCells(db, 'report/one', { questions: 2, engines: NEW.engines, runs: 2 })
  await skipCells(db, lease, 'report/one', 'GEMINI', 'no key', 2_000)
  return made
}
