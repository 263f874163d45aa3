import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { TABLES, type Table } from '../../pipeline/export/tables.ts'

const page = readFileSync(new URL('../../docs/export.md', import.meta.url), 'utf8')

test('the page of the export lists each table’s columns, with their types and what an empty cell means', async () => {
  const [introduction] = page.split('## The tables\n')
  const sections = Object.entries<Table>(TABLES).map(([name, { row, columns, primaryKey, foreignKeys }]) => {
    const rows = Object.entries(columns).map(
      ([column, [type, description, empty = '']]) => `| \`${column}\` | ${type} | ${description} | ${empty} |`,
    )
    const joins = foreignKeys.map(({ table, fields }) => ` \`${fields.join(', ')}\` refer to \`${table}\`.`)
    return [
      `### \`${name}\`\n\nA row is ${row}. Its key is \`${primaryKey.join(', ')}\`.${joins.join('')}\n`,
      '| column | type | description | empty if |\n|---|---|---|---|',
      ...rows,
    ].join('\n')
  })
  await expect(`${introduction}## The tables\n\n${sections.join('\n\n')}\n`).toMatchFileSnapshot('../../docs/export.md')
})

test('the queries on the page read tables that there are, and join them by their keys', () => {
  const queries = [...page.matchAll(/```sql\n([\s\S]*?)```/g)].map(([, query = '']) => query)
  expect(queries.length).toBeGreaterThan(2)
  for (const query of queries) {
    for (const [, table = ''] of query.matchAll(/'tables\/(\w+)\.parquet'/g))
      expect(Object.keys(TABLES)).toContain(table)
    for (const [, by] of query.matchAll(/USING \(([^)]+)\)/g)) expect(by).toBe(TABLES.answers.primaryKey.join(', '))
  }
})
