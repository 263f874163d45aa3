import { describe, expect, test } from 'vitest'

import { readSeries } from '../../../pipeline/mentions/layout/structure.ts'
import { DUTCH, FRENCH, GERMAN, names } from '../../support/foreign-texts.ts'

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
