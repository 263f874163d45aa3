import { expect, test } from 'vitest'
import { searchesCsv } from '../../pipeline/export/ranking-csv.ts'
import { frozenRanking } from '../support/rankings.ts'

const HEAD =
  'slug,country,language,month,askedFrom,askedUntil,simulated,question,questionText,query,answers,of,engines\n'

const csv = (...queries: string[]) => {
  const engines: ('OPENAI' | 'GEMINI')[] = ['OPENAI', 'GEMINI']
  const searches = queries.map((query) => ({ question: 1, query, answers: 2, of: 3, engines }))
  return searchesCsv({ ...frozenRanking({ searches }), url: 'https://www.example/', months: [] })
}

test('each search is a row with its denominator, and without searches there is only the header', () => {
  expect(csv('best crm')).toBe(
    `${HEAD}crm-software,US,en,2026-10,,,false,1,Which CRM should a startup pick?,best crm,2,3,OPENAI; GEMINI\n`,
  )
  expect(csv()).toBe(HEAD)
})

test.each(['=1+1', '+1', '-1', '@a', ' =1'])('%j is not a formula in a cell', (evil) => {
  expect(csv(evil)).toContain(`,'${evil.trim()},2,3`)
})
