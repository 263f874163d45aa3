import { expect, test } from 'vitest'
import { benjaminiHochberg } from '../../pipeline/statistics/false-discovery.ts'

test('rejects as the worked example of Benjamini and Hochberg (1995) does: the four smallest of fifteen', () => {
  const pValues = [
    0.0001, 0.0004, 0.0019, 0.0095, 0.0201, 0.0278, 0.0298, 0.0344, 0.0459, 0.324, 0.4262, 0.5719, 0.6528, 0.759, 1,
  ]
  expect(benjaminiHochberg(pValues, 0.05).filter(Boolean)).toHaveLength(4)
})

test('steps up: a p-value above its own threshold falls with a larger one that is below its own', () => {
  expect(benjaminiHochberg([0.04, 0.045], 0.05)).toEqual([true, true])
  expect(benjaminiHochberg([0.04, 0.055], 0.05)).toEqual([false, false])
})

test('answers in the order of the question, and a null neither falls nor counts as a test', () => {
  expect(benjaminiHochberg([0.9, null, 0.02, null], 0.05)).toEqual([false, false, true, false])
  expect(benjaminiHochberg([0.9, 0.9, 0.02, 0.9], 0.05)).toEqual([false, false, false, false])
  expect(benjaminiHochberg([null], 0.05)).toEqual([false])
  expect(benjaminiHochberg([], 0.05)).toEqual([])
})
