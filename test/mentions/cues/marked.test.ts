import { expect, test } from 'vitest'
import { createJudge } from '../../../pipeline/mentions/count.ts'
import type { Brand } from '../../../pipeline/mentions/names/brand.ts'

const NAMES = ['Asana', 'Trello', 'Wrike', 'Quillpad']
const brands: readonly Brand[] = NAMES.map((name) => ({ name, domain: null, spellings: [name] }))
const LIST = '- **Asana** – boards\n- **Trello** – cards\n- **Wrike** – charts\n\n'

/** What is counted, and what isn't and why. */
function judged(text: string, of: readonly Brand[] = brands): string[] {
  const { mentions, refused } = createJudge(of)({ text, question: '', citations: [] })
  return [...mentions.map(({ brand }) => brand), ...refused.map(({ brand, reason }) => `${brand}: ${reason}`)]
}

test.each([
  ['behind the list', `${LIST}Most readers loved Quillpad last year.`],
  ['at the beginning of a sentence', `${LIST}Quillpad costs a little more this year.`],
  ['as what has done something', `${LIST}Quillpad has stopped selling the old one.`],
  ['within a sentence that is something', `${LIST}Only Quillpad is older.`],
  ['before it', `You came from Quillpad, so look at these.\n\n${LIST}`],
  ['with no dash behind the heads', `${LIST.replaceAll(' –', ':')}Most readers loved Quillpad last year.`],
  ['without bold', `${LIST.replaceAll('**', '')}Most readers loved Quillpad last year.`],
  ['below headings', '## Asana\nBoards.\n\n## Trello\nCards.\n\n## Wrike\nCharts, as Quillpad has.'],
  [
    'among bold names of sentences',
    'Take **Asana** or **Trello**; **Wrike** is dearer. Most readers loved Quillpad last year.',
  ],
  ['behind bold of its line', `${LIST}**Last year** most readers loved Quillpad.`],
  ['below bold that stays open', `${LIST}A star ** too many.\nMost readers loved Quillpad last year.`],
  ['below underscores that stay open', `${LIST}A line __ to fill in.\nMost readers loved Quillpad last year.`],
  ['in another cell', `${LIST}| Year | Our notes |\n|---|---|\n| Last | glad of Quillpad |`],
])('a name that a list of choices marks nowhere is named in passing: %s', (_, text) => {
  expect(judged(text)).toContain('Quillpad: passing')
})

test('a name behind its rank in a table is marked', () => {
  const rows = '| # | Tool | Price |\n|---|---|---|\n| 1 | Quillpad | $9 |\n'
  expect(judged(LIST + rows)).toContain('Quillpad')
  expect(judged(LIST + rows.replace('| 1 |', '| cheap |'))).toContain('Quillpad: passing')
  expect(judged(LIST + rows.replace('| Quillpad | $9 |', '| $9 | as Quillpad |'))).toContain('Quillpad: passing')
})

test('a name that leads its line in italics is marked', () => {
  expect(judged(`${LIST}*Quillpad – 12 boards.* Cheap, too.`)).toContain('Quillpad')
})

test.each([
  ['結論', 'Quillpad也不错。\n\n**简要结论**：重看板选Asana，重卡片选Trello，重图表选Wrike。'],
  ['まとめ', 'Quillpadも無難です。\n\n**まとめ**：基本はAsanaまたはTrello、予算ならWrikeです。'],
])('what sums up marks no choices: %s', (_, text) => {
  expect(judged(text)).toContain('Quillpad')
})

test('what says for whom a line names something in Chinese marks it', () => {
  expect(judged('Quillpad也不错。\n\n**次选**：重看板选Asana，重卡片选Trello，重图表选Wrike。')).toContain(
    'Quillpad: passing',
  )
})

test.each([
  ['in bold', `${LIST}Next year look at **Quillpad** again.`],
  ['in bold with what stands before it', `${LIST}**What about Quillpad?** Too dear.`],
  ['in bold with underscores', `${LIST}Next year look at __Quillpad__ again.`],
  ['in a heading', `${LIST}### And what about Quillpad\nToo dear.`],
  ['at the head of a line, later', `You came from Quillpad.\n\n${LIST}- **Quillpad** – stay`],
  [
    'behind its maker in the first cell',
    '| Tool | Fee |\n|---|---|\n| Asana | 1 |\n| Trello | 2 |\n| Wrike | 3 |\n| Fo Quillpad | 4 |',
  ],
])('a choice that is marked is one: %s', (_, text) => {
  expect(judged(text)).toEqual(expect.arrayContaining(NAMES))
})

test.each([
  ['behind a verb of choosing', `${LIST}If you can spend more, consider a Quillpad.`],
  ['behind one of leaving it', `${LIST}I left out Quillpad on purpose.`],
  ['as what one stays with', `${LIST}You may end up staying with Quillpad.`],
  ['as an honourable mention', `${LIST}I would give an honourable mention to Quillpad, too.`],
  ['as what to leave', `${LIST}I would leave Quillpad for emergencies.`],
  ['as the one to avoid', `${LIST}The one to avoid is Quillpad.`],
  ['as one of two in italics', `${LIST}- *Asana* and *Quillpad*: both sync.`],
  ['behind a label', `${LIST}Honourable mention: Quillpad, a small French maker.`],
  ['behind a label in bold', `${LIST}**Best overall for a family:** the Quillpad 6.`],
  ['behind a label with emphasis of its own', `${LIST}*Honourable mentions:* Trello, which is dear, and Quillpad.`],
  ['as what its sentence says is something', `${LIST}They came later. Quillpad is a further option.`],
  ['as what its sentence says has something', `${LIST}Quillpad has no boards.`],
  ['as one of two in such a sentence', `${LIST}Nordivo and Quillpad are less known.\n\nQuillpad and Nordivo are new.`],
  ['as the second of such a sentence', `${LIST}Nordivo and Quillpad are less known.`],
  ['behind a condition', `${LIST}If you are alone, Quillpad lets you draw.`],
  ['as what not to buy', `${LIST}Nobody should buy Quillpad.`],
  ['behind a label within its line', `${LIST}That was it. Runner-up: the Quillpad from France.`],
])('a choice that is said to be taken or left is one: %s', (_, text) => {
  expect(judged(text)).toEqual(expect.arrayContaining(NAMES))
})

test.each([
  ['of no choice', `${LIST}Works together with: Quillpad.`],
  ['of one choice', `${LIST}*Best overall:* Trello, which is dear, and Quillpad.`],
  ['behind its sentence', `${LIST}*Honourable mentions:* Trello. It is dear, and some like Quillpad.`],
  ['before more of its sentence', `${LIST}Honourable mention: the board that Quillpad has.`],
])('a label announces nothing: %s', (_, text) => {
  expect(judged(text)).toContain('Quillpad: passing')
})

test.each([
  [
    'behind it',
    '## Asana\nBoards.\n\n## Trello\nCards.\n\n## Wrike\nCharts.\n\n**次点**：今年は Quillpad も安い。',
    true,
  ],
  ['with the colon in bold', `${LIST}**추천하지 않는 것:** 비싼 Quillpad는 느립니다.`, true],
  ['in the line below', `${LIST}**注意**：不贵。\n去年 Quillpad 用的人不多。`, false],
  ['in the line with its colon elsewhere', `${LIST}**去年** 大家说：有 Quillpad 用的人不多。`, false],
])('a label in bold marks what stands behind it in Chinese, Japanese and Korean: %s', (_, text, marks) => {
  expect(judged(text)).toContain(marks ? 'Quillpad' : 'Quillpad: passing')
})

test('two choices are no list', () => {
  expect(judged('- **Asana** – boards\n- **Trello** – cards\n\nWrike is fine, and so is Quillpad.')).toEqual(NAMES)
})

test('running text marks nothing', () => {
  expect(judged('Asana has boards. Trello has cards. Wrike has charts. Quillpad is cheap.')).toEqual(NAMES)
})

test('a host that is written as a name marks its brand', () => {
  const hosts = brands.map((brand) => ({ ...brand, domain: `${brand.name.toLowerCase()}.com` }))
  expect(judged(`${LIST}Last year quillpad.com was cheaper.`, hosts)).toEqual(NAMES)
})

test('a name that is a host is written so anywhere: that marks nothing', () => {
  const quillpad = { name: 'Quillpad.com', domain: 'quillpad.com', spellings: ['Quillpad.com'] }
  const others = brands.slice(0, 3)
  expect(judged(`${LIST}Last year quillpad.com was cheaper.`, [...others, quillpad])).toContain('Quillpad.com: passing')
  const text = '- **Asana** – boards\n- **Trello** – cards\n\nLast year Quillpad.com was cheaper, and Wrike was dear.'
  expect(judged(text, [...others, quillpad])).toEqual(['Asana', 'Trello', 'Quillpad.com', 'Wrike'])
})

test('the product is named wherever it is', () => {
  const own = brands.map((brand) => ({ ...brand, own: brand.name === 'Quillpad' }))
  expect(judged(`${LIST}Most readers loved Quillpad last year.`, own)).toEqual(NAMES)
})

test('a brand that a ruling ignores is no choice of the list', () => {
  const ruled = brands.map((brand) => ({ ...brand, ignored: brand.name === 'Wrike' }))
  expect(judged(`${LIST}Most readers loved Quillpad last year.`, ruled)).toEqual([
    'Asana',
    'Trello',
    'Quillpad',
    'Wrike: ignored',
  ])
})

test.each([
  ['Erwähnenswert ist außerdem Quillpad, weil es wenig kostet.', true],
  ['Regardez aussi Quillpad, qui coûte moins.', true],
  ['Im Büro lief letztes Jahr Quillpad, das war teuer.', false],
])('a name that another language advises is not in passing: %s', (sentence, advised) => {
  expect(judged(`${LIST}${sentence}`)).toContain(advised ? 'Quillpad' : 'Quillpad: passing')
})

test('a name that another language advises makes no list of two marked ones', () => {
  expect(judged('**Asana** – Karten\n\n**Trello** – Listen\n\nNimm Wrike, im Büro lief Quillpad.')).toContain(
    'Quillpad',
  )
})

// Read anew for each name, a line of this length took a minute.
test('a line of any length is read once', () => {
  expect(judged(LIST + 'They loved Quillpad last year and so on. '.repeat(8_000))).toContain('Quillpad: passing')
})
