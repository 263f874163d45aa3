import { expect, test } from 'vitest'
import { judge } from '../../../pipeline/mentions/judge.ts'
import { readRenamed } from '../../../pipeline/mentions/prose/renamed.ts'
import { languageBit } from '../../../pipeline/mentions/words/lexicon.ts'
import { nativeOf } from '../../../pipeline/mentions/words/native.ts'

const german = { nouns: true, native: nativeOf(languageBit('german')) }
const spanish = { nouns: false, native: nativeOf(languageBit('spanish')) }

test.each([
  ['an ordinary word', 'there is Radiant (formerly Vokiro).', spanish, ['Radiant']],
  ['in bold', 'Buy **Radiant** (now *Vokiro*).', spanish, ['Radiant']],
  ['a host', 'Radiant (ehemals vokiro.in)', german, ['Radiant']],
  ['words of the language', 'y la gallega Descanso Vokiro (antes Rovex)', spanish, ['Descanso Vokiro']],
  ['not the noun before it', 'an einigen Universitäten Vokiro Connect (früher Rovex)', german, ['Vokiro Connect']],
  ['not the word that leads to it', 'The Vokiro (once Rovex)', spanish, ['Vokiro']],
  ['of a table’s first cell', '| Vokiro (now Rovex) | yes |', spanish, ['Vokiro']],
  ['none in small letters', 'the plan (formerly Rovex)', spanish, []],
  ['none before other words', 'Vokiro (now free)', spanish, []],
  ['none of one with a bar', 'met Visda | Rovex (voorheen Rovex)', spanish, []],
])('another name in brackets tells a name: %s', (_, text, writing, expected) => {
  expect(readRenamed(text, writing).map(({ name }) => name)).toEqual(expected)
  for (const { name, start } of readRenamed(text, writing)) expect(text.slice(start, start + name.length)).toBe(name)
})

/** The brands that an answer names by rules alone. */
function brands(text: string): string[] {
  const answer = { text, question: '', citations: [] }
  return judge({ answer, category: 'tools', product: null, names: null }).mentions.map(({ brand }) => brand)
}

test('an ordinary word with another name in brackets is counted, and no source of that kind', () => {
  expect(brands('For notes after a call **Radiant** (formerly Vokiro) is fine.')).toEqual(['Radiant'])
  expect(brands('For notes after a call Radiant (formerly free) is fine.')).toEqual([])
  expect(brands('According to Zettelmag (formerly Vokiro), all of it is fine.')).toEqual([])
})
