import { expect, test } from 'vitest'
import { type Terminal, timedLineWriter } from '../../../cli/terminal/output.ts'
import { createProgress } from '../../../cli/terminal/progress.ts'

function unwatched() {
  let err = ''
  let now = Date.UTC(2026, 10, 23, 4, 17)
  const terminal: Terminal = { out: () => {}, err: (text) => (err += text), errIsTty: false }
  return { terminal, clock: () => now, pass: (seconds: number) => (now += 1_000 * seconds), said: () => err }
}

test('without a terminal each engine and each step has one dated line', () => {
  const { terminal, clock, pass, said } = unwatched()
  const progress = createProgress(terminal, clock)
  progress.begin(
    new Map([
      ['OPENAI', 2],
      ['GEMINI', 3],
      ['GROK', 1],
      ['PERPLEXITY', 0],
    ]),
  )
  pass(5)
  progress.stored('OPENAI')
  progress.stored('GEMINI')
  progress.stored('OPENAI')
  progress.stopped('GEMINI')
  pass(2)
  progress.end()
  progress.step('reading', 0, 2)
  progress.step('reading', 1, 2)
  pass(30)
  progress.step('reading', 2, 2)
  expect(said()).toBe(`2026-11-23T04:17:00Z asking OPENAI 2, GEMINI 3, GROK 1
2026-11-23T04:17:05Z OPENAI: 2 of 2 cells in 5 s
2026-11-23T04:17:05Z GEMINI: 1 of 3 cells in 5 s; it stopped, and the rest is skipped
2026-11-23T04:17:07Z GROK: 0 of 1 cells in 7 s
2026-11-23T04:17:37Z reading names: 2 of 2 in 30 s
`)
})

test('a sentence has a time without a terminal, and none on one', () => {
  const { terminal, clock, said } = unwatched()
  timedLineWriter(terminal, clock)('Something is to be known.')
  timedLineWriter({ ...terminal, errIsTty: true }, clock)('Something is to be known.')
  expect(said()).toBe('2026-11-23T04:17:00Z Something is to be known.\nSomething is to be known.\n')
})
