import { expect, test } from 'vitest'
import { methodNotes, ruleInWords } from '../../pipeline/contract/method-words.ts'
import type { Rule } from '../../pipeline/mentions/answer.ts'

test('each counting rule is put in words', () => {
  const rules: Record<Rule, true> = { read: true, role: true, found: true, layout: true, product: true, domain: true }
  for (const rule of Object.keys(rules)) expect(ruleInWords(rule)).not.toContain('“')
  expect(ruleInWords('name')).toBe('rule “name”')
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
  const recounted = { at: '2026-11-02T08:05:00.000Z', from: method.detector }
  expect(methodNotes({ ...method, recounted })).toEqual([unread, 'Counted again on 2 November 2026, 08:05 UTC.'])
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
    'A second model read 20 answers too: of 90 mentions that either found, both found 81 (F1 94.7). The product is named in 9 of these answers by at least one reading, and in 8 by both.',
  )
  expect(methodNotes({ detector: '2', namesBy: 'model', reader, unverified: 0, agreement: null })).toEqual([
    'm-1 read the names in each answer. Counted by code.',
  ])
  expect(methodNotes({ detector: '2', namesBy: 'rules', reader, unverified: 2, agreement: null, unread: 3 })).toEqual([
    'm-1 read the names in each answer; 2 names that code did not find there are not counted. 3 answers that it did not read count only by layout. Counted by code.',
  ])
})
