import { expect, test } from 'vitest'
import { createJudge } from '../../../pipeline/mentions/count.ts'

/** Whether the product's name counts in a text, alone in it. */
function isNamed(name: string, text: string): boolean {
  const judge = createJudge([{ name, domain: null, spellings: [name], own: true }])
  return judge({ text, question: '', citations: [] }).mentions.length > 0
}

const GERMAN = 'Das ist nicht für alle und die Auswahl ist groß.\n\n'
const PORTUGUESE = 'A maioria não usa o que paga e não é pouco, mas é o que há.\n\n'

test.each([
  ['Die Blaue', `${GERMAN}**Eher nicht:** Die Blaue. Der große Tarif ist zu teuer.`],
  ['Die Blaue', `${GERMAN}**Eher nicht:** Die Blaue (ab 5 €). Der große Tarif ist zu teuer.`],
  ['Blaue', `${GERMAN}**Eher nicht:** Die Blaue. Der große Tarif ist zu teuer.`],
  ['Nossa Casa', `${PORTUGUESE}**Não pagaria hoje:** a Nossa Casa. É completa, é honesta.`],
  ['Casa', `${PORTUGUESE}**Não pagaria hoje :** Casa (uns R$ 90). É completa.`],
])('a name of the language’s words behind a label of several words: %s', (name, text) => {
  expect(isNamed(name, text)).toBe(true)
})

test.each([
  ['Blaue', `${GERMAN}**Eher nicht:** Die blaue. Der große Tarif ist zu teuer.`],
  ['Blaue', `${GERMAN}**Farbe:** Blaue. Der große Tarif ist zu teuer.`],
  ['Blaue', `${GERMAN}**Eher nicht:** Die Blaue ist zu teuer.`],
  ['Blaue', `${GERMAN}**Eher nicht:** Blaue, rote und gelbe.`],
  ['Casa', `${PORTUGUESE}**Não pagaria hoje:** a casa. É completa, é honesta.`],
])('and not in small letters, behind one word or in a sentence: %s', (name, text) => {
  expect(isNamed(name, text)).toBe(false)
})

const FRENCH = 'Le poids est le critère de la liste et les modèles sont pour le métro.\n\n'

test.each([
  ['Micro', `${FRENCH}2. **Micro Explorer II** – 13 kg`],
  ['Micro', `${FRENCH}2. **Micro Explorer 400** – 13 kg`],
])('the product’s model with its number: %s', (name, text) => {
  expect(isNamed(name, text)).toBe(true)
})

test.each([
  ['Micro', `${FRENCH}2. **Micro Suspension Avant** – 13 kg`],
  ['Micro', `${FRENCH}2. **Micro coupures II** – 13 kg`],
])('and not before other words: %s', (name, text) => {
  expect(isNamed(name, text)).toBe(false)
})

test.each([
  `${PORTUGUESE}Os gratuitos incluem Nordivo e Cadê Nossa Casa, que permitem registrar.`,
  `${PORTUGUESE}- Cadê Nossa Casa?: criado em Recife.`,
  `${PORTUGUESE}1. **Cadê Nossa Casa** – criado em Recife.`,
])('the end of a longer name is none of the product’s: %s', (text) => {
  expect(isNamed('Nossa Casa', text)).toBe(false)
})

test.each([
  `${PORTUGUESE}Os gratuitos incluem Nordivo e Nossa Casa, que permitem registrar.`,
  `${PORTUGUESE}- Nossa Casa: criado em Recife.`,
  `${PORTUGUESE}- A Nossa Casa: criado em Recife.`,
])('the name itself counts: %s', (text) => {
  expect(isNamed('Nossa Casa', text)).toBe(true)
})

/** Whether a rival counts beside another, in a text that has it as a noun, too. */
function isRival(text: string): boolean {
  const judge = createJudge(['Zettelkasse', 'Nordivo'].map((name) => ({ name, domain: null, spellings: [name] })))
  const { mentions } = judge({ text: `${GERMAN}${text}`, question: '', citations: [] })
  return mentions.some(({ brand }) => brand === 'Zettelkasse')
}

test.each([
  '| **Die Zettelkasse** | 5 € |\n| **Nordivo** | 6 € |',
  '- **Die Zettelkasse** – gut für den Anfang\n- **Nordivo** – auch gut',
  '1. Die Zettelkasse: gut\n2. Nordivo: auch gut',
])('a name behind its article heads a line: %s', (text) => {
  expect(isRival(text)).toBe(true)
})

test.each([
  '- **Die Zettelkasse führen** – gut für den Anfang\n- **Nordivo** – auch gut',
  '- Nordivo: die Zettelkasse ist gut für den Anfang',
])('and no noun does: %s', (text) => {
  expect(isRival(text)).toBe(false)
})

/** Whether a rival of a word of the language counts in a Spanish text. */
function isRivalHere(text: string): boolean {
  const judge = createJudge(['Nube', 'Nordivo'].map((name) => ({ name, domain: null, spellings: [name] })))
  const { mentions } = judge({
    text: `Para la oficina conviene la gama de los dos. ${text}`,
    question: '',
    citations: [],
  })
  return mentions.some(({ brand }) => brand === 'Nube')
}

test('a rival of the language’s words counts in bold with its numbered model', () => {
  expect(isRivalHere('La **Nube X8** es la más citada.')).toBe(true)
  expect(isRivalHere('La **Nube Prima X8** es la más citada.')).toBe(true)
  expect(isRivalHere('La **Nube Prima** es la más citada.')).toBe(false)
  expect(isRivalHere('La Nube Prima X8 es la más citada.')).toBe(false)
})

test.each([
  ['Clean', '1. **Vokirn** – Clean, made by two people'],
  ['Starter', 'At Vokirn the Starter plan is free.'],
  ['City', '- Best overall: Vokirn Medeo T9 City'],
  ['Vault', '| Lumex | OCI Vault | free |'],
])('a word behind a dash, of a plan or at the end of a model is no product: %s', (name, text) => {
  expect(isNamed(name, text)).toBe(false)
})

test.each([
  ['Clean', '1. **Best overall** – Clean, made by two people'],
  ['Starter', 'At Vokirn they use Starter for all.'],
  ['Anchor', 'We like the Anchor Jet 110, which is light.'],
  ['Anchor', 'The Anchor AP-1512HH is the one most of us like.'],
  ['Anchor', '| Model | Price |\n|---|---|\n| **Anchor** Freo Ultra | 9 |'],
])('and is one elsewhere: %s in %s', (name, text) => {
  expect(isNamed(name, text)).toBe(true)
})
