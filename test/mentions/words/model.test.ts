import { expect, test } from 'vitest'
import { judge } from '../../../pipeline/mentions/judge.ts'
import { languageBit } from '../../../pipeline/mentions/words/lexicon.ts'
import { brandPart, wholeOf } from '../../../pipeline/mentions/words/model.ts'
import { nativeOf } from '../../../pipeline/mentions/words/native.ts'

test.each([
  ['Velkora Premium', 'Velkora'],
  ['Velkora Free Edition', 'Velkora'],
  ['VKR Unlimited', 'VKR'],
  ['Constant Premium', 'Constant Premium'],
  ['Velkora Teams', 'Velkora Teams'],
  ["VK's Pure Care", 'VK'],
  ["Look-Beyond's Tapper", 'Look-Beyond'],
  ["Hill's Diet", "Hill's Diet"],
  ['Nam Nam', 'Nam Nam'],
  ['Velkora Dynamics 365 Sales', 'Velkora Dynamics 365 Sales'],
  ['Velkora Dynamics 400 Sales', 'Velkora'],
  ['Signal 1st', 'Signal 1st'],
  ['Signal 1st Go 360', 'Signal 1st'],
  ['VELKORA YOYO³', 'VELKORA'],
  ['Dr. Voss', 'Dr. Voss'],
  ['Velkora「K10+ Pro」', 'Velkora'],
  ['ゾルカ『K10』', 'ゾルカ'],
  ['「ゾルカ」', '「ゾルカ」'],
  ['Signal 81', 'Signal 81'],
  ['Signal 3', 'Signal'],
  ['Velkora 81', 'Velkora'],
])('%s is a product of %s', (name, brand) => {
  expect(brandPart(name, [name], '')).toBe(brand)
})

test('an ordinary word and its number are a name, but known or among models', () => {
  expect(brandPart('Signal 212', ['Signal 212', 'Copper Depot'], '')).toBe('Signal 212')
  expect(brandPart('Signal 212', ['Signal 212', 'Velkora 5'], '')).toBe('Signal')
  expect(brandPart('Signal 212', ['Signal 212'], '', false, true)).toBe('Signal')
})

test('among models two ordinary words are a name, but behind one that is known', () => {
  const heads = ['Velkora X20', 'Copper Depot']
  expect(brandPart('Copper Depot', heads, '')).toBe('Copper Depot')
  expect(brandPart('Copper Pro', heads, '')).toBe('Copper')
  expect(brandPart('Copper Depot', heads, '', false, true)).toBe('Copper')
})

test('a word of the language and one more are a name, where nouns are written small', () => {
  const writing = { foreign: true, nouns: false, native: nativeOf(languageBit('french')), language: 'french' }
  expect(wholeOf('Mutuelle Verdoyante', 'Mutuelle', writing)).toBe('Mutuelle Verdoyante')
  expect(wholeOf('Velkora Verdoyante', 'Velkora', writing)).toBe('Velkora')
  expect(wholeOf('Mutuelle Verdoyante', 'Mutuelle', { ...writing, nouns: true })).toBe('Mutuelle')
})

/** What is counted by rules, with these names proposed too. */
function counted(text: string, ...names: string[]): string[] {
  return judge({
    answer: { text, question: 'Which kettle software is best?', citations: [] },
    category: 'kettle software',
    product: null,
    names: names.map((name) => ({ name, domain: null })),
  }).mentions.map(({ brand }) => brand)
}

test.each([
  ['a model behind an article', 'Testers recommend the Velkora Ridge for its weight.', [], ['Velkora']],
  ['a model in bold behind an article', 'Get the **Velkora Spicy Line**.', [], ['Velkora']],
  ['a company without an article', 'Testers recommend Velkora Ridge for its weight.', [], ['Velkora Ridge']],
  ['what a known name possesses', "It's fine. Anchor's Ultimate series is good.", ['Anchor'], ['Anchor']],
  ['what another possesses', "Best value by far: Velkora's Hi-Pro Plus. Velkora is good.", [], ['Velkora']],
  ['a known name written in one', '| Tool | Price |\n|---|---|\n| VelKora Simply | 0 |', ['Vel Kora'], ['VelKora']],
  [
    'a known name behind its maker',
    '1. **QBM VK1 Connect** – quick\n2. **Brindek** – slow',
    ['VK1'],
    ['VK1', 'Brindek'],
  ],
  [
    'a plural possessive in a row',
    "Good are Stella & Tommy's, Velkora and Quonto.",
    [],
    ["Stella & Tommy's", 'Velkora', 'Quonto'],
  ],
  ['an exclamation mark', 'Look at Simple!Velkora, a small program.', [], ['Simple!Velkora']],
  ['a title before a surname', 'Close by, St. Velkor’s Place and others built teams.', [], []],
  [
    'who a cell names behind a comma',
    '| Tool | Price |\n|---|---|\n| k3velkora, de Brin Deko | 0 |',
    ['k3velkora'],
    ['k3velkora'],
  ],
  [
    'a name in brackets',
    '- **Velkora** (ヴェルコラ) – light\n- **Quonto** (クオント) – dark',
    ['Velkora', 'Quonto'],
    ['Velkora', 'Quonto'],
  ],
  ['an article and a kind', '- **Le Software** – ancien', ['Le Software'], ['Le Software']],
] as const)('%s', (_, text, names, expected) => {
  expect(counted(text, ...names)).toEqual(expected)
})

test('a list twice as long is read twice as much for all of its heads', () => {
  const readsOf = (size: number): number => {
    let reads = 0
    const names = Array.from(
      { length: size },
      (_, i) => `Velkora${'abcdefghij'.charAt(i % 10)}${'o'.repeat(i / 10)} Depot`,
    )
    const heads = new Proxy(names, {
      get: (list, key) => {
        reads += 1
        return Reflect.get(list, key)
      },
    })
    for (const name of names) brandPart(name, heads, '')
    return reads
  }
  expect(readsOf(200)).toBeLessThan(readsOf(100) * 3)
})
