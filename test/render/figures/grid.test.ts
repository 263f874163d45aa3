import { brotliCompressSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { ENGINES, type EngineName } from '../../../pipeline/contract/terms.ts'
import type { Asking, Grid } from '../../../templates/figures/grid.ts'
import { figures, HOSTILE, tagsOf } from './rows.ts'

const asking = (question: number, engine: EngineName, run: number, changed: Partial<Asking> = {}): Asking => ({
  ...{ question, engine, run, failed: false, noAnswer: false, named: false },
  ...changed,
})
const draw = (askings: readonly Asking[], changed: Partial<Grid> = {}) =>
  figures.grid({ questions: [{ text: 'Which?' }], engines: ['OPENAI'], askings, labelledBy: 'grid', ...changed })
const cell = (html: string) => /<td>(.*?)<\/td>/s.exec(html)?.[1] ?? ''

test('a square is named, not named, no answer, failed or not asked, each in a shape of its own', () => {
  const html = draw([
    asking(0, 'OPENAI', 0, { named: true }),
    asking(0, 'OPENAI', 1),
    asking(0, 'OPENAI', 2, { noAnswer: true }),
    asking(0, 'OPENAI', 4, { failed: true }),
  ])
  expect(cell(html)).toContain(
    '<span class="unseen">named in 1 of 2, 1 no answer to score, 1 failed, 1 not asked</span>',
  )
  const shapes = [...cell(html).matchAll(/<path class="(\w+)" d="M(\d+) (\d+)(.*?)"/g)].map((match) => match.slice(1))
  expect(shapes.map(([state, x, y]) => [state, x, y])).toEqual([
    ['named', '0', '0'],
    ['missed', '16', '0'],
    ['noAnswer', '32', '0'],
    ['notAsked', '0', '16'],
    ['failed', '16', '16'],
  ])
  expect(new Set(shapes.map(([, , , shape]) => shape)).size).toBe(5)
})

test('what is not counted is never shown as named', () => {
  const html = draw([
    asking(0, 'OPENAI', 0, { named: true, failed: true }),
    asking(0, 'OPENAI', 1, { named: true, noAnswer: true }),
  ])
  expect(cell(html)).not.toContain('class="named"')
  expect(cell(html)).toContain('1 no answer to score, 1 failed</span>')
})

test('a square links to its answer if it has an address', () => {
  const html = draw([asking(0, 'OPENAI', 0, { named: true }), asking(0, 'OPENAI', 1)], {
    href: ({ engine, run, named }) => (named ? `/q1/#${engine.toLowerCase()}-${run + 1}` : undefined),
  })
  expect(cell(html)).toContain('<a href="/q1/#openai-1"><title>Q1, ChatGPT (OpenAI), run 1: named</title>')
  expect(cell(html).match(/<a /g)).toHaveLength(1)
  expect(cell(draw([asking(0, 'OPENAI', 0)]))).toContain('aria-hidden="true"')
  expect(cell(html)).not.toContain('aria-hidden')
})

test('600 squares take few bytes', () => {
  const questions = Array.from({ length: 20 }, (_, index) => ({ text: `Question ${index + 1}?` }))
  const askings = questions.flatMap((_, question) =>
    ENGINES.flatMap((engine) =>
      Array.from({ length: 5 }, (_, run) => asking(question, engine, run, { named: run % 2 === 0 })),
    ),
  )
  const html = draw(askings, { questions, engines: ENGINES })
  expect(html.length).toBeLessThan(37_000)
  expect(brotliCompressSync(html).length).toBeLessThan(2_500)
})

test('no question becomes markup', () => {
  const of = (texts: readonly string[]) =>
    draw([], { questions: texts.map((text) => ({ text, href: `#${encodeURIComponent(text.toWellFormed())}` })) })
  expect(tagsOf(of(HOSTILE))).toEqual(tagsOf(of(HOSTILE.map(() => 'text'))))
})
