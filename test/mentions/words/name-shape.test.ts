import { describe, expect, test } from 'vitest'
import { isDistinctive, isNameShaped, isPlace, isProvince } from '../../../pipeline/mentions/words/name-shape.ts'

describe('a name has', () => {
  test.each([
    ['a small coined word before a number', 'Zettel quillvorto 5', 'Zettel bicycle 5'],
    ['a small coined word before capitals', 'Zettel quillvorto XL', 'Zettel quillvorto Large'],
    ['a coined word in no language', 'Zettel quillvorto 5', 'Zettel fahrrad 5'],
    ['no price', 'Around 400 Zettel', 'Around $400'],
    ['a colon within a word', 'Zet:quill', 'Zet:Quill'],
    ['no colon before a space', 'Zet:quill', 'Zet: quill'],
    ['a sign behind a small first word', 'quado° Heat', 'quado. Heat'],
    ['a small "to"', 'Path to Zettel', 'Path at Zettel'],
    ['a small "on"', 'Zettel on Quill', 'Zettel onto Quill'],
    ['a capital letter at its end', 'Vokir Bali E', 'Vokir Bali e'],
    ['a small letter joined to a capital one', 'Vokir i-Size', 'Vokir i-size'],
    ['a word behind its "to"', 'Path to Zettel', 'Path to'],
  ])('%s', (_, name, other) => {
    expect(isNameShaped(name)).toBe(true)
    expect(isNameShaped(other)).toBe(false)
  })
})

test('one word in capitals is no place, but for the USA', () => {
  expect(['Ewe', 'Peru', 'USA', 'UK'].filter((name) => !isPlace(name))).toEqual([])
  expect(['EWE', 'PERU'].filter(isPlace)).toEqual([])
})

test('a country is a place by its everyday name, too', () => {
  expect(['Turkey', 'Türkiye', 'Czech Republic', 'Britain'].filter((name) => !isPlace(name))).toEqual([])
})

test('a state or a province is no name', () => {
  expect(['Navarra', 'California', 'Île-de-France'].filter((name) => !isProvince(name))).toEqual([])
  expect(['Navarra', 'Hessen', 'Quillarra'].filter(isDistinctive)).toEqual(['Quillarra'])
})
