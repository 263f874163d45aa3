import { expect, test } from 'vitest'
import { toSearches } from '../../pipeline/engines/searches.ts'

test('searches are one line each, in order, without duplicates or invisible characters', () => {
  const queries = ['  best\n\tcrm ', 'crm \u202eprices\u0000', 'best crm', '\ud800', '\u200b', '', 'Best CRM']
  expect(toSearches(queries, true)).toEqual(['best crm', 'crm prices', '\ufffd', 'Best CRM'])
})

test('at most twenty are kept, each cut to 400 characters', () => {
  const many = Array.from({ length: 30 }, (_, at) => `crm ${at}`)
  expect(toSearches(many, true)).toEqual(many.slice(0, 20))
  expect(toSearches(['😀'.repeat(400)], true)).toEqual(['😀'.repeat(400)])
  expect(toSearches(['😀'.repeat(401)], true)).toEqual([`${'😀'.repeat(399)}…`])
})

test('an engine that searched without saying for what differs from one that did not search', () => {
  expect(toSearches(['', ' '], true)).toBeNull()
  expect(toSearches([], true)).toBeNull()
  expect(toSearches([], false)).toEqual([])
})
