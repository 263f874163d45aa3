import { describe, expect, it } from 'vitest'
import { createCounter } from '../../../pipeline/mentions/count.ts'
import { declinedSpellings } from '../../../pipeline/mentions/names/declined.ts'
import { resolveBrands } from '../../../pipeline/mentions/resolve.ts'

const answer = (text: string) => ({ text, question: '', citations: [] })
const written = (name: string, text: string) => [...(declinedSpellings([name], [answer(text)]).get(name) ?? [])]

describe('names as Slavic texts decline them', () => {
  it.each([
    ['Velopaka', 'Polecam Velopakę, bo działa.', 'Velopakę'],
    ['Velopaka', 'W Velopace zapłacisz więcej niż gdzieś indziej, choć taniej niż u źródła.', 'Velopace'],
    ['Kortega', 'Przy Kortedze trudno o rabat, są jednak zniżki.', 'Kortedze'],
    ['Velo-Paka', 'Sprawdź też Velopakę.', 'Velopakę'],
    ['Zolnira', 'Zkuste Zolniru, je levnější.', 'Zolniru'],
    ['Zolnira', 'V Zolniře je levněji.', 'Zolniře'],
  ])('%s in "%s"', (name, text, spelling) => {
    expect(written(name, text)).toEqual([spelling])
  })

  it.each([
    ['an answer in another language', 'Velopaka', 'We like Velopake and its boxes.'],
    ['a word of the text', 'Faktorna', 'Faktorny są tanie. Wystawiaj faktorny od ręki.'],
    ['a word in small letters', 'Velopaka', 'Weź velopakę, bo działa.'],
    ['a short name', 'Paka', 'Polecam Pakę, bo działa.'],
    ['a name in a consonant', 'Velopak', 'Polecam Velopakę, bo działa.'],
    ['a part of a name', 'Velopaka', 'Polecam Velopakę24 i Velopakę-Plus, bo działają.'],
  ])('takes nothing from %s', (_, name, text) => {
    expect(written(name, text)).toEqual([])
  })
})

describe('a brand in its cases', () => {
  const count = (text: string, names: readonly { name: string; domain: string | null }[]) => {
    const answers = [answer(text)]
    return createCounter(resolveBrands(names, answers))(answers[0] ?? answer('')).map(({ brand }) => brand)
  }

  it('is one, and goes by its first case', () => {
    const names = [
      { name: 'Velopaka', domain: null },
      { name: 'Velopakę', domain: null },
    ]
    expect(count('Polecam Velopakę, bo działa. W Velopace jest też taniej.', names)).toEqual(['Velopaka'])
  })

  it('is two where one has a domain of its own', () => {
    const names = [
      { name: 'Velopaka', domain: null },
      { name: 'Velopakę', domain: 'velopake.pl' },
    ]
    expect(count('Polecam Velopakę, bo działa.', names)).toEqual(['Velopakę'])
  })
})
