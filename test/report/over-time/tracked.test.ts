import { expect, test } from 'vitest'
import type { EngineName } from '../../../pipeline/contract/terms.ts'
import { sincePrevious } from '../../../pipeline/report/over-time/history.ts'
import { beginTracked, stateOf, trackedProducts } from '../../../pipeline/report/over-time/tracked.ts'
import { runReport } from '../../../pipeline/report/run.ts'
import { deleteAccount } from '../../../pipeline/store/accounts/accounts.ts'
import type { Store } from '../../../pipeline/store/driver/open.ts'
import { endReport, frozenReport } from '../../../pipeline/store/report/reports.ts'
import type { TrackedProduct } from '../../../pipeline/store/report/tracked.ts'
import { newAccount } from '../../support/accounts.ts'
import { fixedClock } from '../../support/clock.ts'
import { jobScope } from '../../support/job.ts'
import { freshStore } from '../../support/store/store.ts'
import { track } from '../../support/tracked.ts'
import { said, scriptedEngine } from '../../support/vendors/scripted-engine.ts'
import { readingsOf, scriptedScribe } from '../../support/vendors/scripted-scribe.ts'

const NAMES: readonly EngineName[] = ['OPENAI', 'ANTHROPIC', 'GEMINI']

/** A scribe that writes other questions each time that it is asked for some. */
function inventive() {
  let times = 0
  return scriptedScribe(({ name, prompt }) => {
    if (name !== 'questions') return readingsOf(prompt, ['Ridgeloom', 'Pacewell'])
    times += 1
    return { questions: ['cheapest', 'easiest', 'quickest', 'safest'].map((is) => `Which CRM is ${is} in ${times}?`) }
  })
}

/** Begins the report that is due at a time and runs it to its end. */
async function run(db: Store, product: TrackedProduct, at: number, scribe = inventive()) {
  const slug = await beginTracked(db, product, { simulated: false, now: at })
  if (slug === undefined) throw new Error('none is due')
  const engines = NAMES.map((name) => scriptedEngine(name, () => said('Take **Ridgeloom** or **Pacewell**.')))
  expect(await runReport(jobScope(db, { engines, scribes: [scribe], clock: fixedClock(at) }), slug)).toBe('complete')
  return frozenReport(db, slug)
}

test('every later report asks the questions of the first, writes none, and is compared with it pair by pair', async () => {
  const { db } = await freshStore()
  const product = await track(db, { seedPrompts: ['Which CRM for florists?'] })
  const scribe = inventive()
  const first = await run(db, product, Date.UTC(2026, 10, 20), scribe)
  const written = scribe.asked.filter(({ name }) => name === 'questions').length
  const second = await run(db, product, Date.UTC(2026, 11, 20), scribe)
  expect(second?.questions.map(({ text, seeded }) => [text, seeded])).toEqual(
    first?.questions.map(({ text, seeded }) => [text, seeded]),
  )
  expect(second?.questions.map(({ seeded }) => seeded)).toEqual([true, false, false, false])
  expect(scribe.asked.filter(({ name }) => name === 'questions')).toHaveLength(written)
  expect(await sincePrevious(db, second?.slug ?? '')).toMatchObject({
    before: { slug: first?.slug },
    pairs: { compared: 12, before: 12, after: 12 },
    changed: { questions: { inBoth: 4, onlyBefore: [], onlyAfter: [] } },
  })
  expect(await sincePrevious(db, first?.slug ?? '')).toBeUndefined()
})

test('a product is due once a period, from the moment that it is tracked, and says when it is next', async () => {
  const { db } = await freshStore()
  const product = await track(db, {}, Date.UTC(2026, 10, 3))
  const at = async (now: number, simulated = false) => {
    const [tracked] = await trackedProducts(db)
    return tracked && stateOf(tracked, { simulated, now })
  }
  expect(await at(Date.UTC(2026, 10, 3))).toEqual({
    ...{ last: undefined, open: undefined, isDue: true, nextDueAt: Date.UTC(2026, 10, 3) },
  })
  const slug = await beginTracked(db, product, { simulated: false, now: Date.UTC(2026, 10, 20) })
  expect(await at(Date.UTC(2026, 10, 30))).toMatchObject({
    ...{ last: { slug }, open: { slug }, isDue: false, nextDueAt: Date.UTC(2026, 11, 1) },
  })
  // The unfinished one of November doesn't stand in for December's.
  expect(await at(Date.UTC(2026, 11, 1))).toMatchObject({ open: { slug }, isDue: true })
  expect(await at(Date.UTC(2026, 10, 30), true)).toMatchObject({ last: undefined, isDue: true })
  await endReport(db, slug ?? '', { error: 'It failed.', body: null }, 1)
  await beginTracked(db, product, { simulated: false, now: Date.UTC(2026, 11, 20) })
  // A clock that goes back makes nothing due again.
  expect(await at(Date.UTC(2026, 10, 25))).toMatchObject({ isDue: false })
})

test('it begins no report for an account that is gone, also where that goes meanwhile', async () => {
  const { db } = await freshStore()
  const { id: accountId } = await newAccount(db)
  const product = await track(db, { accountId })
  const begin = () => beginTracked(db, product, { simulated: false, now: 1 })
  await Promise.all([begin(), deleteAccount(db, 'ada@agency.example', 1), begin(), begin(), begin()])
  expect(await trackedProducts(db)).toEqual([])
  expect(await db.selectFrom('reports').select('slug').execute()).toEqual([])
  expect(await begin()).toBeUndefined()
})
