import { expect, test } from 'vitest'
import { createJudge } from '../../../pipeline/mentions/count.ts'

/** The rule by which the product's name counts, or why it doesn't. */
function outcome(name: string, text: string, question = '', spellings: readonly string[] = [name]): string {
  const judge = createJudge([{ name, domain: null, spellings, own: true }])
  const { mentions, refused } = judge({ text, question, citations: [] })
  return mentions[0]?.rule ?? `not: ${refused[0]?.reason ?? 'found'}`
}

test.each([
  ['Spike if there are fewer than ten of you, PagerDuty if there are more.', 'subject'],
  ['Spike when it is quiet, and **PagerDuty** for the rest of the year.', 'subject'],
  ['Spike if there are fewer than ten of you.', 'not: ambiguous'],
  ['Spike if there are fewer than ten of you, or more if you like.', 'not: ambiguous'],
  ['A spike if there are fewer than ten of you, PagerDuty if there are more.', 'not: ambiguous'],
])('an answer for each case names a choice: %s', (text, rule) => {
  expect(outcome('Spike', text)).toBe(rule)
})

test.each([
  ['Is Native worth it this year?', 'asked'],
  ['Is native advertising worth it this year?', 'not: ambiguous'],
  ['Native, is it worth it this year?', 'not: ambiguous'],
  ['The Best Native Sticks That Really Work', 'not: ambiguous'],
  ['Which stick is worth it this year?', 'not: ambiguous'],
])('what the question asks about by its name is what a sentence speaks of: %s', (question, rule) => {
  expect(outcome('Native', 'Honestly? Native smells great for hours.', question)).toBe(rule)
})

test.each([
  ['Spike or Lumex or Vokirn?', 'asked'],
  ['Spike oder Lumex oder Vokirn?', 'asked'],
  ['spike vs lumex', 'asked'],
  ['Spike or Lumex?', 'asked'],
  ['lumex oder spike: was ist besser?', 'asked'],
  ['Spike or drop?', 'not: ambiguous'],
  ['lumex or spikes?', 'not: ambiguous'],
  ['lumex or myspike?', 'not: ambiguous'],
  ['myspike or lumex?', 'not: ambiguous'],
])('what the question sets against others is meant by its name: %s', (question, rule) => {
  expect(outcome('Spike', 'Honestly? Spike prices are low.', question)).toBe(rule)
})

test.each([
  ['Use a phone. Spike by Mirage has a script.', 'maker'],
  ['Use a phone. Spike by Mirage, Vokirn by Zorro.', 'not: ambiguous'],
  ['Use a phone. Spike by hand has a charm.', 'not: ambiguous'],
])('a sentence speaks of what somebody makes: %s', (text, rule) => {
  expect(outcome('Spike', text)).toBe(rule)
})

test('a name that is written small begins no sentence so', () => {
  expect(outcome('spike', 'Use a phone. spike by Mirage has a script.')).toBe('not: ambiguous')
})

test.each([
  ['## 🇧🇪 Best choice: Spike Fryer', 'list-head'],
  ['## Best choice: Spike Fryer', 'heading'],
  ['**Spike Dare Crossback Run Bra 2.0**\nMolded.', 'list-head'],
  ['**Spike Dare Crossback Run Bra Straps**\nMolded.', 'not: ambiguous'],
])('the name stands before the rest of its product’s: %s', (text, rule) => {
  expect(outcome('Spike', text)).toBe(rule)
})

test('a German question writes all nouns with capital letters', () => {
  const german = 'Das ist für dich gut und nicht teuer. Wind ist nicht alles.'
  expect(outcome('Wind', german, 'Was bringt der Wind an der Küste?')).toBe('not: ambiguous')
})

test('what is asked about counts where a sentence speaks of it', () => {
  expect(outcome('Native', 'Native skin needs time.', 'Is Native worth it this year?')).toBe('not: ambiguous')
})

test.each([
  ['Respire', 'Les sticks sont dans le commerce et sur le site.\n\nRespire est la plus connue du lot.', 'subject'],
  ['Respire', 'Les sticks sont dans le commerce et sur le site.\n\nRespire bien avant le test.', 'not: ambiguous'],
  ['Respire', 'Les sticks sont dans le commerce. Il respire est-ce tout.', 'not: ambiguous'],
  ['Respire', 'The sticks are dear and the rest is not. Respire est 2019 and more.', 'not: ambiguous'],
  ['Pausa', 'Il caffè è della stessa casa ma non costa di più. Grande Pausa è la più comoda.', 'not: word'],
  ['Pausa', 'Il caffè è della stessa casa ma non costa di più. Pausa è la più comoda.', 'subject'],
])('in Romance languages a word without an article is a name: %s: %s', (name, text, rule) => {
  expect(outcome(name, text)).toBe(rule)
})

test.each([
  ['Für kurze Wege ist Miles Mobility ein guter Einstieg und nicht teuer.', 'case'],
  ['Für kurze Wege ist Ledger ein guter Einstieg und nicht teuer.', 'not: ambiguous'],
  ['Für kurze Wege ist Wind Park ein guter Einstieg und nicht teuer.', 'not: ambiguous'],
  ['Für kurze Wege ist miles mobility ein guter Einstieg und nicht teuer.', 'not: ambiguous'],
  ['For short ways Miles Mobility Miles is good and not dear.', 'not: ambiguous'],
])('a name of several words of another language is one: %s', (text, rule) => {
  expect(outcome('Miles', text, '', ['Miles', 'Miles Mobility', 'Ledger', 'Wind Park'])).toBe(rule)
})

test('an ordinary word joined to it makes a longer name, a name beside it doesn’t', () => {
  const german = 'Das ist für dich gut und nicht teuer. '
  expect(outcome('Miles', `${german}Gib im Konto deine Miles & More Nummer an.`)).toBe('not: word')
  expect(outcome('Miles', `${german}Gut sind Miles & Vokirn für dich.`)).toBe('listed')
})

test.each([
  ['| GLOBAL G-2 | 125 |\n| SHUN P-4 | 200 |', 'list-head'],
  ['- GLOBAL G-2 – light', 'list-head'],
  ['| the GLOBAL G-2 | 125 |', 'not: ambiguous'],
])('a list or a table that writes its names in capitals: %s', (text, rule) => {
  expect(outcome('Global', text)).toBe(rule)
})

test('an inflected form is a word where the dictionary has the word', () => {
  const polish = 'Wiele firm jest w kraju i nie ma się czego bać. '
  expect(outcome('Kurier', `${polish}Trzeba zapytać kuriera, który jest na miejscu.`)).toBe('not: word')
  expect(outcome('Kurier', `${polish}Trzeba zapytać Kuriera, który jest na miejscu.`)).toBe('inflected')
  expect(outcome('Vokirn', `${polish}Trzeba zapytać vokirna, który jest na miejscu.`)).toBe('inflected')
  expect(outcome('Vokirn', `${polish}Trzeba zapytać vokirn, który jest.`, '', ['Vokirn', 'Kurier'])).toBe('name')
})

test.each([
  ['lemonade vs kin vs hippo insurance', 'asked'],
  ['kin insurance vs lemonade', 'asked'],
  ['lemonade or kin', 'not: ambiguous'],
  ['lemonade vs kindle', 'not: ambiguous'],
])('what the question sets against another is a name, however written: %s', (question, rule) => {
  expect(outcome('Kin', 'Lemonade is cheapest, and KIN next of all.', question)).toBe(rule)
  expect(outcome('Kin', '## The Kin of the Wood', question)).toBe('not: ambiguous')
})

test.each([
  ["What's the difference between lanterns and lamps?", 'not: ambiguous'],
  ['What is the best lamp?', 'bold'],
  ['difference between lanterns and lamps?', 'bold'],
])('what the question has as a word heads a line as one: %s', (question, rule) => {
  expect(outcome('Lanterns', '**Lanterns** assume that it is dark.\n\n**Lamps** do not.', question)).toBe(rule)
  expect(outcome('Lanterns', '### 1. Lamps\nSmall.\n\n### 2. Lanterns\nBright.', question)).toBe('heading')
})

test('German nouns in a row tell of no name beside them', () => {
  const german = 'Das ist für dich gut und nicht teuer.\n\n'
  expect(outcome('Prise', `${german}**Prise, Teelöffel, Schuss: wie man misst**`)).toBe('not: ambiguous')
  expect(outcome('Prise', `${german}**Prise, Vokirn, Lumex: wie man bestellt**`)).toBe('listed')
})

test('a word that ends like a verb and is none speaks of nothing', () => {
  const rule = (text: string): string => {
    const brand = { name: 'Ramp', domain: 'ramp.com', spellings: ['Ramp'], own: true }
    const citations = [{ url: 'https://ramp.com', domain: 'ramp.com' }]
    return createJudge([brand])({ text, question: '', citations }).mentions[0]?.rule ?? 'none'
  }
  expect(rule('It is dear. Ramp access on gates is poor.')).toBe('none')
  expect(rule('It is dear. Ramp blocks cards on gates.')).toBe('domain-cited')
  expect(rule('It is dear. Ramp blocks are the cause of it.')).toBe('none')
  expect(rule('It is dear.\n\nRamp, dock and gate are words.')).toBe('domain-cited')
  expect(rule('It is dear.\n\n## Ramp and Dock: What to Look For\n\nBoth have gates.')).toBe('none')
})
