import { expect, test } from 'vitest'
import { isCalendarWord, isOrdinaryWord } from '../../../pipeline/mentions/words/ordinary.ts'

test.each([
  ['Patch', true],
  ['Segment', true],
  ['Monday', true],
  ['Notion', true],
  ['Integrations', true],
  ['JS', false],
  ['Constant Contact', true],
  ['HubSpot', false],
  ['Asana', false],
  ['Zoho CRM', false],
  ['AT&T', false],
  ['メルカリ', false],
  ['', false],
])('%s is made of ordinary words: %s', (name, expected) => {
  expect(isOrdinaryWord(name)).toBe(expected)
})

test('weekdays and months are calendar words', () => {
  expect([isCalendarWord('Monday'), isCalendarWord('May'), isCalendarWord('Patch')]).toEqual([true, true, false])
})
