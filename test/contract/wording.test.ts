import { expect, test } from 'vitest'
import { momentName } from '../../pipeline/contract/dates.ts'
import { answerFlags, askedLater, counted, percent, percents } from '../../pipeline/contract/wording.ts'

test('only exact rates of 0 and 1 read as 0 % and 100 %', () => {
  expect([0, 0.0049, 0.005, 1 / 3, 0.994, 0.995, 1].map(percent)).toEqual(
    ['0', '<1', '1', '33', '99', '>99', '100'].map((number) => `${number}\u00a0%`),
  )
  expect(percents({ low: 0.104, high: 0.8 })).toBe('10–80\u00a0%')
})

test('a count of one is singular', () => {
  expect([counted(0, 'answer'), counted(1, 'answer'), counted(2, 'answer')]).toEqual([
    '0 answers',
    '1 answer',
    '2 answers',
  ])
})

test('an answer says why it is not counted', () => {
  const answer = { failed: false, noAnswer: false, grounded: true }
  expect(answerFlags(answer)).toEqual([])
  expect(answerFlags({ ...answer, grounded: false })).toEqual(['no web search'])
  expect(answerFlags({ ...answer, grounded: false, noAnswer: true })).toEqual(['no answer to score'])
  expect(answerFlags({ ...answer, grounded: false, failed: true })).toEqual(['call failed, counted nowhere'])
})

test('a moment is in UTC, to the minute', () => {
  expect(momentName('2026-11-02T08:05:59.999Z')).toBe('2 November 2026, 08:05 UTC')
  expect(momentName('2026-12-31T23:30:00-02:00')).toBe('1 January 2027, 01:30 UTC')
})

test('a month asked after its end says when', () => {
  const times = (from: string, until: string) => ({ month: '2026-10', asked: { from, until } })
  expect(askedLater({ month: '2026-10' })).toBeUndefined()
  expect(askedLater(times('2026-10-02T08:00:00.000Z', '2026-10-31T23:59:00.000Z'))).toBeUndefined()
  expect(askedLater(times('2026-10-31T23:50:00.000Z', '2026-11-01T00:10:00.000Z'))).toBe(
    'Not asked within October 2026, but from 31 October 2026 to 1 November 2026.',
  )
  expect(askedLater(times('2026-11-01T08:00:00.000Z', '2026-11-01T09:00:00.000Z'))).toBe(
    'Not asked within October 2026, but on 1 November 2026.',
  )
})
