import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import type { FigureTable } from '../site/src/method-figures.ts'
import { countingTables, detector, statisticsTables } from '../site/src/method-figures.ts'

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
