import { expect, test } from 'vitest'
import { createJudge } from '../../../pipeline/mentions/count.ts'

/** Whether the product's name counts in a text, alone in it. */
function isNamed(name: string, text: string): boolean {
  const judge = createJudge([{ name, domain: null, spellings: [name], own: true }])
  return judge({ text, question: '', citations: [] }).mentions.length > 0
}

const BESIDE = '2. **Lumex Santal & Vetiver** – mild\n3. **Vokirn Bergamot + Lime** – cheap\n'

test.each([
  ['a word and a sign', `1. **Native Coconut & Vanilla** – easy\n${BESIDE}`],
  ['words, beside others of several', `1. **Native Cool Cotton** – easy\n${BESIDE}`],
  [
    'in bold, before a sentence',
    '**Lumex Load4** is quick.\n\n**Vokirn Arrow** has room.\n\n**Native Cargo One** is new.',
  ],
  ['one word', `1. **Native Sensitive** – easy\n${BESIDE}`],
  ['a number', `1. **Native Mighty 40 Stick** – easy\n${BESIDE}`],
  ['a word that no lexicon knows', `1. **Native Kelvo Sensitive** – easy\n${BESIDE}`],
  [
    'numbered headings',
    '### 1. Lumex Santal – mild\n- a\n\n### 2. Native Coconut – easy\n- b\n\n### 3. Vokirn Lime – cheap\n- c\n',
  ],
  ['rows', '| Stick | Price |\n|---|---|\n| Lumex Santal | 9 |\n| Native Coconut | 8 |\n| Vokirn Lime | 7 |'],
])('a product leads its line among lines that begin with names: %s', (_, text) => {
  expect(isNamed('Native', text)).toBe(true)
})

test.each([
  [
    'a longer name of ordinary words',
    '1. **Native Internet Access** – easy\n2. **Lumex** – mild\n3. **Vokirn** – cheap',
  ],
  ['a long one beside longer ones', `1. **Native Private Internet Access Plans** – easy\n${BESIDE}`],
  ['a sentence', `1. Native skin flora needs time – wait\n${BESIDE}`],
  ['beside one name alone', '1. **Native Sensitive** – easy\n2. **Lumex Santal** – mild\n3. **Cheap Stick** – short'],
  [
    'where most lines begin with words',
    `1. **Native Sensitive** – easy\n${BESIDE}4. **Strong Smell** – bad\n5. **Cheap Stick** – short\n6. **Dry Skin** – itches`,
  ],
  ['headings without numbers', '### Lumex Santal\n- a\n\n### Native Coconut\n- b\n\n### Vokirn Lime\n- c\n'],
  ['beside words in small letters', '1. **Native Sensitive** – easy\n2. lumex smells\n3. vokirn lasts'],
])('no product: %s', (_, text) => {
  expect(isNamed('Native', text)).toBe(false)
})

test('in a list of names in small letters a word is one, and a small word in any list of names', () => {
  expect(isNamed('Native', '- **native** – mild and cheap\n- **Lumex** – strong\n- **Vokirn** – lasts')).toBe(true)
  expect(isNamed('Native', '- **native** – mild and cheap\n- **Strong** – it smells\n- **Vokirn** – lasts')).toBe(false)
  expect(isNamed('Native', '- native: mild and cheap\n- lumex: strong\n- vokirn: lasts')).toBe(true)
  expect(isNamed('Native', '- native: from here\n- foreign: from there\n- vokirn: lasts')).toBe(false)
  expect(isNamed('Native', '- native skin: from here\n- lumex: strong\n- vokirn: lasts')).toBe(false)
  expect(isNamed('Native', '- **native sensitive, unscented**: yes\n- **Lumex**: strong\n- **Vokirn**: lasts')).toBe(
    true,
  )
  expect(isNamed('Native', '- **native jeune** : yes\n- **Lumex** : strong\n- **Vokirn** : lasts')).toBe(true)
  expect(isNamed('Native', '- **Native Coconut** – a\n- ✅ **Lumex Lime** – b\n- ✅ **Vokirn Mint** – c')).toBe(true)
  expect(isNamed('Native', '1. **native skin 2**: from here\n2. **lumex menta**: strong\n3. **vokirn**: lasts')).toBe(
    true,
  )
})

test('a small word alone in a cell counts below names, and the label of a line does not beside words', () => {
  const table = (...cells: string[]): string =>
    `| Stick | Price |\n|---|---|\n${cells.map((cell) => `| ${cell} | 9 |`).join('\n')}`
  expect(isNamed('Native', table('Lumex', 'native', 'Vokirn'))).toBe(true)
  expect(isNamed('Native', table('strong', 'native', 'mild'))).toBe(false)
  const italian = 'Per scegliere il migliore non basta guardare il prezzo e la casa:\n\n'
  expect(isNamed('Miele', `${italian}1. **Uova:** fredde\n2. **Miele:** si scioglie\n3. **Acqua:** calda\n`)).toBe(
    false,
  )
  expect(isNamed('Miele', `${italian}1. **Vokirn:** caro\n2. **Miele:** silenzioso\n3. **Lumex:** lento\n`)).toBe(true)
})

test('in other languages what a dictionary or the shape of nouns tells is no name beside it', () => {
  const german = 'Das ist für dich wichtig und nicht teuer:\n\n'
  const list = (...heads: string[]): string => heads.map((head, at) => `${at + 1}. **${head}** – gut\n`).join('')
  expect(isNamed('Blau', german + list('Blau Allnet L', 'Vokirn Flat M', 'Lumex Mobil S'))).toBe(true)
  expect(isNamed('Blau', german + list('Blau Pause', 'Raufaser Weiß', 'Zwirner Bunt'))).toBe(false)
  const italian = 'Per scegliere il migliore non basta guardare il prezzo e la casa:\n\n'
  expect(isNamed('Nuvola', italian + list('Nuvola Plus', 'Vokirn Sonno', 'Lumex Notte'))).toBe(true)
  expect(isNamed('Nuvola', italian + list('Nuvola Plus', 'Rivestimento Sfoderabile', 'Altezza Media'))).toBe(false)
  const spanish = 'Para elegir los mejores hay que ver el precio y la calidad:\n\n'
  expect(isNamed('Cumbre', spanish + list('Cumbre Risco', 'Vokirn Sendero', 'Lumex Roca'))).toBe(true)
  expect(isNamed('Cumbre', spanish + list('Cumbre Risco', 'Trinquete Bajo', 'Talonera Dura'))).toBe(false)
})

test('the kind of thing that is asked for may be joined to the name at the head of a line', () => {
  const judge = createJudge([{ name: 'Wolf', domain: null, spellings: ['Wolf'], own: true }])
  const isHead = (question: string, text: string): boolean =>
    judge({ text, question, citations: [] }).mentions.length > 0
  expect(isHead('Welche Wärmepumpe ist gut?', '**Wolf-Wärmepumpen**\nDie passt.')).toBe(true)
  expect(isHead('Welche Wärmepumpe ist gut?', '**Wolf-Rudel**\nDie passt.')).toBe(false)
})
