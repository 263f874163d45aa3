import { expect, test } from 'vitest'
import { createJudge } from '../../../pipeline/mentions/count.ts'
import type { Brand } from '../../../pipeline/mentions/names/brand.ts'

const brands: readonly Brand[] = ['Asana', 'Trello', 'Wrike', 'Quillpad'].map((name) => ({
  name,
  domain: null,
  spellings: [name],
}))

/** What is counted, and what isn't and why. */
function judged(text: string, of: readonly Brand[] = brands): string[] {
  const { mentions, refused } = createJudge(of)({ text, question: '', citations: [] })
  return [...mentions.map(({ brand }) => brand), ...refused.map(({ brand, reason }) => `${brand}: ${reason}`)]
}

test('what a longer label asks for is named behind it', () => {
  const list = '- **Asana** – a\n- **Trello** – b\n\n'
  expect(judged(`${list}**Two I left out here:** Wrike, as it is dear, and Quillpad.`)).toEqual([
    'Asana',
    'Trello',
    'Wrike',
    'Quillpad',
  ])
  expect(judged(`${list}**Two of the features here:** speed with Quillpad.`)).toEqual([
    'Asana',
    'Trello',
    'Quillpad: aside',
  ])
})

test('what a longer label speaks of is named in bold behind it', () => {
  const list = '- **Asana** – a\n- **Trello** – b\n\n'
  expect(judged(`${list}**When one board is enough.** The **Quillpad** has one.`)).toContain('Quillpad')
  expect(judged(`${list}**When one board is enough.** The Quillpad has one.`)).toContain('Quillpad: aside')
  expect(judged(`${list}**My advice:** look for the **Quillpad**.`)).toContain('Quillpad: aside')
})

test('a host heads no list of features', () => {
  const of = [{ name: 'Quillpad', domain: 'quillpad.com', spellings: ['Quillpad'] }]
  const list = '- Ask for a quote\n- Ask for a discount\n'
  expect(judged(`${list}- **quillpad.com** has both`, of)).toEqual(['Quillpad'])
  expect(judged(`${list}- **Quillpad** has both`, of)).toEqual(['Quillpad: feature'])
})

test('a name of ordinary words leads its line among lines that names lead', () => {
  const of = ['Quillpad', 'Legion', 'Ghost'].map((name) => ({ name, domain: null, spellings: [name] }))
  expect(judged('- Quillpad Flux – a\n- Legion Core – b\n- Ghost Rider – c', of)).toContain('Ghost')
  expect(judged('- Fast – a\n- Cheap – b\n- Ghost Rider – c', of)).toEqual(['Ghost: ambiguous'])
})

test.each([
  [
    'in what is said of another choice',
    '- **Asana** – boards, Quillpad feed\n- **Trello** – cards',
    ['Asana', 'Trello', 'Quillpad: aside'],
  ],
  [
    'in what is said of another choice behind an em dash',
    '— Asana: boards, Quillpad feed\n— Trello: cards',
    ['Asana', 'Trello', 'Quillpad: aside'],
  ],
  ['below it', '- **Asana**\n  - a Quillpad feed\n- **Trello**', ['Asana', 'Trello', 'Quillpad: aside']],
  [
    "in another choice's row",
    '| Tool | Extra |\n|---|---|\n| Asana | Quillpad feed |\n| Trello | none |',
    ['Asana', 'Trello', 'Quillpad: aside'],
  ],
  [
    'behind the label of a feature',
    '- **Asana** – a\n- **Trello** – b\n\n**Speed:** Quillpad helps.',
    ['Asana', 'Trello', 'Quillpad: aside'],
  ],
  [
    'in a table that compares others',
    '| | Asana | Trello |\n|---|---|---|\n| Quillpad | yes | no |',
    ['Asana', 'Trello', 'Quillpad: feature'],
  ],
  ['as the maker of the name before it', 'Trello by Quillpad is good.', ['Trello', 'Quillpad: owner']],
  ['as a model of the name before it', 'The Trello Quillpad is good.', ['Trello', 'Quillpad: model']],
  ['under a heading of shops', '## Asana\nGood.\n\n## Where to buy\nQuillpad has it.', ['Asana', 'Quillpad: aside']],
  [
    'as one of a list of features',
    '- **Price**: low\n- **Quillpad**: yes\n- **Support**: good\n- **Sync**: fine',
    ['Quillpad: feature'],
  ],
  [
    'as one column of a table',
    '| Tool | Price | Quillpad |\n|---|---|---|\n| Asana | 5 | yes |',
    ['Asana', 'Quillpad: feature'],
  ],
])('a name isn’t counted %s', (_, text, expected) => {
  expect(judged(text)).toEqual(expected)
})

test.each([
  ['beside it', '- **Asana vs. Quillpad** – a tie\n- **Trello** – b', ['Asana', 'Quillpad', 'Trello']],
  ['compared with it', '- **Asana** – cheaper than Quillpad\n- **Trello** – b', ['Asana', 'Quillpad', 'Trello']],
  [
    'behind the label of a choice',
    '- **Asana** – a\n- **Trello** – b\n\n**Runner-up:** Quillpad',
    ['Asana', 'Trello', 'Quillpad'],
  ],
  ['in bold there', '**Asana** is good, and so is **Quillpad**.\n\n**Trello** too.', ['Asana', 'Quillpad', 'Trello']],
  [
    'in a sentence below',
    '- **Asana** – a\n- **Trello** – b\n\nQuillpad is good too.',
    ['Asana', 'Trello', 'Quillpad'],
  ],
  [
    'heading a column of choices',
    '| Feature | Asana | Quillpad |\n|---|---|---|\n| Price | 5 | 6 |',
    ['Asana', 'Quillpad'],
  ],
])('a name is counted %s', (_, text, expected) => {
  expect(judged(text)).toEqual(expected)
})

test('a product is named wherever it stands, but for a person of its name', () => {
  const own: readonly Brand[] = [
    ...brands.slice(0, 3),
    { name: 'Quillpad', domain: null, spellings: ['Quillpad'], own: true },
  ]
  expect(judged('- **Asana** – integrates with Quillpad\n- **Trello** – b', own)).toEqual([
    'Asana',
    'Quillpad',
    'Trello',
  ])
  expect(judged('It was founded by Quillpad.', own)).toEqual(['Quillpad: person'])
})

test('a refused name counts where it stands as a choice later', () => {
  expect(judged('- **Asana** – has a Quillpad feed\n- **Trello** – b\n- **Quillpad** – c')).toEqual([
    'Asana',
    'Trello',
    'Quillpad',
  ])
})

test.each([
  ['a verb behind it', 'Quillpad stocks both.', ['Quillpad: shop']],
  ['a possessive behind it', 'Quillpad’s integration is good.', ['Quillpad: platform']],
  ['a comma behind it', 'Quillpad, says Trello.', ['Trello', 'Quillpad: source']],
  ['bold type', '**Quillpad** stocks both.', ['Quillpad']],
  ["an item's mark", '- Quillpad stocks both.', ['Quillpad']],
  ['a colon behind it', 'Quillpad: stocks both.', ['Quillpad']],
])('a sentence that a name begins is judged by its role, not a line that it heads: %s', (_, text, expected) => {
  expect(judged(text)).toEqual(expected)
})

test('a dash behind a name that begins a line goes on with its sentence, a colon does not', () => {
  const of: readonly Brand[] = [{ name: 'JSON', domain: null, spellings: ['JSON'] }]
  expect(judged('JSON – it is small.', of)).toEqual(['JSON: standard'])
  expect(judged('JSON: it is small.', of)).toEqual(['JSON'])
})

test.each([
  ['beside the next line alone', '- It talks well of Quillpad\n- Trello: fine', ['Trello', 'Quillpad: aside']],
  ['behind a small word', '- It talks well to Quillpad.\n- Fine.', ['Quillpad: aside']],
  ['behind an em dash', '— It talks well to Quillpad.\n— Fine.', ['Quillpad: aside']],
  ['behind an en dash', '– It talks well to Quillpad.\n– Fine.', ['Quillpad: aside']],
  ['not behind a comma', '- It talks well, Quillpad.\n- Fine.', ['Quillpad']],
  ['not beside another', '- It pairs best Quillpad and Trello.\n- Fine.', ['Quillpad', 'Trello']],
  ['not in one with a name of its own', '- **Asana** – it talks well of Quillpad.\n- Fine.', ['Asana', 'Quillpad']],
  ['not in bold', '- It pairs best **Quillpad**.\n- Fine.', ['Quillpad']],
  ['behind a first word', '- Nas Quillpad, de tarde.\n- Fine.', ['Quillpad: aside']],
  ['not behind one where the others lead with theirs', '– Trello: fine.\n– Bij Quillpad niet.', ['Trello', 'Quillpad']],
  ['not within a link', '- [Trello](https://a.nl): b\n- [Suite Quillpad](https://b.nl): c', ['Trello', 'Quillpad']],
  ['not behind its product', '- Trello: b\n- Rova in Cloud di Quillpad, c', ['Trello', 'Quillpad']],
  ['behind a part', '- Trello: b\n- Usa dati di Quillpad, c', ['Trello', 'Quillpad: aside']],
  ['not in a sentence of its own', 'It talks well of Quillpad.', ['Quillpad']],
])('in an item without a name of its own a name is aside: %s', (_, text, expected) => {
  expect(judged(text)).toEqual(expected)
})

test.each(['-', '–', '•'])('one of a list of features behind %s', (mark) => {
  const of = (...heads: string[]) => heads.map((head) => `${mark} ${head}: yes`).join('\n')
  expect(judged(of('Price', 'Quillpad', 'Support', 'Sync'))).toEqual(['Quillpad: feature'])
  expect(judged(of('Asana', 'Quillpad', 'Trello', 'Sync'))).toEqual(['Asana', 'Quillpad', 'Trello'])
})

test.each([
  ['## Works without a bot', ['Quillpad']],
  ["## What I'd buy", ['Quillpad']],
  ['## Flexible workflows', ['Quillpad']],
  ['## 2. Quill Sales Workday', ['Quillpad']],
  ['## Works with', ['Quillpad: aside']],
  ['## Connects to', ['Quillpad: aside']],
  ['## Our integrations', ['Quillpad: aside']],
  ['## Where to buy', ['Quillpad: aside']],
  ['## Online shops', ['Quillpad: aside']],
  ['## Questions buyers ask', ['Quillpad: aside']],
  ['## Consejos antes de pagar', ['Quillpad: aside']],
])('what heads the items of %s', (heading, expected) => {
  expect(judged(`${heading}\n- **Quillpad** – quick`)).toEqual(expected)
})

test.each([
  ['- **Vexel Quillpad** – quick', 'Quillpad'],
  ['- [Adobe Quillpad](https://quill.example/a) – quick', 'Quillpad'],
  ['- a small Quillpad – quick', 'Quillpad: aside'],
])('the maker alone may stand before the head of an item: %s', (item, expected) => {
  expect(judged(`- **Asana** – a\n${item}`)).toEqual(['Asana', expected])
})

test('lines without marks are a list where each leads with a name and a dash', () => {
  const of = ['Quillpad', 'Asana', 'Fin'].map((name) => ({ name, domain: null, spellings: [name] }))
  expect(judged('Quillpad – dear.\nAsana – cheap.\nFin – best off the shelf.', of)).toContain('Fin')
  expect(judged('Cheap – and good.\nFin – best off the shelf.', of)).toEqual(['Fin: ambiguous'])
  expect(judged('Quillpad is dear.\nFin – best off the shelf.', of)).toContain('Fin: ambiguous')
})
