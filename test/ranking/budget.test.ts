import { expect, test } from 'vitest'
import { ranMonth } from '../support/month.ts'
import { freshStore } from '../support/store/store.ts'
import { said, scriptedEngine } from '../support/vendors/scripted-engine.ts'
import { CRM } from './crm.ts'

type Which = 'expensive' | 'cheap'

/** What one call costs and may cost at each of two engines, in USD. */
interface Prices {
  readonly runs: number
  readonly expensive: readonly [costUsd: number, worstUsd: number]
  readonly cheap: readonly [costUsd: number, worstUsd: number]
}

/** A month of $0.30 in which one call may cost $0.25. */
const SMALL: Prices = { runs: 2, expensive: [0.02, 0.25], cheap: [0.03, 0.04] }
/** A month of $0.60 in which no call costs more than $0.05. */
const LARGE: Prices = { runs: 10, expensive: [0.01, 0.05], cheap: [0.01, 0.02] }

/** Runs a month of three questions; the first reply of the late engine comes once the other has given all of its own. */
async function monthWithin(budgetUsd: number, { runs, ...prices }: Prices, late: Which) {
  const { db } = await freshStore()
  const others = Promise.withResolvers<void>()
  const engineOf = (name: 'GEMINI' | 'OPENAI', which: Which) => {
    const engine = scriptedEngine(name, () => said('Take Acme.'), ...prices[which])
    const ask: typeof engine.ask = async (...args) => {
      if (which === late) await others.promise
      const reply = await engine.ask(...args)
      if (which !== late && engine.asked.length === CRM.questions.length * runs) others.resolve()
      return reply
    }
    return { ...engine, ask }
  }
  const engines = [engineOf('GEMINI', 'expensive'), engineOf('OPENAI', 'cheap')]
  const { stopped, costUsd } = await ranMonth(db, [CRM], { engines, runs, budgetUsd })
  return { stopped, costUsd, asked: engines.map(({ asked }) => asked.length) }
}

test.each<Which>(['expensive', 'cheap'])(
  'a budget with room for the worst case of one more call is enough, also if the %s engine is late',
  async (late) => {
    expect(await monthWithin(0.3 - 0.02 + 0.25, SMALL, late)).toMatchObject({ stopped: null, asked: [6, 6] })
  },
)

test.each<Which>(['expensive', 'cheap'])(
  'of a budget of ten worst cases at least nine tenths are used, also if the %s engine is late',
  async (late) => {
    const { stopped, costUsd } = await monthWithin(0.5, LARGE, late)
    expect(stopped).toBe('budget')
    expect(costUsd).toBeGreaterThan(0.45)
    expect(costUsd).toBeLessThanOrEqual(0.5)
  },
)

test('with less room, the most expensive engine ends early if its first reply is late', async () => {
  expect(await monthWithin(0.5, SMALL, 'cheap')).toMatchObject({ stopped: null, asked: [6, 6] })
  const { stopped, costUsd, asked } = await monthWithin(0.5, SMALL, 'expensive')
  expect({ stopped, asked }).toEqual({ stopped: 'budget', asked: [4, 6] })
  expect(costUsd).toBeCloseTo(0.26)
})
