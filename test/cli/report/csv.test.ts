import { expect, test } from 'vitest'
import { reportCsv } from '../../../cli/report/csv.ts'
import type { Report } from '../../../pipeline/contract/report.ts'
import { frozenReport } from '../../support/reports.ts'

const csv = (changed: Partial<Report> = {}) =>
  reportCsv({ ...frozenReport(), url: 'https://site.example/r/one', ...changed })
    .trimEnd()
    .split('\n')

test('every answer is a row under the header', () => {
  const [head, first, ...rest] = csv()
  expect(head).toBe(
    'slug,country,language,simulated,question,questionText,engine,model,run,failed,noAnswer,productNamed,position,stance,brands,sources,searches',
  )
  expect(first).toBe(
    'rep0rt-0f-acme-with-enough-bits,US,en,false,0,What is the best CRM for a small sales team?,OPENAI,model-1,0,false,false,true,2,,Bolt; Acme,reviews.example,best CRM for small teams; CRM reviews',
  )
  expect(rest).toHaveLength(11)
  expect(csv({ simulated: true })[1]).toContain(',true,0,')
})

test('what was not counted says neither yes nor no', () => {
  const rows = csv()
  expect(rows.filter((row) => row.includes(',true,false,'))).toEqual([expect.stringMatching(/,1,true,false,,,,,,$/)])
  expect(rows.filter((row) => /,\d,false,true,/.test(row))).toEqual([expect.stringMatching(/,1,false,true,,,,,,$/)])
  expect(rows.filter((row) => /,\d,false,false,(true|false),/.test(row))).toHaveLength(10)
})

test.each(['=1+1', '+1', '-1', '@a', '\t=1', ' =1', '\u001b=1'])('%j is not a formula in a cell', (evil) => {
  const [question] = frozenReport().questions
  const [answer] = question?.answers ?? []
  if (question === undefined || answer === undefined) throw new Error('no answer')
  const brands = [{ name: evil, position: 1, product: false }]
  const citations = [{ url: 'https://a.example/', domain: evil }]
  const [, row] = csv({
    questions: [
      { ...question, text: evil, answers: [{ ...answer, brands, citations, model: evil, searches: [evil] }] },
    ],
  })
  const cells = (row ?? '').split(',')
  for (const at of [5, 7, 14, 15, 16]) expect(cells[at]).toMatch(/^'[=+\-@]/)
})

test('the stance is the product’s', () => {
  const [question] = frozenReport().questions
  const [answer] = question?.answers ?? []
  if (question === undefined || answer === undefined) throw new Error('no answer')
  const evidence = [
    { brand: 'Bolt', start: 0, end: 1, rule: 'name', stance: 'recommended' as const },
    { brand: 'Acme', start: 0, end: 1, rule: 'name', stance: 'advisedAgainst' as const },
  ]
  const [, row] = csv({ questions: [{ ...question, answers: [{ ...answer, evidence }] }] })
  expect(row).toContain(',true,2,advisedAgainst,Bolt; Acme,')
})

test('without answers there is only the header', () => {
  expect(csv({ questions: [] })).toHaveLength(1)
})
