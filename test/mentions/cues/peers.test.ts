import { expect, test } from 'vitest'
import { createJudge } from '../../../pipeline/mentions/count.ts'
import type { Brand } from '../../../pipeline/mentions/names/brand.ts'

/** Anchor, Harbor and Signpost are ordinary words; the others are in no lexicon. */
const brands: readonly Brand[] = ['Anchor', 'Harbor', 'Signpost', 'Velkora', 'Quonto', 'Brindek'].map((name) => ({
  name,
  domain: null,
  spellings: [name],
}))

function counted(text: string): string[] {
  return createJudge(brands)({ text, question: '', citations: [] }).mentions.map(({ brand }) => brand)
}

const table = (...vendors: string[]): string =>
  `| Country | Choice | Note |\n|---|---|---|\n${vendors.map((vendor) => `| Peru | ${vendor} | good |`).join('\n')}`

test.each([
  ['in a column of names', table('Velkora', 'Quonto', 'Anchor'), ['Velkora', 'Quonto', 'Anchor']],
  [
    'in a header of names',
    '| Seats | Velkora | Anchor | Quonto | Brindek |\n|---|---|---|---|---|\n| 10 | 1 | 2 | 3 | 4 |',
    ['Velkora', 'Anchor', 'Quonto', 'Brindek'],
  ],
  [
    'before its product among lines in bold',
    '**Velkora One**\nGood.\n\n**Quonto Two**\nFine.\n\n**Anchor Distant Cloud** rolls over all.',
    ['Velkora', 'Quonto', 'Anchor'],
  ],
  [
    'among items that all begin with names',
    '1. **Anchor Carry On** – light\n2. **Harbor Carry On** – quiet\n3. **Signpost The Case** – seen',
    ['Anchor', 'Harbor', 'Signpost'],
  ],
])('an ordinary word is a name %s', (_, text, expected) => {
  expect(counted(text)).toEqual(expected)
})

test.each([
  ['in a column with one name', table('Velkora', 'nobody', 'Anchor points', 'somebody'), ['Velkora']],
  [
    'at the head of a label in bold',
    '**Velkora One**\nGood.\n\n**Quonto Two**\nFine.\n\n**Brindek**\nSlow.\n\n**Anchor points worth having:** three.',
    ['Velkora', 'Quonto', 'Brindek'],
  ],
  ['among other items', '- **Anchor Distant Cloud** – a\n- **Harbor Distant Cloud** – b\n- **Sync** – c', []],
  [
    'in the text of an item',
    '- Velkora\n- Quonto\n- Brindek\n\nSome anchor is needed.',
    ['Velkora', 'Quonto', 'Brindek'],
  ],
])('and none %s', (_, text, expected) => {
  expect(counted(text)).toEqual(expected)
})

test.each([
  ['where most are names', table('Velkora', 'Quonto', 'Brindek', 'somebody', 'Anchor'), true],
  ['alone in its cell where half are', table('Velkora', 'Quonto', 'somebody', 'nobody', 'Anchor'), true],
  ['and no word behind it', table('Velkora', 'Quonto', 'somebody', 'nobody', 'Anchor points'), false],
  ['where few are', table('Velkora', 'Quonto', 'a', 'b', 'c', 'd', 'Anchor'), false],
  ['within an item', '- Velkora is good\n- Quonto is good\n- Brindek has an Anchor Points plan', false],
  ['at the head of a line', 'Velkora\nQuonto\nBrindek\nAnchor Points are good', false],
  ['behind a name and a comma', 'It takes Velkora, Anchor Points too.', true],
  ['behind a name and "or"', 'It takes Velkora or Anchor Points, too.', true],
  ['behind a word and "or"', 'It takes Bread or Anchor Points, too.', false],
  ['behind a word and a comma', 'It takes Bread, Anchor Points too.', false],
  ['before a word', 'It takes Anchor Points or Bread, too.', false],
])('an ordinary word counts %s: %#', (_, text, expected) => {
  expect(counted(text).includes('Anchor')).toBe(expected)
})
