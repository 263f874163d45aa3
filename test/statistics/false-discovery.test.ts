import { expect, test } from 'vitest'
import { discoveryThreshold } from '../../pipeline/statistics/false-discovery.ts'

test('rejects as the worked example of Benjamini and Hochberg (1995) does: the four smallest of fifteen', () => {
  const pValues = [
    0.0001, 0.0004, 0.0019, 0.0095, 0.0201, 0.0278, 0.0298, 0.0344, 0.0459, 0.324, 0.4262, 0.5719, 0.6528, 0.759, 1,
  ]
  expect(discoveryThreshold(pValues.toReversed(), 0.05)).toBe(0.0095)
})

test('steps up: a p-value above its own threshold falls with a larger one that is below its own', () => {
  expect(discoveryThreshold([0.04, 0.045], 0.05)).toBe(0.045)
  expect(discoveryThreshold([0.04, 0.055], 0.05)).toBe(0)
})

test('nothing tested is nothing rejected', () => {
  expect(discoveryThreshold([], 0.05)).toBe(0)
})
