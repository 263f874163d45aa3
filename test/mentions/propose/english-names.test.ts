import { describe, expect, test } from 'vitest'
import { judge } from '../../../pipeline/mentions/judge.ts'

const KNOWN = ['Asana', 'Trello', 'Wrike', 'Notion', 'ClickUp', 'Jira']

/** The brands counted in one English answer beside names proposed. */
function counted(text: string, names: readonly string[] = KNOWN, question = ''): string[] {
  const proposed = names.map((name) => ({ name, domain: null }))
  const found = judge({
    answer: { text, question, citations: [] },
    category: 'gadget tents',
    product: null,
    names: proposed,
  })
  return found.mentions.map(({ brand }) => brand)
}

const LIST = '- Asana: boards\n- Trello: cards\n- Wrike: charts\n\n'

describe('beside names proposed an English answer names', () => {
  test.each([
    ['whom a sentence speaks of behind a citation', 'It is light.[1][2] Vokiro[3] is cheaper.', ['Vokiro']],
    [
      'each of a row, with what is said of it in brackets',
      'Zettelix (a wide network of events and good rights), Quillan (a club of its own and discounts), and Nordivo (prices).',
      ['Zettelix', 'Quillan', 'Nordivo'],
    ],
    [
      'an ordinary word of a row',
      'Good are Zettelix, Thought Works and Quillan.',
      ['Zettelix', 'Thought Works', 'Quillan'],
    ],
    [
      'both of a row, one with a longer name',
      'It is slow. Zettelix and Dodge Anchor Network are better for plans.',
      ['Zettelix', 'Dodge Anchor Network'],
    ],
    [
      'the first of a row whose other has its letters behind it',
      'It is slow. Zettelix and Andrews & Arnold (AAISP) cost more.',
      ['Zettelix'],
    ],
    [
      'an ordinary word in a row of two that is spoken of',
      'It is slow. Lattice and Zettelix also have a button.',
      ['Lattice', 'Zettelix'],
    ],
    ['both of a row with a hyphen', 'It is slow. Zettelix and Pic-Time are galleries.', ['Zettelix', 'Pic-Time']],
    [
      'whose product a sentence speaks of',
      'It is good. Eagle Creek’s Tarmac XE is often recommended.',
      ['Eagle Creek'],
    ],
    [
      'whom a sentence speaks of behind an aside',
      'It is dear. Zettelix, smaller than these, is worth a quote.',
      ['Zettelix'],
    ],
    ['what a line begins with', 'Zettelserv. The entry plan costs less.', ['Zettelserv']],
    ['who makes it behind a full stop', 'Zettex by Datalume. It runs in ten minutes.', ['Zettex']],
    ['whom a sentence places', 'It is wool. Wool & Heather in Wales makes a good one.', ['Wool & Heather']],
    ['a row behind a place', 'It is so. In Germany, Zettelix and Quillan are common.', ['Zettelix', 'Quillan']],
    ['what to take, or else', 'It is loud. Buyers should consider the Quillan Space or wait.', ['Quillan']],
  ])('%s', (_, text, expected) => {
    expect(counted(text)).toEqual(expected)
  })
})

describe('what heads the lines of an English answer is', () => {
  test.each([
    [
      'no feature under a title of its own',
      `${LIST}What matters\n\n- Warmth: wool\n- Care: a brush\n`,
      ['Asana', 'Trello', 'Wrike'],
    ],
    [
      'no feature under a title about choosing',
      `${LIST}### Things to look at\n\n- **Zettelage:** all have it\n- **Vexelation:** two have it\n`,
      ['Asana', 'Trello', 'Wrike'],
    ],
    [
      'a label that stands among names',
      '* **Zettelix Mono:** a\n* **Quillan Duo:** b\n* **Sand:** c\n',
      ['Zettelix Mono', 'Quillan Duo'],
    ],
    [
      'a name with a subtitle',
      '**Asana – Boards.** Good.\n\n**Native Shoes – Winter.** Warm.\n',
      ['Asana', 'Native Shoes'],
    ],
    [
      'a name of many ordinary words',
      '**Asana** – boards\n\n**Meow Meow Tweet** – cream\n\n**Trello** – cards\n',
      ['Asana', 'Meow Meow Tweet', 'Trello'],
    ],
    ['a model with a size', '1. **Zettelix 3-inch Foam** – a\n2. **Quillan 17-in-1** – b\n', ['Zettelix', 'Quillan']],
    [
      'a doctor',
      '- Dr. Vokirn’s Natural Flow: a\n- Zettelix: b\n- Quillan: c\n',
      ['Dr. Vokirn’s Natural Flow', 'Zettelix', 'Quillan'],
    ],
    [
      'one list whatever its flags',
      '🇳🇴 **House of Quills** – a\n\n🇸🇪 **Asana** – b\n\n🇩🇰 **Trello** – c\n'.replaceAll('\n\n', '\n'),
      ['House of Quills', 'Asana', 'Trello'],
    ],
  ])('%s', (_, text, expected) => {
    expect(counted(text)).toEqual(expected)
  })
})

test.each([
  [
    'a part of a known name',
    'The Quillan Nest is best. I would choose the Nest.',
    ['Quillan Nest', ...KNOWN],
    ['Quillan Nest'],
  ],
  [
    'a known name before its kind',
    '- Asana Canvas Tent: light\n- Trello Dome: heavy\n- Zettelix Duo: dear\n',
    KNOWN,
    ['Asana', 'Trello', 'Zettelix Duo'],
  ],
])('%s is no other name', (_, text, names, expected) => {
  expect(counted(text, names)).toEqual(expected)
})

test.each([
  [
    'what a question says is worked with',
    'Which tents work with Notion and Jira?',
    '## Notion\n\n- **Asana** – a\n- **Trello** – b\n',
  ],
  ['what a question asks for', 'best battery canvas tent', 'Asana’s second Canvas Tent is good. Trello is, too.'],
])('%s is no choice', (_, question, text) => {
  expect(counted(text, KNOWN, question)).toEqual(['Asana', 'Trello'])
})

test('what stands behind another name as its model is a choice where it heads a line', () => {
  const text = '- **Sealux Basics:** foam. Its parent was Asana Sealux.\n- **Trello Mono:** foam\n'
  expect(counted(text, [...KNOWN, 'Sealux'])).toContain('Sealux')
})

test.each([
  ['whose model a number begins', 'It is short. Craftsman’s 1,900 PSI model is fair. Asana is, too.', 'Craftsman'],
  ['before its kind and its plan', '* **Ring Wired Tent Pro:** deep\n* **Asana:** light\n', 'Ring'],
])('an ordinary word is a name %s', (_, text, name) => {
  expect(counted(text, [...KNOWN, name], 'Which tent is best?')).toContain(name)
})
