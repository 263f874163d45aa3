import { describe, expect, test } from 'vitest'
import { judge } from '../../../pipeline/mentions/judge.ts'
import { DUTCH, FRENCH, GERMAN, ITALIAN, names, POLISH, SPANISH } from '../../support/foreign-texts.ts'

describe('names in running text of other languages', () => {
  test.each([
    ['what a German sentence speaks of', `${GERMAN}Vokiro sitzt in der Schweiz und kostet wenig.`, ['Vokiro']],
    ['a German clause', `${GERMAN}Das ist gut, und Vokiro kostet weniger.`, ['Vokiro']],
    [
      'whose a German thing is',
      `${GERMAN}Gut sind auch Geräte von Vokiro, Brandule und Tarvek.`,
      ['Brandule', 'Tarvek', 'Vokiro'],
    ],
    ['German genitives', `${GERMAN}Vokiro ist gut. Vokiros Ximo hat ein Licht.`, ['Vokiro']],
    ['what a Spanish sentence speaks of', `${SPANISH}Vokiro queda algo por encima.`, ['Vokiro']],
    ['a name alone before a full stop', `${SPANISH}\n\nVokiro. Lleva años sin cobrar nada.`, ['Vokiro']],
    ['what an arrow leads to', `${SPANISH}\n* Para viajar → Vokiro`, ['Vokiro']],
    ['an apposition', `${SPANISH}Vokiro, cuyo grupo compró varias firmas, tiene planta aquí.`, ['Vokiro']],
    ['what a French sentence speaks of', `${FRENCH}Vokirobanq s'appuie sur un réseau.`, ['Vokirobanq']],
    ['an elision', `${FRENCH}On peut aussi parler d'Odavoo et de Varneo.`, ['Odavoo', 'Varneo']],
    ['a question that names one', `${FRENCH}Et VokiroCloud ? Il est cher.`, ['VokiroCloud']],
    ['English words', `${FRENCH}Free Pocket ferme la marche sur les appels.`, ['Free Pocket']],
    ['what a Polish sentence speaks of', `${POLISH}Vokiro stawia na prostotę.`, ['Vokiro']],
    ['what a Dutch sentence speaks of', `${DUTCH}Vokiro krijgt hoge cijfers.`, ['Vokiro']],
    [
      'names written small',
      `${SPANISH}Los más recomendados son Vokirut, Trandeo y brunq.`,
      ['Trandeo', 'Vokirut', 'brunq'],
    ],
    ['names beside marks of sources', `${GERMAN}Viele greifen zu Vokiro[1] oder zu Tarvek[2].`, ['Tarvek', 'Vokiro']],
    ['a model behind an article', `${SPANISH}Lo mejor son las Vokiro Ultraflix.`, ['Vokiro']],
    ['a maker behind its model', `${FRENCH}En tête, il y a le Tarvos 10R de Vokirock.`, ['Vokirock']],
    ['a maker behind its German model', `${GERMAN}Gut ist auch der Ximo von Vokirn.`, ['Vokirn']],
    ['what is said', `${FRENCH}Ils restent plus réservés sur Vokiredi, dont la navigation hésite.`, ['Vokiredi']],
    ['a row with an English word', `${GERMAN}Teile gibt es von Cube, Vokirbek und KTM.`, ['Cube', 'KTM', 'Vokirbek']],
    [
      'models in a list',
      `${SPANISH}\n1. **Vokiro Flux** – firme\n2. **Tarvek Hybrid Premium** – blando`,
      ['Tarvek', 'Vokiro'],
    ],
  ])('%s', (_, text, expected) => {
    expect(names(text)).toEqual(expected)
  })

  test.each([
    ['German nouns', `${GERMAN}Aufmaß und Versand sind dabei, ohne großen Aufwand und mit zwei Klicks.`],
    ['German compounds', `${GERMAN}\n- Wasseranschluss: spart Nerven\n- Milch: bleibt frisch\n- Bohnen: gehen weg`],
    [
      'labels of criteria',
      `${GERMAN}\n\n**Worauf du achtest**\n\n- **Laufzeit:** kurz\n- **Preisgarantie:** lang\n- **Ausbau:** ja\n- **Unabhängigkeit:** ja`,
    ],
    ['Polish adjectives', `${POLISH}\n- *Kapsułkowy* – drogi\n- *Kolbowy* – trudny\n- *Automatyczny* – wygodny`],
    ['Polish cases of what is said', `${POLISH}Zaletą jest cena.`],
    ['Spanish participles', `${SPANISH}Fabricado en casa, con garantía.`],
    ['Italian infinitives', `${ITALIAN}Cambiarlo costa più di tre anni.`],
    ['French articles', `${FRENCH}\n\nL'ultime est excellente.`],
    ['Italian articles', `${ITALIAN}\n\nUn'alternativa recente è più cara.`],
    [
      'what a rule or a format is called',
      `${SPANISH}Tiene que cumplir el reglamento Vokifactu y emitir el formato Tarvekae.`,
    ],
    ['units', `${DUTCH}Met een verbruik van 2.900 kWh en 75 dB is het duur.`],
    ['who compares', `${ITALIAN}Puoi usare un comparatore come Vokiro o Tarvek.`],
    ['who asked', `${FRENCH}D'après l'enquête annuelle de Vokirox, la qualité monte.`],
    ['public bodies', `${ITALIAN}Le regole sono pubblicate da Agenzia delle Vokire per tutti.`],
    ['persons', `${FRENCH}La marque a été créée par Vokir Tarvek il y a dix ans.`],
  ])('not %s', (_, text) => {
    expect(names(text)).toEqual([])
  })
})

describe('labelled lines', () => {
  test.each([
    ['a heading', `${FRENCH}\n## Le plus simple : Vokiro\n\nIl coûte peu.`, ['Vokiro']],
    ['bold with a full stop', `${GERMAN}\n**Dritte Wahl: Vokiro.** Das ist gut.`, ['Vokiro']],
    ['several', `${FRENCH}\n**Une autre banque : Vokiro ou Tarvek**\nElle coûte peu.`, ['Tarvek', 'Vokiro']],
    ['no step', `${FRENCH}\n### Étape 2 : Vokir Chaque Jour\n\nC'est bon.`, []],
    ['no phrase', `${FRENCH}\n### Le prix : Gratuit\n\nC'est bon.`, []],
  ])('%s', (_, text, expected) => {
    expect(names(text)).toEqual(expected)
  })
})

describe('a known name in other languages', () => {
  const named = (brand: string, text: string) =>
    judge({
      answer: { text, question: '', citations: [] },
      category: '',
      product: null,
      names: [
        { name: brand, domain: null },
        { name: 'Tarvek', domain: null },
      ],
    }).mentions.some((mention) => mention.brand.toLowerCase() === brand.toLowerCase())

  test.each([
    ['in capitals where the line is not', 'Flyer', `${GERMAN}\n\n3. **FLYER** – leicht und gut`, true],
    ['before a model with a number', 'Eureka', `${FRENCH}\n\n- **Eureka J15 Pro Ultra** – souvent en promotion`, true],
    [
      'of several words of the language',
      'La Poste Mobile',
      `${FRENCH}Voici les petites formules de La Poste Mobile pour tous. Tarvek est cher.`,
      true,
    ],
    ['in bold behind an article', 'Cumbre', `${SPANISH}La segunda sería el **Cumbre Híbrido**, más firme.`, true],
    ['a word of the language', 'scatola nera', `${ITALIAN}Tarvek costa meno con la scatola nera.`, false],
    [
      'what is proposed in small letters',
      'station de vidage',
      `${FRENCH}Avec Tarvek, c'est la station de vidage.`,
      false,
    ],
    ['one of many', 'middenmotor', `${DUTCH}Tarvek heeft een middenmotor.`, false],
    ['a name in small letters', 'vokirstar', `${GERMAN}Tarvek ist gut, vokirstar auch.`, true],
    ['a public body', 'Agencia Tributaria', `${SPANISH}Con Tarvek envías todo a la Agencia Tributaria.`, false],
    ['what any device has', '5G', `${FRENCH}Tarvek progresse sur les débits 5G.`, false],
  ] as const)('%s: %s', (_, brand, text, expected) => {
    expect(named(brand, text)).toBe(expected)
  })
})
