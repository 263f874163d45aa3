import { expect, test } from 'vitest'
import { proposeNames } from '../../../pipeline/mentions/extract.ts'
import { readAnswered } from '../../../pipeline/mentions/layout/answered.ts'

const heads = (text: string, read: readonly string[] = []) =>
  readAnswered(text, new Set(read)).map((series) => series.heads)

test.each([
  [
    'items, each for something',
    '- **Short trips:** Quillpad. It syncs.\n- **Heavy use:** the Nordivo, since it is free.\n- **Families:** Zettelix’s Mono plan.',
    [['Quillpad', 'Nordivo', 'Zettelix']],
  ],
  [
    'headings',
    '## Subscription: quillpad.app\nDear.\n\n## Single seats: Nordivo\nCheap.',
    [['quillpad.app', 'Nordivo']],
  ],
  [
    'models with their versions',
    '- **One:** Quillpad Turbo 2.0\n- **Two:** Nordivo\n- **Three:** Zettelix',
    [['Quillpad Turbo 2.0', 'Nordivo', 'Zettelix']],
  ],
  ['two items only', '- **Short trips:** Quillpad. It syncs.\n- **Heavy use:** Nordivo. It is free.', []],
  ['one heading only', '## Subscription: Quillpad\nDear.\n\n## What to ask: the price', []],
  [
    'facts for the most part',
    '- **Maker:** Quillpad\n- **App:** Nordivo\n- **Shop:** Zettelix\n- **Price:** $7\n- **Weight:** 2 kg',
    [],
  ],
  [
    'what goes on',
    '- **One:** Quillpad users say so\n- **Two:** Nordivo users say so\n- **Three:** Zettelix users say so',
    [],
  ],
])('what labelled lines answer: %s', (_, text, expected) => {
  expect(heads(text)).toEqual(expected)
})

test('what another series has is left to it', () => {
  const text = '- **One:** Quillpad\n- **Two:** Nordivo\n- **Three:** Zettelix'
  expect(heads(text, ['Nordivo'])).toEqual([['Quillpad', 'Zettelix']])
  expect(heads(text, ['Quillpad', 'Nordivo', 'Zettelix'])).toEqual([])
})

test('it is proposed where many are known', () => {
  const text =
    'It depends.\n\n- **Short trips:** Zettel Mobile. It syncs.\n- **Heavy use:** Nordivo. Free.\n- **Families:** Zettelix, since it is.'
  const known = ['Asana', 'Trello', 'Wrike', 'Notion', 'ClickUp', 'Jira']
  expect(proposeNames([{ text, question: '', citations: [] }], 'gadgets', known).map(({ name }) => name)).toEqual([
    'Nordivo',
    'Zettel Mobile',
    'Zettelix',
  ])
})
