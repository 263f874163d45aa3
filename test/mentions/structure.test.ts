import { describe, expect, test } from 'vitest'
import { readSeries } from '../../pipeline/mentions/structure.ts'

/** The heads of an English text's series, and whether nothing but choices is listed so. */
const heads = (text: string) =>
  readSeries(text, new Set(['gadgets']), true).map((series) => [series.strong, ...series.heads])

describe('heads of', () => {
  test.each([
    ['items behind em dashes', '— Zettelix: dear\n— Quillpad: cheap', [[false, 'Zettelix', 'Quillpad']]],
    ['items behind en dashes', '– Zettelix: dear\n– Quillpad: cheap', [[false, 'Zettelix', 'Quillpad']]],
    ['no dash without a space', '—Zettelix: dear\n—Quillpad: cheap', []],
    ['items with a full stop behind', '- Zettelix. Free.\n- Quillpad. Dear.', [[false, 'Zettelix', 'Quillpad']]],
    ['no items with a full stop within', '- Zettelix. free and so on.', [[false, 'Zettelix. free and so on']]],
    ['a link', '- [Zettelix Air](https://a.example) is seldom reduced these days.', [[false, 'Zettelix Air']]],
    ['no sentence', '- Zettelix Air is seldom reduced these days.', []],
    ['a number and a dot in the middle', '**4 · Zettelix**\nDear.\n**5 · Quillpad**', [[true, 'Zettelix', 'Quillpad']]],
    ['a number alone', '**4 Zettelix**\nDear.', [[false, '4 Zettelix']]],
  ])('%s', (_, text, expected) => {
    expect(heads(text)).toEqual(expected)
  })
})

test('a heading of two sentences is no item', () => {
  expect(heads('## Zettelix. Free (or nearly)')).toEqual([[false, 'Zettelix']])
})
