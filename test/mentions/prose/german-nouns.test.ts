import { expect, test } from 'vitest'
import { isBoldName, isGermanNoun, withoutGenitive } from '../../../pipeline/mentions/prose/german-nouns.ts'
import { languageBit } from '../../../pipeline/mentions/words/lexicon.ts'
import { nativeOf } from '../../../pipeline/mentions/words/native.ts'

const native = nativeOf(languageBit('german'))

/** The name in square brackets as a run, and its text without them. */
function read(marked: string) {
  const start = marked.indexOf('⟦')
  const name = marked.slice(start + 1, marked.indexOf('⟧'))
  return {
    clean: marked.replace(/[⟦⟧]/g, ''),
    run: { name, start, end: start + name.length, startsSentence: false },
  }
}

test.each([
  ['⟦Vokirns Netz⟧ ist gut.', 'Vokirn'],
  ['⟦Vokirns Tarveko⟧ ist gut. Vokirn auch.', 'Vokirn'],
  ['⟦Vokirns Tarveko⟧ ist gut.', 'Vokirns Tarveko'],
  ['⟦Preis Netz⟧ ist gut.', 'Preis Netz'],
  ['⟦Hauses Netz⟧ ist gut.', 'Hauses Netz'],
  ['⟦Autos Netz⟧ ist gut.', 'Autos Netz'],
  ['⟦Vokirn Netz⟧ ist gut.', 'Vokirn Netz'],
  ['⟦Windows Netz⟧ ist gut.', 'Windows Netz'],
  ['⟦Glas Netz⟧ ist gut.', 'Glas Netz'],
])('without its genitive %s is %s', (marked, expected) => {
  const { clean, run } = read(marked)
  const { name, start, end } = withoutGenitive(clean, run, native)
  expect(name).toBe(expected)
  expect(end - start).toBeLessThanOrEqual(run.name.length)
})

test.each([
  ['Das ist ⟦Haus⟧.', true],
  ['Das ist der ⟦Vokirn⟧.', true],
  ['Das ist ⟦Vokirn⟧.', false],
  ['Das ist der ⟦VKRN⟧.', false],
  ['Das ist der ⟦VokirNet⟧.', false],
  ['Das ist das ⟦Vokirn Haus⟧.', false],
])('%s a German noun: %s', (marked, expected) => {
  const { clean, run } = read(marked)
  expect(isGermanNoun(clean, run, native)).toBe(expected)
})

test.each([
  ['VKRN', true],
  ['Vokir', true],
  ['Haus', false],
  ['Vokirung', false],
  ['VKRUNG', true],
  ['Gold', false],
  ['Vokirstarbukol', false],
])('in bold %s is a name: %s', (name, expected) => {
  expect(isBoldName(name, native)).toBe(expected)
})
