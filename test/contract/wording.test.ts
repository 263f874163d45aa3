import { expect, test } from 'vitest'
import { momentName } from '../../pipeline/contract/dates.ts'
import {
  answerFlags,
  askedLater,
  counted,
  methodNotes,
  percent,
  percents,
  visible,
  visibleTexts,
  webAddress,
} from '../../pipeline/contract/wording.ts'

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
    'Not asked within 2026-10, but from 31 October 2026, 23:50 UTC to 1 November 2026, 00:10 UTC.',
  )
  expect(askedLater(times('2026-11-01T08:00:00.000Z', '2026-11-01T09:00:00.000Z'))).toContain('1 November 2026')
})

test('only http(s) URLs may be linked', () => {
  expect(webAddress('https://a.example/b c')).toBe('https://a.example/b%20c')
  for (const url of ['javascript:alert(1)', 'data:text/html,x', 'not an address', '//a.example', ''])
    expect(webAddress(url)).toBeUndefined()
})

test('a method lists rulings and the recount', () => {
  const method = { detector: '2', namesBy: 'rules', reader: null, unverified: 0, agreement: null } as const
  const unread =
    'No model read the answers: names come only from their layout, which misses those in running text. Counted by code.'
  expect(methodNotes(method)).toEqual([unread])
  expect(
    methodNotes({
      ...method,
      sameIntent: [
        [0, 8],
        [1, 2, 4],
      ],
      rulings: [
        { kind: 'merge', name: 'HubSpot CRM', into: 'HubSpot' },
        { kind: 'split', name: 'Bigin' },
        { kind: 'alias', name: 'Dynamics', spelling: 'D365' },
        { kind: 'ignore', name: 'Gmail' },
      ],
      recounted: { at: '2026-11-02T08:05:00.000Z', from: '1' },
    }),
  ).toEqual([
    unread,
    'Questions 1 and 9 ask for the same thing and count as one in the intervals.',
    'Questions 2, 3 and 5 ask for the same thing and count as one in the intervals.',
    'By a person’s ruling “HubSpot CRM” counts as “HubSpot”.',
    'By a person’s ruling “Bigin” is a brand of its own.',
    'By a person’s ruling “D365” is a spelling of “Dynamics”.',
    'By a person’s ruling “Gmail” is not counted.',
    'Counted again by newer rules on 2 November 2026, 08:05 UTC.',
  ])
})

test('a method names the reader, the unverified names and the agreement', () => {
  const reader = { model: 'm-1', prompt: 'reading-3' }
  const agreement = { answers: 20, pairs: 90, both: 81, f1: 0.9474 }
  expect(methodNotes({ detector: '2', namesBy: 'model', reader, unverified: 1, agreement })).toEqual([
    'm-1 read the names in each answer; 1 name that code did not find there is not counted. Counted by code.',
    'A second model read 20 answers too: of 90 mentions that either found, both found 81 (F1 94.7).',
  ])
  const ofReport = { ...agreement, product: { pairs: 9, both: 8 } }
  expect(methodNotes({ detector: '2', namesBy: 'model', reader, unverified: 1, agreement: ofReport })[1]).toBe(
    'A second model read 20 answers too: of 90 mentions that either found, both found 81 (F1 94.7). By either reading the product is named in 9 of these answers, by both in 8.',
  )
  expect(methodNotes({ detector: '2', namesBy: 'model', reader, unverified: 0, agreement: null })).toEqual([
    'm-1 read the names in each answer. Counted by code.',
  ])
  expect(methodNotes({ detector: '2', namesBy: 'rules', reader, unverified: 2, agreement: null, unread: 3 })).toEqual([
    'm-1 read the names in each answer; 2 names that code did not find there are not counted. 3 answers that it did not read count only by layout. Counted by code.',
  ])
})

test('invisible characters become visible without changing offsets', () => {
  const shown = 'a\tb\r\nأ\u200fc'
  expect(visible(shown)).toBe(shown)
  const hidden = '\0\u0007\u001b[2J\u007f\u0085\u202a\u202e\u2066\u2069\ud800'
  expect(visible(hidden)).toBe('\ufffd\ufffd\ufffd[2J\ufffd\ufffd\ufffd\ufffd\ufffd\ufffd\ufffd')
  expect(visible(hidden)).toHaveLength(hidden.length)
  const still = '\u200b\u2060\u2064\ufeff\ufffe\uffff\u{e0001}\u{e0041}\u{e007f}'
  expect(visible(`a${still}b`)).toBe(`a${'\ufffd'.repeat(12)}b`)
  expect(visible('👩\u200d💻 می\u200cخواهم')).toBe('👩\u200d💻 می\u200cخواهم')
  expect(visibleTexts({ one: ['\u202e', 2, null] })).toEqual({ one: ['\ufffd', 2, null] })
})
