import { expect, test } from 'vitest'
import { createScene } from '../../../pipeline/mentions/cues/scene.ts'
import { createFinder } from '../../../pipeline/mentions/find/finder.ts'
import type { Decided } from '../../../pipeline/mentions/weigh/decided.ts'
import { createProperties } from '../../../pipeline/mentions/weigh/properties.ts'

const MANY = Array.from({ length: 12 }, (_, at) => `Zel${String.fromCharCode(97 + at)}or`)
const NAMES = [...MANY, 'Quillo', 'RidgeLoom', 'NORDIVO', 'vestrix', 'Kontix 2', 'Tarvek']

/** The properties of the first place of a name, where all names are counted but those refused. */
function properties(text: string, name: string, ...refused: string[]): string[] {
  const find = createFinder(NAMES.map((each) => ({ name: each, domain: null, spellings: [each] })))
  const found = find(text, [], '')
  const firsts = found.filter((match, at) => found.findIndex((one) => one.pattern.brand === match.pattern.brand) === at)
  const decided = firsts.map(
    (match): Decided =>
      refused.includes(match.pattern.brand.name)
        ? { match, counted: false, reason: 'passing' }
        : { match, counted: true },
  )
  const at = decided.findIndex(({ match }) => match.pattern.brand.name === name)
  return createProperties(createScene({ text, question: '', citations: [] }, text, found), decided)(at)
}

test('all properties of a name, in one order', () => {
  const text = 'Two fit.\n\n- **Quillo** is light.\n- **RidgeLoom** is cheap.\n\nSo not NORDIVO.'
  expect(properties(text, 'RidgeLoom')).toEqual([
    'counted:3',
    'marks:2 marked',
    'left:mark',
    'right:space',
    'sixth:3',
    'beside:none none',
    'paragraph:middle marked',
    'shape:camel',
    'place, right:item small',
    'kind:coined',
    'times:1',
    'why:name',
  ])
})

test.each([
  ['twice', 'We like Quillo. Quillo is light.', 'times:2'],
  ['more often', 'Quillo, Quillo, Quillo, Quillo and Quillo', 'times:4'],
  ['in a cell before another', '| Quillo | Tarvek |', 'place, right:first cell dash'],
  ['within a sentence', 'We like Quillo', 'left:letter'],
  ['behind a sentence', 'It works. Quillo is', 'left:end'],
  ['behind a colon of full width', '推荐：Quillo', 'left:end'],
  ['in bold', 'We like **Quillo**', 'left:mark'],
  ['in a row', 'Tarvek, Quillo', 'left:comma'],
  ['behind a dash', '- Quillo', 'left:dash'],
  ['at the head of a line', 'Good.\nQuillo', 'left:line'],
  ['in a bracket', 'It (Quillo)', 'left:other'],
  ['before a genitive', 'Quillo’s plan', 'right:joined'],
  ['before a bracket', '**Quillo**(2)', 'right:bracket'],
  ['at the end of a line', 'Quillo\nis', 'right:end'],
  ['before a full stop', 'It is Quillo.', 'right:end'],
  ['before a colon', '**Quillo**: x', 'right:colon'],
  ['before a comma', 'Quillo, too', 'right:comma'],
  ['before a bar', 'Quillo| x', 'right:other'],
  ['alone', 'Quillo', 'beside:none none'],
  ['before another', 'Quillo and Tarvek', 'beside:none counted'],
  ['behind another', 'Tarvek and Quillo', 'beside:counted none'],
  ['on another line than another', 'Tarvek\nQuillo', 'beside:none none'],
  ['far from another', `Tarvek ${'is fine '.repeat(4)}Quillo`, 'beside:none none'],
  ['in a text of one paragraph', 'We like Quillo', 'paragraph:first plain'],
  ['in the last paragraph', 'One.\n\nTwo.\n\nSo Quillo', 'paragraph:last plain'],
  ['in the middle', 'One.\n\nSo Quillo\n\nTwo.', 'paragraph:middle plain'],
  ['marked elsewhere', 'So Quillo. It is **Quillo**', 'paragraph:first marked'],
  ['in a heading', '## Quillo', 'marks:1 marked'],
  ['in a first cell', '| Quillo | 2 |', 'marks:1 marked'],
  ['in a second cell', '| 2 | Quillo |', 'marks:0 plain'],
  ['numbered', '1. Quillo', 'marks:1 marked'],
  ['in the last sixth', `${'It is fine. '.repeat(9)}Quillo`, 'sixth:6'],
])('%s', (_, text, property) => {
  expect(properties(text, 'Quillo')).toContain(property)
})

test.each([
  ['NORDIVO', 'shape:capitals'],
  ['vestrix', 'shape:small'],
  ['Kontix 2', 'shape:digit'],
  ['Tarvek', 'shape:other'],
])('the shape of %s', (name, property) => {
  expect(properties(`We like ${name}`, name)).toContain(property)
})

test('a name beside one that is refused, and a refused one, which is not among the counted', () => {
  expect(properties('Tarvek and Quillo', 'Quillo', 'Tarvek')).toEqual(
    expect.arrayContaining(['counted:1', 'beside:refused none', 'why:name']),
  )
  expect(properties('Tarvek and Quillo', 'Tarvek', 'Tarvek')).toEqual(
    expect.arrayContaining(['counted:1', 'beside:none counted', 'why:passing']),
  )
})

test('many are as nine, and many marked as four', () => {
  const text = `${MANY.map((name) => `- **${name}** is light.`).join('\n')}\n\nWe like Quillo.`
  expect(properties(text, 'Quillo')).toEqual(expect.arrayContaining(['counted:9', 'marks:4 plain']))
})
