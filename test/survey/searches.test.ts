import { expect, test } from 'vitest'
import type { EngineName } from '../../pipeline/contract/terms.ts'
import { countSearches } from '../../pipeline/survey/searches.ts'

const answer = (engine: EngineName, searches?: string[] | null) => ({
  ...{ engine, failed: false, noAnswer: false },
  ...(searches !== undefined && { searches }),
})

test('a query is counted once per answer, whatever its case and blanks, with the engines in their order', () => {
  const answers = [
    answer('GEMINI', ['Best CRM', 'crm prices']),
    answer('OPENAI', ['best  crm', 'BEST CRM']),
    answer('OPENAI', ['crm for teams']),
  ]
  expect(countSearches(answers)).toEqual([
    { query: 'Best CRM', answers: 2, of: 3, engines: ['OPENAI', 'GEMINI'] },
    { query: 'crm for teams', answers: 1, of: 3, engines: ['OPENAI'] },
    { query: 'crm prices', answers: 1, of: 3, engines: ['GEMINI'] },
  ])
})

test('the denominator includes an answer whose engine says that it did not search, and none whose engine doesn’t say', () => {
  const answers = [
    answer('OPENAI', ['crm']),
    answer('ANTHROPIC', []),
    answer('AI_OVERVIEW', null),
    answer('GROK'),
    { ...answer('OPENAI', ['crm']), failed: true },
    { ...answer('OPENAI', ['crm']), noAnswer: true },
  ]
  expect(countSearches(answers)).toEqual([{ query: 'crm', answers: 1, of: 2, engines: ['OPENAI'] }])
})

test('there is no count if no engine says, and an empty list if none searched', () => {
  expect(countSearches([answer('AI_OVERVIEW', null), answer('GROK')])).toBeUndefined()
  expect(countSearches([answer('ANTHROPIC', [])])).toEqual([])
})
