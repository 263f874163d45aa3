import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { DETECTOR } from '../pipeline/mentions/count.ts'
import type { FigureTable } from '../site/src/method-figures.ts'
import { countingTables, detector, statisticsTables } from '../site/src/method-figures.ts'
import { countingFigures } from './corpus/figures.ts'

test("the figures of counting are those of today's rules", { timeout: 600_000 }, async () => {
  await expect(`${JSON.stringify(countingFigures(), null, 2)}\n`).toMatchFileSnapshot(
    '../site/src/figures/counting.json',
  )
  expect(detector).toBe(DETECTOR)
})

test('the page in the docs shows the same figures as the site', async () => {
  await expect(page()).toMatchFileSnapshot('../docs/method.md')
})

const PROSE = new URL('./support/method.md', import.meta.url)

function page(): string {
  const tables = { COUNTING: countingTables(), STATISTICS: statisticsTables() }
  return Object.entries(tables).reduce(
    (text, [name, of]) => text.replace(`{{${name}}}`, of.map(markdown).join('\n\n')),
    readFileSync(PROSE, 'utf8').replace('{{DETECTOR}}', detector),
  )
}

function markdown({ caption, head, rows }: FigureTable): string {
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`
  return [`**${caption}**`, '', line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n')
}
