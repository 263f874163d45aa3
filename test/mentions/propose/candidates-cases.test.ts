import { expect, test } from 'vitest'
import { createCandidates } from '../../../pipeline/mentions/propose/candidates.ts'

test.each([
  ['Velmer', 'Velmerze', ['Velmer']],
  ['Velmer', 'Velmera', ['Velmer']],
  ['Velo', 'Veloze', ['Velo', 'Veloze']],
  ['Velmer', 'Velmers Ximo', ['Velmer']],
  ['Tarvek', 'Velmers Ximo', ['Tarvek', 'Velmers Ximo']],
])('of %s and %s only names of their own are proposed', (name, other, expected) => {
  const candidates = createCandidates({ has: () => false }, new Set())
  candidates.note(name, null)
  candidates.note(other, null)
  expect(candidates.names().map((each) => each.name)).toEqual(expected)
})
