import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { ENGINES } from '../../pipeline/contract/terms.ts'
import { callEstimate } from '../../pipeline/engines/prices.ts'
import { designFigures } from '../../pipeline/statistics/design.ts'
import { svc } from '../support/process/svc.ts'
import { freshFolder } from '../support/store/store.ts'

const planJson = async (args: readonly string[], env: Record<string, string> = {}) => {
  const { code, out } = await svc(['plan', '--json', ...args], { cwd: freshFolder(), env })
  expect(code).toBe(0)
  return JSON.parse(out).plan
}

test('plan says what the run would cost, take and find, for all six engines, and asks nothing', async () => {
  const plan = await planJson(['--questions', '20', '--runs', '5'])
  const figures = designFigures({ questions: 20, engines: 6, runs: 5 })
  expect(plan).toMatchObject({ questions: 20, engines: [...ENGINES], runs: 5, calls: 600, simulated: false })
  expect(plan.halfWidth).toBeCloseTo(figures.halfWidth ?? 0, 3)
  expect(plan.halfWidthSameQuestions).toBeCloseTo(figures.halfWidthSameQuestions, 3)
  expect(plan.detectableChange).toBeCloseTo(figures.detectableChange ?? 0, 3)
  expect(plan.seconds).toBeGreaterThan(0)
  expect(plan.cost.atMostUsd).toBeGreaterThan(plan.cost.usd)
})

test('plan prices the models that are set, and names the engines without a key', async () => {
  const args = ['--engines', 'OPENAI,GROK', '--questions', '3', '--runs', '2']
  const plan = await planJson(args, { SVC_MODEL_OPENAI: 'gpt-6-astra', OPENAI_API_KEY: 'sk-test-0000000000' })
  const usd = 6 * (callEstimate('OPENAI', 'gpt-6-astra').typicalUsd + callEstimate('GROK', 'grok-4.3').typicalUsd)
  const reading = plan.scribes[0].usd
  expect(plan.scribes).toEqual([{ model: 'gpt-6-luna', calls: 3, usd: reading }])
  expect(reading).toBeGreaterThan(0)
  expect(plan.cost.usd).toBeCloseTo(usd + reading, 5)
  expect(plan.withoutKey).toEqual(['GROK'])
})

test('every alternative costs no more, is another design, and has its own figures', async () => {
  const plan = await planJson([])
  expect(plan.alternatives.length).toBeGreaterThanOrEqual(4)
  for (const other of plan.alternatives) {
    expect(other.cost.usd).toBeLessThanOrEqual(plan.cost.usd + 1e-6)
    expect([other.questions, other.runs, other.engines]).not.toEqual([plan.questions, plan.runs, plan.engines])
    expect(other.calls).toBe(other.questions * other.runs * other.engines.length)
    const figures = designFigures({ ...other, engines: other.engines.length })
    expect(other.halfWidth).toBeCloseTo(figures.halfWidth ?? 0, 3)
    expect(other.detectableChange).toBeCloseTo(figures.detectableChange ?? 0, 3)
  }
  const fewer = plan.alternatives.find(({ engines }: { engines: string[] }) => engines.length === 5)
  expect(fewer.questions).toBeGreaterThan(10)
})

test('twice the questions buy more than twice the runs, and both are priced', async () => {
  const { doubled, halfWidth, cost } = await planJson([])
  expect([doubled.questions.questions, doubled.questions.runs]).toEqual([20, 3])
  expect([doubled.runs.questions, doubled.runs.runs]).toEqual([10, 6])
  for (const each of [doubled.questions, doubled.runs]) {
    expect(each.halfWidth).toBeCloseTo(designFigures({ ...each, engines: 6 }).halfWidth ?? 0, 3)
    expect(each.cost.usd).toBeGreaterThan(1.9 * cost.usd)
    expect(each.halfWidth).toBeLessThan(halfWidth)
  }
  expect(doubled.questions.halfWidth).toBeLessThan(doubled.runs.halfWidth - 0.02)

  const { out } = await svc(['plan'], { cwd: freshFolder() })
  const said = out.replaceAll(/\s+/g, ' ')
  const points = (width: number) => `±${(100 * width).toFixed(1)} points`
  expect(said).toContain(
    `With 20 questions, each with an intent of its own, the brand would be known to ${points(doubled.questions.halfWidth)}`,
  )
  expect(said).toContain(
    `with 6 runs of the same 10 questions it would be known to ${points(doubled.runs.halfWidth)}, for $`,
  )
  expect(said).toContain('792 public answers')
})

test('what a design cannot say is null, and a sentence in words', async () => {
  const plan = await planJson(['--questions', '1', '--runs', '1', '--engines', 'GROK'])
  expect(plan).toMatchObject({ halfWidth: null, detectableChange: null })
  const { out } = await svc(['plan', '--questions', '1', '--runs', '1', '--engines', 'GROK'], { cwd: freshFolder() })
  expect(out.replaceAll(/\s+/g, ' ')).toContain('with 2 runs of the same 1 question it would still not be known, for $')
  expect(out).toContain('a single question says nothing about other questions')
  expect(out).toContain('No change from one month to the next could be told from chance')
})

test('simulated engines cost nothing, and their alternatives have as many calls', async () => {
  const plan = await planJson(['--simulate'])
  expect(plan).toMatchObject({ cost: { usd: 0, atMostUsd: 0 }, simulated: true, withoutKey: [] })
  for (const other of plan.alternatives) expect(other.calls).toBeLessThanOrEqual(plan.calls)
  expect(plan.alternatives.length).toBeGreaterThanOrEqual(4)
})

test('the text fits 80 columns, is in points, names missing keys on standard error, and opens no store', async () => {
  const cwd = freshFolder()
  const { code, out, err } = await svc(['plan'], { cwd })
  expect(code).toBe(0)
  expect(Math.max(...out.split('\n').map((line) => line.length))).toBeLessThanOrEqual(80)
  expect(out).toContain('180 calls')
  expect(out).toMatch(/±\d+\.\d points for other\s+questions of its category/)
  expect(err.trim().split('\n')).toHaveLength(6)
  expect(err).toContain('OPENAI_API_KEY')
  expect(existsSync(join(cwd, 'data'))).toBe(false)
})
