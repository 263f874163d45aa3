import { expect, test } from 'vitest'
import type { CountedAnswer } from '../../pipeline/survey/count.ts'
import { rateBrands } from '../../pipeline/survey/rates.ts'

/** A counted answer that names these brands in order. */
function naming(...brands: readonly string[]): CountedAnswer {
  const mentions = brands.map(
    (brand, at) => ({ brand, start: at, end: at + 1, rule: 'read', position: at + 1 }) as const,
  )
  const reply = { kind: 'answered', text: '', citations: [], grounded: true, model: 'm' } as const
  return { question: 0, engine: 'OPENAI', run: 0, intent: 0, ...reply, mentions }
}

test('brands are ordered by their mentions, then by their average position, then by name', () => {
  const brands = ['Acme', 'Busy', 'Early', 'Late'].map((name) => ({ name, domain: null, spellings: [name] }))
  const rated = rateBrands(brands, [naming('Early', 'Busy', 'Late'), naming('Busy', 'Acme')])
  expect(rated.map(({ brand, mentions, averagePosition }) => [brand.name, mentions, averagePosition])).toEqual([
    ['Busy', 2, 1.5],
    ['Early', 1, 1],
    ['Acme', 1, 2],
    ['Late', 1, 3],
  ])
})
