import { afterAll, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { ENGINES } from '../../pipeline/contract/terms.ts'
import { createEngine } from '../../pipeline/engines/index.ts'
import { ranMonth } from '../support/month.ts'
import { freshStore } from '../support/store/store.ts'
import { startVendorServer } from '../support/vendors/vendor-server.ts'

const server = await startVendorServer({ record: false })
afterAll(() => server.close())
// Prices change on announced days.
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.UTC(2026, 10, 20) })
  onTestFinished(() => void vi.useRealTimers())
})

const questions = ['Which CRM?', 'Which cheap CRM?', 'Which big CRM?', 'Which CRM for two?']

/**
 * A month of four questions to all six engines, at the prices of their default models. Its lanes are open;
 * budget.test.ts has what a late first reply does.
 */
async function monthWithin(budgetUsd: number, runs: number) {
  const { db } = await freshStore()
  const engines = await Promise.all(ENGINES.map((name) => createEngine(name, server.access(name))))
  return ranMonth(db, [{ slug: 'crm', category: 'CRM', questions }], { engines, runs, budgetUsd, open: true })
}

test.each([0.2, 0.35, 0.5, 0.7])(
  'a month of $0.87 uses at least nine tenths of a budget of $%d, and never more than all of it',
  async (usd) => {
    const { stopped, costUsd, uncertainUsd } = await monthWithin(usd, 4)
    expect(stopped).toBe('budget')
    expect(costUsd + uncertainUsd).toBeLessThanOrEqual(usd)
    expect(costUsd).toBeGreaterThan(0.9 * usd)
  },
)

test('$0.50 is enough for a month of $0.44, although the most expensive calls may cost $0.25', async () => {
  const { stopped, costUsd } = await monthWithin(0.5, 2)
  expect([stopped, costUsd]).toEqual([null, expect.closeTo(0.44, 2)])
})
