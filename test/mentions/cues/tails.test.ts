import { expect, test } from 'vitest'
import { createJudge } from '../../../pipeline/mentions/count.ts'
import {
  behindTail,
  hasKindBehind,
  isBoldSubject,
  isHeadWithModel,
  isModelInCell,
  isModelWithArticle,
  isShapedModel,
  leadsBold,
} from '../../../pipeline/mentions/cues/tails.ts'
import { createFinder, type Found } from '../../../pipeline/mentions/find/finder.ts'
import type { Brand } from '../../../pipeline/mentions/names/brand.ts'

/** The brands counted; all but Velkora and Quonto are ordinary words. */
function counted(text: string, own = false): string[] {
  const brands: Brand[] = ['Anchor', 'Harbor', 'Velkora', 'Quonto'].map((name) => ({
    name,
    domain: null,
    spellings: [name],
    own: own && name === 'Anchor',
  }))
  const question = 'Which kettle is best for mail?'
  return createJudge(brands)({ text, question, citations: [] }).mentions.map(({ brand }) => brand)
}

test.each([
  ['an article and its model', 'For trails the Anchor Ridge is best.', ['Anchor']],
  ['an article and its model in bold', 'Few stick with the **Anchor Ridge X Pro**, for its weight.', ['Anchor']],
  ['an article in another language', 'De **Anchor Family** geldt als de norm.', ['Anchor']],
  ['the kind that is asked for', 'It is quick. Anchor Mail is usually quicker.', ['Anchor']],
  ['an abbreviation', 'It is quick. Anchor DNS is usually quicker.', ['Anchor']],
  ['its product in bold and a verb', '**Anchor Messenger** is what most people know.', ['Anchor']],
  ['its model in a row', 'Look at the Velkora Luxe, Anchor Classic and others.', ['Velkora', 'Anchor']],
  ['another name behind "and"', 'It ended. Anchor and Harbor are slow.', ['Anchor', 'Harbor']],
  ['a verb and a pronoun', 'Velkora is cheap. Anchor wants your money.', ['Velkora', 'Anchor']],
  ['a verb and an article', 'Velkora is cheap. Anchor sends the parcel.', ['Velkora', 'Anchor']],
  ['an arrow', '**Best ride for the money → Anchor Ridge 2.0**\nGood.', ['Anchor']],
  ['a label of choices', '- Best overall: Anchor Ridge Walker', ['Anchor']],
  ['a possessive in bold', "Say it. **Anchor's** assistant drafts it.", ['Anchor']],
  [
    'its product in bold and a condition',
    'Take **Quonto** first, **Anchor Bills** if clients pay you.',
    ['Quonto', 'Anchor'],
  ],
  ['a word with a capital letter within', 'It depends, partly. Anchor EarBuds have a mode for it.', ['Anchor']],
  [
    'a question in bold before it',
    'Yes.\n\n**What is easiest for all?**\nAnchor (formerly Brin). One click.',
    ['Anchor'],
  ],
  ['a German preposition', 'Das ist gut und der Preis ist es auch. Bei Anchor läuft der Vertrag.', ['Anchor']],
  [
    'a German verb, where the word is none',
    'Das ist gut und der Preis ist es auch.[1] Anchor erlaubt die Kündigung in der App und ist günstig.',
    ['Anchor'],
  ],
  ['a Chinese sentence', '很好[1]。Anchor 的免费版不错。', ['Anchor']],
])('an ordinary word is a name with %s', (_, text, expected) => {
  expect(counted(text)).toEqual(expected)
})

test.each([
  ['before a noun of a sentence', 'Velkora is cheap. Anchor points cost money.', ['Velkora']],
  ['behind a label that announces nothing', '- Setup: Anchor Deals Fast', []],
  ['in a phrase in bold', '**Anchor Deals Faster** with these tips', []],
  ['before its kind in a heading', '## Anchor Mail Safely\nDo it.', []],
  ['before another name', 'It depends, partly. Anchor Velkora in your menu.', ['Velkora']],
  ['behind a question that it is no answer to', 'Yes.\n\n**What is easiest for all?**\nAnchor points and time.', []],
  ['in a row with words', 'It needs time, Anchor Points and money.', []],
])('and none %s', (_, text, expected) => {
  expect(counted(text)).toEqual(expected)
})

test('a product of the same name needs more than a longer name', () => {
  expect(counted('The Anchor Ridge is best.', true)).toEqual([])
  expect(counted('Velkora and Anchor Leaf Bedding have foam.', true)).toEqual(['Velkora'])
})

test('the kind that is asked for behind a name, a plan or an abbreviation', () => {
  const asked = (word: string): boolean => word === 'Mail'
  expect(hasKindBehind(' Mail is quick.', asked)).toBe(true)
  expect(hasKindBehind(' DNS is quick.', asked)).toBe(true)
  expect(hasKindBehind(' Premium is quick.', asked)).toBe(true)
  expect(hasKindBehind(' Ridge is quick.', asked)).toBe(false)
  expect(hasKindBehind(' Mail Ridge is quick.', asked)).toBe(false)
  expect(hasKindBehind(' Mail Ridge', asked)).toBe(false)
  expect(hasKindBehind(' is quick.', asked)).toBe(false)
})

test('a model with its article, unless its maker stands behind it', () => {
  expect(isModelWithArticle('Take the ', ' Ridge X, for once.')).toBe(true)
  expect(isModelWithArticle('Take the ', ' Ridge X by Velkora, for once.')).toBe(false)
  expect(isModelWithArticle('Take the ', ' is quick.')).toBe(false)
  expect(isModelWithArticle('Prenez le ', ' Ridge X, pour voir.')).toBe(true)
  expect(isModelWithArticle('Take a ', ' Ridge X, for once.')).toBe(false)
})

test('what a sentence in bold begins with is its subject', () => {
  expect(isBoldSubject('Fine. **', ' Ridge** is quick.')).toBe(true)
  expect(isBoldSubject('Fine **', ' Ridge** is quick.')).toBe(false)
  expect(isBoldSubject('Fine. **', ' Ridge** quickly.')).toBe(false)
  expect(isBoldSubject('Fine. **', ' Ridge is quick**.')).toBe(false)
})

test('what stands behind a tail', () => {
  expect(behindTail(' Ridge X; it is')).toBe('; it is')
  expect(behindTail(' Ridge Walker X Pro, and')).toBeNull()
  expect(isShapedModel('AirBuds')).toBe(true)
  expect(isShapedModel('X2')).toBe(true)
  expect(isShapedModel('Ridge')).toBe(false)
})

/** The one place of a brand in a text. */
function found(text: string, brand: Pick<Brand, 'name' | 'proposedBy'>): Found {
  const [match] = createFinder([{ domain: null, spellings: [brand.name], ...brand }])(text, [], '')
  if (match === undefined) throw new Error(`no ${brand.name} in ${text}`)
  return match
}

test.each([
  ['- **Paper Lantern Grande** – 2 kg', true],
  ['3. Paper Lantern Coral, for control', true],
  ['- Paper Lantern Coral Pro', true],
  ['- **Paper Lantern Pricing** – dear', false],
  ['- Paper Lantern Coral is quick', false],
  ['- Paper Lantern – 2 kg', false],
  ['We took Paper Lantern Coral, for control', false],
])('a name of several words leads an item with its model: %s', (line, leads) => {
  const text = `Two.\n${line}\n`
  expect(isHeadWithModel(text, found(text, { name: 'Paper Lantern' }))).toBe(leads)
})

test('one word leads no item with more of its words, and the product none', () => {
  const text = 'Two.\n- **Harbor Coral**, for control\n'
  expect(isHeadWithModel(text, found(text, { name: 'Harbor' }))).toBe(false)
  expect(isHeadWithModel(text, found(text, { name: 'Harbor', proposedBy: 'model' }))).toBe(true)
  const lantern = (own: boolean): number =>
    createJudge([{ name: 'Paper Lantern', domain: null, spellings: ['Paper Lantern'], own }])({
      text: 'Two.\n- **Paper Lantern Coral** – 2 kg\n',
      question: '',
      citations: [],
    }).mentions.length
  expect([lantern(false), lantern(true)]).toEqual([1, 0])
})

test.each([
  ['### 3. Harbor Carry-On – best looking', true],
  ['## Harbor Duo\n', true],
  ['- The **Harbor Inspiron 15** is fine', true],
  ['**Harbor Latitude** — for firms', true],
  ['**3. Harbor Latitude** — for firms', true],
  ['**Harbor Sea Salt & Lime** – fresh', true],
  ['**Harbor One Two Three Four Five Six** – long', false],
  ['**Harbor Pricing** — for firms', false],
  ['**Harbor views** — for firms', false],
  ['The Harbor Latitude is fine', false],
])('what a model proposed leads a heading or what is in bold: %s', (line, leads) => {
  const text = `Two.\n${line}\n`
  expect(leadsBold(text, found(text, { name: 'Harbor', proposedBy: 'model' }))).toBe(leads)
  expect(leadsBold(text, found(text, { name: 'Harbor' }))).toBe(false)
})

test.each([
  ['| 2 | **', ' Samedi 28** | 75 Nm |', true],
  ['| 2 | **', ' Samedi** | 75 Nm |', false],
  ['| 2 | **', ' 28** | 75 Nm |', false],
  ['| 2 | **', ' samedi 28** | 75 Nm |', false],
  ['| 2 | the **', ' Samedi 28** | 75 Nm |', false],
])('a model fills a table’s cell in bold: %s⟦Harbor⟧%s', (before, after, fills) => {
  expect(isModelInCell(before, after)).toBe(fills)
})

test('what a model proposed heads its line so, and the product fills its cell', () => {
  const judged = (brand: Partial<Brand>, text: string): string[] =>
    createJudge([{ name: 'Harbor', domain: null, spellings: ['Harbor'], ...brand }])({
      text,
      question: '',
      citations: [],
    }).mentions.map(({ rule }) => rule)
  expect(judged({ proposedBy: 'model' }, '### 3. Harbor Carry-On – best looking\n- a')).toEqual(['list-head'])
  expect(judged({ proposedBy: 'rules' }, '### 3. Harbor Carry-On – best looking\n- a')).toEqual([])
  expect(judged({ own: true }, '| 2 | **Harbor Samedi 28** | 75 Nm |')).toEqual(['table-cell'])
  expect(judged({ own: true }, '| 2 | **Harbor Samedi** | 75 Nm |')).toEqual([])
  expect(judged({ own: true }, 'For toast: Harbor RE-WF235 has two.')).toEqual(['model'])
})
