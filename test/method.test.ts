import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { DETECTOR } from '../pipeline/mentions/count.ts'
import { countingTable, countingTables, detector } from '../site/src/method-figures.ts'
import { markdownTable } from './support/tables.ts'

test('the pages in the docs show the figures of the site, and those that were simulated', async () => {
  await expect(page('method', { COUNTING: markdownTable(countingTable()) })).toMatchFileSnapshot('../docs/method.md')
  const simulated = ['coverage', 'change', 'announced', 'ranks', 'plan'].map((name) =>
    read(`bench/measured/${name}.md`),
  )
  const tables = { COUNTING: countingTables().map(markdownTable).join('\n\n'), STATISTICS: simulated.join('\n').trim() }
  await expect(page('measurements', tables)).toMatchFileSnapshot('../docs/measurements.md')
})

test("the figures are of today's rules", () => {
  expect(detector).toBe(DETECTOR)
})

function page(name: string, tables: Readonly<Record<string, string>>): string {
  const shown = Object.entries({ ...tables, DETECTOR: detector })
  return shown.reduce((text, [place, words]) => text.replace(`{{${place}}}`, words), read(`support/${name}.md`))
}

function read(path: string): string {
  return readFileSync(new URL(path, import.meta.url), 'utf8')
}
