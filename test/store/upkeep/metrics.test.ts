import { expect, test } from 'vitest'
import { DEFAULT_MARKET } from '../../../pipeline/contract/market/market.ts'
import { LEASE_MS, takeLease } from '../../../pipeline/store/driver/leases.ts'
import { keepCategory } from '../../../pipeline/store/ranking/categories.ts'
import { planCells } from '../../../pipeline/store/survey/cells.ts'
import { beginMonthSurvey } from '../../../pipeline/store/survey/surveys.ts'
import { countUnderWay } from '../../../pipeline/store/upkeep/metrics.ts'
import { freshStore } from '../../support/store/store.ts'

const QUESTIONS = ['Which CRM?', 'Which cheap CRM?']

test('the cells of a month are counted while somebody runs it, and of no other month', async () => {
  const { db } = await freshStore()
  await keepCategory(
    db,
    { slug: 'crm', category: 'CRM', ...DEFAULT_MARKET, simulated: false, questions: QUESTIONS, questionsBy: null },
    0,
  )
  for (const month of ['2026-10', '2026-11']) {
    const id = `${month}/crm`
    await beginMonthSurvey(db, 'crm', month, { id, simulated: false, questions: QUESTIONS }, 0)
    await planCells(db, id, { questions: 2, engines: ['OPENAI', 'GROK'], runs: 3 })
  }
  const idle = { pending: 0, running: 0, mails: 0, cells: [] }
  expect(await countUnderWay(db, 0)).toEqual(idle)
  await takeLease(db, { name: 'rankings/2026-11', holder: 'me' }, 0)
  const { cells, ...rest } = await countUnderWay(db, 1)
  expect(rest).toEqual({ pending: 0, running: 0, mails: 0 })
  expect(cells.toSorted((a, b) => a.engine.localeCompare(b.engine))).toEqual([
    { engine: 'GROK', state: 'planned', cells: 6 },
    { engine: 'OPENAI', state: 'planned', cells: 6 },
  ])
  expect(await countUnderWay(db, LEASE_MS)).toEqual(idle)
})
