import { join } from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import { expect, test } from 'vitest'
import { width } from '../../../cli/terminal/columns.ts'
import { table } from '../../../cli/terminal/table.ts'
import { openStore } from '../../../pipeline/store/driver/open.ts'
import { svc } from '../../support/process/svc.ts'
import { frozenRanking, publish } from '../../support/rankings.ts'
import { freshFolder } from '../../support/store/store.ts'

test('columns are as wide as they need, numbers to the right', () => {
  expect(
    table(
      ['name', 'n'],
      [
        ['Acme', '7'],
        ['B', '12'],
      ],
    ),
  ).toBe('name   n\nAcme   7\nB     12\n')
})

test('a table that is too wide wraps its texts between words, the widest first, and never a number', () => {
  const note = 'provider rejected the key; 12 connection refused, 3 timeout, 4 of something else that has a long name'
  const shown = table(
    ['engine', 'planned', ''],
    [
      ['OPENAI', '1234', note],
      ['GROK', '7', ''],
    ],
  )
  const lines = shown.trimEnd().split('\n')
  for (const line of lines) expect(width(line)).toBeLessThanOrEqual(80)
  expect(lines).toHaveLength(4)
  expect(lines[1]).toMatch(/^OPENAI {5}1234 {2}provider rejected/)
  expect(lines[2]).toMatch(/^ {17}\S/)
  expect(
    lines
      .slice(1, 3)
      .map((line) => line.slice(17))
      .join(' '),
  ).toBe(note)
})

test('a column of short words makes room for one whose words are long', () => {
  const head = ['ranks', 'brand', 'named in', 'share', '95 %', 'position', 'change']
  const row = [
    '10–14',
    'Cundorno-Kelmando',
    '125 of 170',
    '73.5 %',
    '56.5–83.7 %',
    '2.85',
    'too close to tell, from 65.0\u00a0%',
  ]
  const shown = table(head, [row, ['1', 'Crooked Lantern', '93 of 170', '54.7 %', '43.2–65.2 %', '3.40', 'up']])
  for (const line of shown.split('\n')) expect(width(line)).toBeLessThanOrEqual(80)
  expect(shown).toContain('Cundorno-Kelmando')
})

test('a word that is too long for its column stays whole', () => {
  const address = `https://example.org/${'x'.repeat(90)}`
  expect(table(['', 'page'], [['a', address]])).toContain(address)
})

test('headers, moves and failures are coloured on a terminal and plain elsewhere', async () => {
  const cwd = freshFolder()
  const db = await openStore(join(cwd, 'data.db'), 0)
  const ranking = frozenRanking()
  const points = { from: 0.2, to: 0.9, points: 0.7, interval: { low: 0.5, high: 0.8 } }
  const change = { ...points, moved: true, comparedCells: 4, leftOut: [] }
  const brands = ranking.brands.map((brand) => ({ ...brand, change }))
  const ledger = ranking.ledger.map((row) => ({ ...row, failed: 1 }))
  await publish(db, { ...ranking, brands, ledger })
  await db.destroy()
  const show = (env: Record<string, string>) =>
    svc(['rankings', 'show', 'crm-software', '--database', 'data.db'], { cwd, env })
  const plain = (await show({})).out
  const coloured = (await show({ FORCE_COLOR: '1' })).out
  expect(plain).not.toContain('\u001b')
  expect(stripVTControlCharacters(coloured)).toBe(plain)
  for (const part of ['\u001b[1mbrand\u001b[22m', '\u001b[32mup\u001b[39m', '\u001b[31m1\u001b[39m'])
    expect(coloured).toContain(part)
})
