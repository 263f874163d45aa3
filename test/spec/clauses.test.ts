import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { testTitles } from '../support/test-titles.ts'
import { FLOW } from './flow.ts'
import { RESOURCES } from './resources.ts'
import { RULES } from './rules.ts'

const CLAUSES = [...RESOURCES, ...FLOW, ...RULES]
const ROOT = join(import.meta.dirname, '../..')

/** Every section from 2 to 9 that says something that a test can prove; the numbers under 5 and 9 are their items. */
const SECTIONS = [
  ...['2.1', '2.2', '2.3', '2.4', '2.5', '2.6', '2.7', '2.8'],
  ...['3', '4', '4.1', '4.2', '4.3', '4.4', '4.5', '4.6', '4.7'],
  ...['5.1', '5.2', '5.3', '5.4', '5.5', '5.6', '5.7', '5.8', '5.9', '5.10', '5.11'],
  ...['6', '7', '8'],
  ...['9.1', '9.2', '9.3', '9.4', '9.5'],
]

const titles = new Map(
  [...new Set(CLAUSES.map(([, , file]) => file))].map((file) => {
    const path = join(ROOT, file)
    return [file, existsSync(path) ? testTitles(path) : []]
  }),
)

test.each(CLAUSES)('%s: %s', (_section, _clause, file, title) => {
  expect(titles.get(file), `${file} has no such test`).toContain(title)
})

test('every section has its rows, and no clause stands twice', () => {
  expect([...new Set(CLAUSES.map(([section]) => section))]).toEqual(SECTIONS)
  const names = CLAUSES.map(([section, clause]) => `${section} ${clause}`)
  expect(new Set(names).size).toBe(names.length)
})

test('titles are read from tests with and without a table, and from nothing else', () => {
  const own = testTitles(join(import.meta.dirname, 'clauses.test.ts'))
  expect(own).toEqual([
    '%s: %s',
    'every section has its rows, and no clause stands twice',
    'titles are read from tests with and without a table, and from nothing else',
  ])
})
