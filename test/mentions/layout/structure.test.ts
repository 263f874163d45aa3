import { describe, expect, test } from 'vitest'
import { readSeries } from '../../../pipeline/mentions/layout/structure.ts'
import { cleanText } from '../../../pipeline/mentions/text/clean.ts'

/** The heads of an English text's series, and whether nothing but choices is listed so. */
const heads = (text: string) =>
  readSeries(cleanText(text), new Set(['gadgets']), true).map((series) => [series.strong, ...series.heads])

describe('heads of', () => {
  test.each([
    ['items behind em dashes', '— Zettelix: dear\n— Quillpad: cheap', [[false, 'Zettelix', 'Quillpad']]],
    ['items behind en dashes', '– Zettelix: dear\n– Quillpad: cheap', [[false, 'Zettelix', 'Quillpad']]],
    [
      'lines in bold behind keycaps',
      '**1️⃣ Zettelix**\nDear.\n\n**2️⃣ Quillpad**\nCheap.',
      [[true, 'Zettelix', 'Quillpad']],
    ],
    [
      'the cells below what to consider',
      '| If you want… | Consider | Fee |\n|---|---|---|\n| Interest | Zettelix | $0 |\n| Cash | Quillpad | $1 |',
      [[true, 'Zettelix', 'Quillpad']],
    ],
    ['no dash without a space', '—Zettelix: dear\n—Quillpad: cheap', []],
    [
      'items with a full stop behind',
      '- Zettel Quill Air. Free.\n- Quillpad. Dear.',
      [[false, 'Zettel Quill Air', 'Quillpad']],
    ],
    ['no items with a full stop within', '- Zettel Quill Air. free.', [[false, 'Zettel Quill Air. free']]],
    [
      'two lists, each behind its own introduction',
      '- Zettelix: dear\n- Quillpad: cheap\n\nFor good results:\n\n- Timing: early',
      [
        [false, 'Zettelix', 'Quillpad'],
        [false, 'Timing'],
      ],
    ],
    [
      'one list with a sentence within',
      '- Zettelix: dear\n- Quillpad: cheap\n\nThat is a lot.\n\n- Nordivo: early',
      [[false, 'Zettelix', 'Quillpad', 'Nordivo']],
    ],
    ['headings, whole', '## Zettel Quill Air. Free', [[false, 'Zettel Quill Air. Free']]],
    ['a link', '- [Zettelix Air](https://a.example) is seldom reduced these days.', [[false, 'Zettelix Air']]],
    ['no sentence', '- Zettelix Air is seldom reduced these days.', []],
    ['a number and a dot in the middle', '**4 · Zettelix**\nDear.\n**5 · Quillpad**', [[true, 'Zettelix', 'Quillpad']]],
    ['several names, each in italics', '- *Zettelix* and *Quillpad*: both sync.', [[false, 'Zettelix', 'Quillpad']]],
    [
      'several names, each in bold',
      '- **Zettelix**, **Nordivo** or **Quillpad**: all sync.',
      [
        [false, 'Zettelix', 'Nordivo', 'Quillpad'],
        [false, 'Nordivo', 'Quillpad'],
      ],
    ],
    [
      'one name in bold before another in a sentence',
      '- **Zettelix**: syncs with **Quillpad**.',
      [
        [false, 'Zettelix'],
        [false, 'Quillpad'],
      ],
    ],
    ...['Things to consider:', 'For the best results: ', 'Waar let u op?', '注意点：'].map(
      (line): [string, string, [boolean, ...string[]][]] => [
        `a list behind a line that begins one apart: ${line}`,
        `- Zettelix: dear\n- Quillpad: cheap\n\n${line}\n\n- Desk Space: 49 cm`,
        [
          [false, 'Zettelix', 'Quillpad'],
          [false, 'Desk Space'],
        ],
      ],
    ),
    [
      'a list behind another line as before',
      '- Zettelix: dear\n- Quillpad: cheap\n\nThat one has a remark.\n\n- Desk Space: 49 cm',
      [[false, 'Zettelix', 'Quillpad', 'Desk Space']],
    ],
    [
      'what is advised for a case',
      '- **Choose Zettelix** if you sell\n- **Choose Wisely**',
      [[false, 'Zettelix', 'Choose Wisely']],
    ],
    [
      'what is advised in bold behind a label',
      '**Recommendation:** Choose **Zettelix** if you sell.',
      [
        [false, 'Zettelix', 'Recommendation'],
        [false, 'Zettelix'],
      ],
    ],
    ['a number alone', '**4 Zettelix**\nDear.', [[false, '4 Zettelix']]],
  ])('%s', (_, text, expected) => {
    expect(heads(text)).toEqual(expected)
  })
})

describe('a line without marks over a list', () => {
  const lists = (line: string) =>
    readSeries(`- Zettelix: dear\n- Quillpad: cheap\n\n${line}\n\n- Carbon: light`, new Set()).map((each) => each.heads)

  test.each(['¿En qué fijarse?', 'Qué tener en cuenta', 'En qué fijarse:'])('begins another: %s', (line) => {
    expect(lists(line)).toEqual([['Zettelix', 'Quillpad'], ['Carbon']])
  })

  test.each([
    'Los dos son buenos.',
    'Los dos son buenos, y baratos,',
    'Los dos son buenos, y los dos cuestan menos de lo que costaban hace un año, cuando salieron',
  ])('says more of the same: %s', (line) => {
    expect(lists(line)).toEqual([['Zettelix', 'Quillpad', 'Carbon']])
  })

  test('stands apart from the item before it', () => {
    const [first] = readSeries('- Zettelix: dear\nQué tener en cuenta\n- Carbon: light', new Set())
    expect(first?.heads).toEqual(['Zettelix', 'Carbon'])
  })
})
