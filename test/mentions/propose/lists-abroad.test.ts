import { describe, expect, test } from 'vitest'

import { readSeries } from '../../../pipeline/mentions/layout/structure.ts'
import { createKnownNames } from '../../../pipeline/mentions/propose/known-names.ts'
import { readText } from '../../../pipeline/mentions/propose/reading.ts'
import { DUTCH, FRENCH, GERMAN, names, SPANISH } from '../../support/foreign-texts.ts'

describe('ranked and numbered choices in other languages than English', () => {
  test.each([
    [
      'ranked headings of which one is no word',
      `${FRENCH}\n\n### 🥇 Bolt – la simple\nBien.\n\n### 🥈 Orbit – la verte\nBien.\n\n### 🥉 Vokirobanq\nBien.`,
      ['Bolt', 'Orbit', 'Vokirobanq'],
    ],
    [
      'numbered items of which one is no word',
      `${GERMAN}\n\n1. **Traders Place** – gut.\n2. **Vokiro** – gut.\n3. **Trade Republic** – gut.`,
      ['Trade Republic', 'Traders Place', 'Vokiro'],
    ],
    [
      'no ranked headings that are words',
      `${FRENCH}\n\n### 🥇 Bolt – la simple\nBien.\n\n### 🥈 Prix\nBien.\n\n### 🥉 Orbit\nBien.`,
      [],
    ],
  ])('%s', (_what, text, expected) => {
    expect(names(text)).toEqual(expected)
  })

  test('headings without a rank are no strong series', () => {
    const strong = (text: string, english: boolean) =>
      readSeries(text, new Set(), english).map((series) => series.strong)
    expect(strong('### 1. Vokiro\n\n### 2. Nordivo', false)).toEqual([true])
    expect(strong('### Vokiro\n\n### Nordivo', false)).toEqual([false])
    expect(strong('### 1. Vokiro\n\n### 2. Nordivo', true)).toEqual([false])
  })
})

describe('headings beside numbered ones', () => {
  test('are sections over the numbered choices', () => {
    const text = `${DUTCH}\n\n## Kandrekto\n\n### 1. Vokiro\nGoed.\n\n### 2. Nordivo\nGoed.\n\n## Kwestura\nKlaar.`
    expect(names(text)).toEqual(['Nordivo', 'Vokiro'])
  })

  test('are choices where what is numbered is none', () => {
    const text = `${DUTCH}\n\n## Vokiro\n\n### 1. Prijs\nGoed.\n\n### 2. Service\nGoed.\n\n## Nordivo\nKlaar.`
    expect(names(text)).toEqual(['Nordivo', 'Vokiro'])
  })

  test('are choices where they stand deeper', () => {
    const text = `${DUTCH}\n\n## 1. Kandrekto\n\n### Vokiro\nGoed.\n\n### Nordivo\nGoed.\n\n## 2. Kwestura\nKlaar.`
    expect(names(text)).toEqual(expect.arrayContaining(['Nordivo', 'Vokiro']))
  })
})

test('what a known name is joined to by a hyphen is no other name', () => {
  const known = createKnownNames(['Vokiro'], [], new Set())
  expect(known.isIn('Vokiro-verzekering', readText(DUTCH))).toBe(true)
  expect(known.isIn('Vokiro-Nordivo', readText(DUTCH))).toBe(false)
  expect(known.isIn('Nordivo-verzekering', readText(DUTCH))).toBe(false)
})

test('a word of the category is no name before its number', () => {
  expect(names(`${FRENCH}La Boxa 5G coûte peu.`, 'boxa internet')).not.toContain('Boxa')
  expect(names(`${FRENCH}La Boxa 5G coûte peu.`, 'forfaits')).toContain('Boxa')
})

test.each([
  ['labels where choices are announced', 'Beliebte Anbieter:', ['VOK', 'Pfeil', 'Vokiro', 'Garten'], true],
  ['labels among sections', 'Beliebte Anbieter:', ['VOK', 'Pfeil', 'Vokiro', 'Preis'], false],
  ['labels of which most are words', 'Beliebte Anbieter:', ['Vokiro', 'Pfeil', 'Garten', 'Wasser'], false],
  ['labels that nothing announces', 'Sie taugen was.', ['VOK', 'Pfeil', 'Vokiro', 'Garten'], false],
])('a German word among %s', (_what, intro, heads, expected) => {
  const items = heads.map((head) => `- **${head}:** gut und billig`).join('\n')
  expect(names(`${GERMAN}\n\n${intro}\n\n${items}`).includes('Pfeil')).toBe(expected)
})

test.each([
  ['no word of the text', 'Stripe', true],
  ['one of its words', 'Capital', false],
])('a label among names that is %s', (_what, head, expected) => {
  const items = ['Vokiro', 'Kestola', 'Tarvek', head].map((each) => `- **${each}:** buena y barata`).join('\n')
  expect(names(`${SPANISH}\n\n${items}`).includes(head)).toBe(expected)
})

test('a German genitive of a known name is that name', () => {
  const known = createKnownNames(['Vokirnet'], [], new Set())
  expect(known.isIn('Vokirnets Basistarif', readText(GERMAN.repeat(3)))).toBe(true)
  expect(known.isIn('Vokirnets Basistarif', readText(FRENCH.repeat(3)))).toBe(false)
  expect(known.isIn('Vokirners Basistarif', readText(GERMAN.repeat(3)))).toBe(false)
})

test('rows of positions aren’t choices', () => {
  const heads = (head: string) =>
    readSeries(`| ${head} | Betrag |\n|---|---|\n| Vokirung | 5 € |`, new Set()).flatMap((series) => series.heads)
  expect(heads('Posten')).toEqual([])
  expect(heads('Name')).toEqual(['Vokirung'])
})
