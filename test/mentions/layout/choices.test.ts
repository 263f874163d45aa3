import { describe, expect, test } from 'vitest'
import { isChoice, isLowerName, type Surroundings } from '../../../pipeline/mentions/layout/choices.ts'
import type { Series } from '../../../pipeline/mentions/layout/series.ts'

function series(heads: readonly string[], change: Partial<Series> = {}): Series {
  return {
    heads,
    labels: new Set(),
    announced: new Set(),
    introduced: false,
    nested: false,
    choices: false,
    strong: false,
    inline: false,
    glossed: 0,
    glosses: new Set(),
    ...change,
  }
}

function around(change: Partial<Surroundings> = {}): Surroundings {
  return {
    size: 1,
    distinctive: 1,
    sections: false,
    foreign: false,
    nouns: false,
    native: () => false,
    unknown: 1,
    kinds: new Set(['gadgets']),
    anchored: false,
    ...change,
  }
}

describe('in bold in running text of another language', () => {
  const inline = (head: string) => series([head], { inline: true, choices: true })

  test('a word that no lexicon has is a choice', () => {
    expect(isChoice('Quillaro', inline('Quillaro'), around({ foreign: true }))).toBe(true)
  })

  test.each([
    ['where nouns have capitals', 'Quillaro', { nouns: true }],
    ['of the text’s language', 'Quillaro', { native: () => true }],
    ['of English', 'Harbor', {}],
  ])('but no word %s', (_, head, change) => {
    expect(isChoice(head, inline(head), around({ foreign: true, ...change }))).toBe(false)
  })
})

describe('among numbered choices', () => {
  const isAmong = (head: string) =>
    isChoice(
      head,
      series([head, 'Quillpad', 'Zettelix'], { strong: true, choices: true }),
      around({ size: 3, distinctive: 2 }),
    )

  test.each([
    ['"The" before three words', 'The Green House Trail', 'The Ordinary Green House Trail'],
    ['small words', 'Path of the Green House', 'Path of the Ordinary Green House'],
  ])('a name of ordinary words has three, not counting %s', (_, name, other) => {
    expect(isAmong(name)).toBe(true)
    expect(isAmong(other)).toBe(false)
  })
})

test('beside a known name a word that no lexicon has is a choice', () => {
  const heads = ['Quillaro', 'QHR', 'Factura', 'Asana']
  const known = (anchored: boolean) =>
    heads
      .slice(0, 2)
      .filter((head) =>
        isChoice(
          head,
          series(heads),
          around({ foreign: true, size: 4, distinctive: 3, unknown: 1, sections: true, anchored }),
        ),
      )
  expect(known(true)).toEqual(['Quillaro'])
  expect(known(false)).toEqual([])
})

test('labels that are names for the most part are, of the heads that may be names', () => {
  const isName = (heads: readonly string[], change: Partial<Surroundings>) =>
    isChoice('Quillpad', series(heads, { labels: new Set(['Quillpad']) }), around({ distinctive: 2, ...change }))
  const sentences = ['Quillpad', 'Zettelix', 'why it matters to you', 'how you begin']
  expect(isName(sentences, { size: 2 })).toBe(true)
  expect(isName(sentences, { size: 4 })).toBe(false)
  expect(isName(sentences, { size: 2, unknown: 2, foreign: true })).toBe(false)
})

describe('a small word that no lexicon has', () => {
  const among = ['Zettelix', 'Brindek', 'quillio']

  test.each([
    ['among names', among, {}, true],
    ['among ordinary words', ['Harbor', 'Anchor', 'Signpost', 'quillio'], {}, false],
    ['below an item', among, { nested: true }, false],
    ['numbered', ['quillio'], { strong: true }, true],
    ['as a label', among, { labels: new Set(['quillio']) }, false],
  ])('%s', (_, heads, change, expected) => {
    expect(isLowerName('quillio', series(heads, change))).toBe(expected)
  })

  test.each([
    ['quillio 3', true],
    ['quill-n-zettel', true],
    ['quillio three', false],
    ['quill-n-zet-el', false],
  ])('with what stands behind it: %s %s', (head, expected) => {
    expect(isLowerName(head, series([...among, head]))).toBe(expected)
  })
})

describe('labels below what announces choices', () => {
  const labels = (heads: readonly string[], introduced = true) => series(heads, { labels: new Set(heads), introduced })
  const among = around({ size: 4, distinctive: 1, sections: true })

  test.each([
    ['a word beside a name', 'Keeper', ['Keeper', 'Stride', 'Foundry', 'Hurdlr'], true, true],
    ['without what announces them', 'Keeper', ['Keeper', 'Stride', 'Foundry', 'Hurdlr'], false, false],
    ['beside a feature', 'Keeper', ['Keeper', 'Price', 'Foundry', 'Hurdlr'], true, false],
    ['in a long list', 'Keeper', ['Keeper', 'Stride', 'Foundry', 'Hurdlr', 'Harbor'], true, false],
  ])('%s', (_, head, heads, introduced, expected) => {
    expect(isChoice(head, labels(heads, introduced), among)).toBe(expected)
  })
})

test('several small words are a name where no head has a capital letter', () => {
  const heads = ['ortel mobile', 'fonic', 'netzclub']
  const strong = (of: readonly string[]) => series(of, { strong: true })
  expect(isLowerName('ortel mobile', strong(heads))).toBe(true)
  expect(isLowerName('ortel mobile', strong([...heads, 'Blau']))).toBe(false)
  expect(isLowerName('green fields', strong(heads))).toBe(false)
})
