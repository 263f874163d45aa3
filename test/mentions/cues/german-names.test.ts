import { expect, test } from 'vitest'
import { createJudge } from '../../../pipeline/mentions/count.ts'

/** Whether the product's name, a German noun, counts in a text. */
function counts(name: string, text: string): boolean {
  const judge = createJudge([{ name, domain: null, spellings: [name], own: true }])
  return (
    judge({ text: `Das ist für dich gut und nicht teuer. ${text}`, question: '', citations: [] }).mentions.length > 0
  )
}

test.each([
  ['a genitive before what it has', 'Kopies Basistarif lässt sich nie kündigen.', 'Kopie'],
  ['the maker of what is named so', 'Auch der Straße-Tarif MeinSchutz 75 ist nicht teuer.', 'Straße'],
  ['the maker of a number', 'Auch der Straße-Tarif Dent 90 ist nicht teuer.', 'Straße'],
  ['its kind before it', 'Die Autos fahren heute unter der Marke Straße.', 'Straße'],
  ['what it is called', 'Das Werkzeug mit dem hübschen Namen „Straße“ ist dabei.', 'Straße'],
  ['what is said of it', 'Für Fahrer ist Straße ein guter Einstieg.', 'Straße'],
])('a German sentence names the product: %s', (_, text, name) => {
  expect(counts(name, text)).toBe(true)
})

test.each([
  ['a plural before a verb', 'Dort stehen Kopies alte Teile.', 'Kopie'],
  ['a compound with an article', 'Auch der Straße-Tarif ist für Fahrer nicht teuer.', 'Straße'],
  ['a compound before a noun', 'Auch die Straße-Karte Deutschland ist nicht teuer.', 'Straße'],
  ['with its article', 'Für Fahrer ist die Straße ein guter Einstieg.', 'Straße'],
  ['within a sentence', 'Man fährt viel auf Straße.', 'Straße'],
])('but not: %s', (_, text, name) => {
  expect(counts(name, text)).toBe(false)
})
