import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { ScoredCell } from '../../pipeline/statistics/cells.ts'
import { pairedChange } from '../../pipeline/statistics/change.ts'
import { ask, createRandom, draw, USUAL } from './simulation.ts'

/** One string per question of one engine, one character per run: 1 named, 0 not, - not counted. */
const cellsOf = (...questions: string[]): ScoredCell[] =>
  questions.flatMap((runs, question) =>
    [...runs].flatMap((mark, run) => (mark === '-' ? [] : [{ question, engine: 'GROK', run, named: mark === '1' }])),
  )

test('one question x engine is Fisher’s exact test, mid-p: 0 of 3 to 3 of 3 has half of 2 / 20', () => {
  expect(pairedChange(cellsOf('000'), cellsOf('111'))).toMatchObject({ from: 0, to: 1, p: expect.closeTo(0.05, 12) })
})

test('single runs are McNemar’s exact test, mid-p: 5 of 5 that all changed the same way have half of 2 / 32', () => {
  const change = pairedChange(cellsOf('0', '0', '0', '0', '0'), cellsOf('1', '1', '1', '1', '1'))
  expect(change?.p).toBeCloseTo(1 / 32, 12)
})

test('adds independent strata: 0 to 2 of 2 twice has 1 / 36 on either side, of which half counts', () => {
  expect(pairedChange(cellsOf('00', '00'), cellsOf('11', '11'))?.p).toBeCloseTo(1 / 36, 12)
})

test('pairs within a question x engine, so that a shift between questions is no change', () => {
  const change = pairedChange(cellsOf('111', '000'), cellsOf('000', '111'))
  expect(change).toMatchObject({ from: 0.5, to: 0.5, p: 1 })
})

test('takes only the question x engine pairs that both months counted, with all their runs', () => {
  const change = pairedChange(cellsOf('110-', '111', '---', '000'), cellsOf('0001', '---', '111', '000'))
  expect(change).toMatchObject({ from: expect.closeTo(((12 / 7) * (2 / 3)) / (12 / 7 + 3 / 2), 12) })
  expect(change?.to).toBeCloseTo(((12 / 7) * (1 / 4)) / (12 / 7 + 3 / 2), 12)
})

test('an engine that lost answers in one month moves no rate: each pair weighs as much in both', () => {
  const often = (runs: string) => cellsOf(...Array.from({ length: 10 }, () => runs))
  const rare = (runs: string) => often(runs).map((cell) => ({ ...cell, engine: 'GEMINI' }))
  const change = pairedChange([...often('111'), ...rare('010')], [...often('1--'), ...rare('010')])
  expect(change?.from).toBeCloseTo(change?.to ?? 0, 12)
  expect(change?.p).toBe(1)
})

test('unequal months deal their mentions in proportion: 1 of 1 to 0 of 3 has half of 1 / 4', () => {
  expect(pairedChange(cellsOf('1'), cellsOf('000'))?.p).toBeCloseTo(1 / 4, 12)
})

test('the interval holds the difference, is narrow where nothing varies, and nothing lies outside of it for certain', () => {
  const ten = (runs: string) => cellsOf(...Array.from({ length: 10 }, () => runs))
  const rise = pairedChange(ten('000'), ten('111'))?.interval
  expect(rise?.low).toBeGreaterThan(0.75)
  expect(rise?.high).toBe(1)
  const still = pairedChange(ten('010'), ten('100'))?.interval
  expect(still?.low).toBeLessThan(0)
  expect(still?.low).toBeCloseTo(-(still?.high ?? 0), 9)
})

test('engines are strata of their own', () => {
  const of = (engine: string, answers: string) => cellsOf(answers).map((cell) => ({ ...cell, engine }))
  const before = [...of('GROK', '111'), ...of('GEMINI', '000')]
  const after = [...of('GROK', '000'), ...of('GEMINI', '111')]
  expect(pairedChange(before, after)).toMatchObject({ from: 0.5, to: 0.5, p: 1 })
})

test('says nothing without common pairs, and gives no p if nothing could have changed', () => {
  expect(pairedChange(cellsOf('11'), cellsOf('--', '11'))).toBeNull()
  expect(pairedChange([], [])).toBeNull()
  expect(pairedChange(cellsOf('111', '000'), cellsOf('111', '000'))).toMatchObject({ from: 0.5, to: 0.5, p: null })
})

const cells = fc
  .uniqueArray(
    fc.record({
      question: fc.integer({ min: 0, max: 4 }),
      engine: fc.constantFrom('GROK', 'GEMINI'),
      run: fc.integer({ min: 0, max: 2 }),
      named: fc.boolean(),
    }),
    { selector: ({ question, engine, run }) => `${question} ${engine} ${run}`, maxLength: 30 },
  )
  .map((all): ScoredCell[] => all)

test('the order of the cells changes no digit', () => {
  const random = createRandom(29)
  const drawn = draw({ ...USUAL, runs: 5, missing: 0.2 }, random)
  for (let n = 0; n < 10; n += 1) {
    const [before, after] = [ask(drawn, random).cells, ask(drawn, random).cells]
    expect(pairedChange(before.toReversed(), after.toReversed())).toEqual(pairedChange(before, after))
  }
})

test('is the same backwards, and with naming and not naming exchanged', () => {
  const flipped = (all: ScoredCell[]) => all.map((cell) => ({ ...cell, named: !cell.named }))
  fc.assert(
    fc.property(cells, cells, (before, after) => {
      const change = pairedChange(before, after)
      const back = pairedChange(after, before)
      const other = pairedChange(flipped(before), flipped(after))
      if (change === null) return back === null && other === null
      expect(back?.from).toBe(change.to)
      expect(other?.from).toBeCloseTo(1 - change.from, 9)
      if (change.p === null) return back?.p === null && other?.p === null
      expect(change.p).toBeGreaterThan(0)
      expect(change.p).toBeLessThanOrEqual(1)
      expect(back?.p).toBeCloseTo(change.p, 9)
      expect(other?.p).toBeCloseTo(change.p, 9)
      return true
    }),
  )
})
