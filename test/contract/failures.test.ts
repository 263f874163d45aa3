import { expect, test } from 'vitest'
import { countFailures, failureSentence } from '../../pipeline/contract/failures.ts'
import { failuresInWords, ledgerNote } from '../../pipeline/contract/wording.ts'

const failures = countFailures([
  { reason: 'TIMEOUT', cells: 3 },
  { reason: 'CONNECTION_REFUSED', cells: 8 },
  { reason: 'CONNECTION_REFUSED', cells: 4 },
  { reason: 'of a kind that nobody knows', cells: 1 },
])

test('failures are counted by kind, most frequent first', () => {
  expect(failures.map(({ kind, count }) => [kind, count])).toEqual([
    ['CONNECTION_REFUSED', 12],
    ['TIMEOUT', 3],
    ['UNKNOWN', 1],
  ])
  expect(failuresInWords({ failures })).toBe('12 connection refused, 3 timeout, 1 unknown cause')
})

test('a ledger note has the reason and the kinds of failure', () => {
  expect(ledgerNote({})).toBe('')
  expect(ledgerNote({ reason: 'no key was given' })).toBe('no key was given')
  expect(ledgerNote({ reason: 'every call failed', failures: failures.slice(0, 1) })).toBe(
    'every call failed; 12 connection refused',
  )
})

test('each kind has its own sentence', () => {
  expect(failureSentence('TIMEOUT')).toBe('The provider did not answer in time.')
  expect(failureSentence('of a kind that nobody knows')).toBe('The call failed.')
})
