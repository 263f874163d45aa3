import { describe, expect, it } from 'vitest'
import { languageOf, languagesOfWord } from '../../../pipeline/mentions/words/lexicon.ts'

const LANGUAGES = {
  german: 'Die beste Wahl ist nicht immer die teuerste, und für viele ist es das einfache Modell.',
  spanish: 'La mejor opción no siempre es la más cara, y para muchos es el modelo que tiene menos cosas.',
  french: "Le meilleur choix n'est pas toujours le plus cher, et pour beaucoup c'est le plus simple.",
  italian: 'La scelta migliore non è sempre la più cara, e per molti è il modello che costa meno.',
  portuguese: 'A melhor escolha não é sempre a mais cara, e para muitos é o modelo que tem menos coisas.',
  dutch: 'De beste keuze is niet altijd de duurste, en voor veel mensen is het de eenvoudigste.',
  polish: 'Najlepszy wybór nie zawsze jest najdroższy, a dla wielu to po prostu ten, który już się zna.',
}

describe('the language of a text', () => {
  const bits = Object.values(LANGUAGES).map((text) => languageOf(text))

  it('is told apart for each language', () => {
    expect(bits).not.toContain(0)
    expect(new Set(bits).size).toBe(bits.length)
  })

  it('is nothing for English and for marks alone', () => {
    expect(languageOf('The best choice is not always the most expensive, and for many it is the simple one.')).toBe(0)
    expect(languageOf('| --- | --- |')).toBe(0)
  })

  it('is not English where English is quoted', () => {
    const dutch = 'In Nederland is het verplicht als je aan de overheid levert, en dat heet “join the club”.'
    expect(languageOf(dutch)).toBe(languageOf(LANGUAGES.dutch))
  })

  it('is that of the question, where an answer is a list of names', () => {
    expect(languageOf('1. Prima\n2. Verti', 'Qual è la migliore, e per chi è la più cara?')).toBe(
      languageOf(LANGUAGES.italian),
    )
  })

  it.each([
    ['italian', 'prima'],
    ['german', 'faden'],
    ['polish', 'cena'],
    ['french', 'choix'],
  ] as const)('%s has the word %s', (language, word) => {
    expect(languagesOfWord(word) & languageOf(LANGUAGES[language])).not.toBe(0)
  })

  it('has no names, whatever films speak of', () => {
    for (const name of ['thomas', 'nike', 'linda']) expect(languagesOfWord(name)).toBe(0)
  })
})

describe('a product named after an everyday word of the language', async () => {
  const { judge } = await import('../../../pipeline/mentions/judge.ts')
  const product = { brand: 'Prima', domain: 'prima.it', aliases: [] }
  const named = (text: string) =>
    judge({ answer: { text, question: '', citations: [] }, category: '', product, names: null }).mentions.some(
      ({ brand }) => brand === 'Prima',
    )
  const around = 'Non è sempre il più caro che conviene, e per molti basta quello che costa meno. '

  it.each([
    [`${around}Prima di scegliere, confronta i prezzi.`, false],
    [`${around}Di prima mano è il consiglio di chi lo usa.`, false],
    [`${around}\n- **Prima** – tutto dal telefono\n- **Verti** – per chi guida poco`, true],
    [`${around}Tra i più noti ci sono Verti, Prima e Quixa.`, true],
  ])('%s', (text, expected) => {
    expect(named(text)).toBe(expected)
  })
})
