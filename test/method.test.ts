import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { DETECTOR } from '../pipeline/mentions/count.ts'
import type { FigureTable } from '../site/src/method-figures.ts'
import { countingTable, countingTables, detector, statisticsTables } from '../site/src/method-figures.ts'

test('the pages in the docs show the figures of the site', async () => {
  await expect(page('method', { COUNTING: [countingTable()] })).toMatchFileSnapshot('../docs/method.md')
  const tables = { COUNTING: countingTables(), STATISTICS: statisticsTables() }
  await expect(page('measurements', tables)).toMatchFileSnapshot('../docs/measurements.md')
})

test("the figures are of today's rules", () => {
  expect(detector).toBe(DETECTOR)
})

function page(name: string, tables: Readonly<Record<string, readonly FigureTable[]>>): string {
  const prose = readFileSync(new URL(`./support/${name}.md`, import.meta.url), 'utf8').replace('{{DETECTOR}}', detector)
  return Object.entries(tables).reduce(
    (text, [table, of]) => text.replace(`{{${table}}}`, of.map(markdown).join('\n\n')),
    prose,
  )
}

function markdown({ caption, head, rows }: FigureTable): string {
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`
  return [`**${caption}**`, '', line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n')
}
