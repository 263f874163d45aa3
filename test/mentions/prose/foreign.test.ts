import { describe, expect, test } from 'vitest'
import { judge } from '../../../pipeline/mentions/judge.ts'
import {
  APPOSED,
  isForeignName,
  isGermanName,
  isSpokenOf,
  VERB_ENDINGS,
} from '../../../pipeline/mentions/prose/foreign.ts'
import {
  areModels,
  isEnglishModel,
  isMadeModel,
  isMaker,
  isModelThere,
} from '../../../pipeline/mentions/prose/models.ts'
import { languageBit } from '../../../pipeline/mentions/words/lexicon.ts'
import { nativeOf } from '../../../pipeline/mentions/words/native.ts'
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

describe('names in German text', () => {
  const ROW = 'Bei der Leistung liegen'

  test.each([
    [
      'a row, each in bold',
      `${GERMAN}${ROW} **Haustür**, **Kleiderschrank** und **VokirRisk** vorn.`,
      ['Haustür', 'Kleiderschrank', 'VokirRisk'],
    ],
    ['a row not in bold', `${GERMAN}${ROW} Haustür, Kleiderschrank und VokirRisk vorn.`, ['VokirRisk']],
    ['bold beside no name', `${GERMAN}${ROW} **Haustür** und **Kleiderschrank** vorn.`, []],
  ])('%s', (_, text, expected) => {
    expect(names(text)).toEqual(expected)
  })

  const known = ['Tarvek', 'Nordivo', 'Kontix', 'Revolva', 'Quillaro', 'Zettelo']
  const found = (text: string) =>
    judge({
      answer: { text: `${GERMAN}${text}`, question: '', citations: [] },
      category: '',
      product: null,
      names: known.map((name) => ({ name, domain: null })),
    }).mentions.map(({ brand }) => brand)

  test.each([
    [
      'by any verb',
      'Tarvek ist gut. Nordivo auch. Und Vokirex reguliert kleine Schäden.',
      ['Tarvek', 'Nordivo', 'Vokirex'],
    ],
    ['by none', 'Tarvek ist gut. Nordivo auch. Und Vokirex oder so kleine Schäden.', ['Tarvek', 'Nordivo']],
  ])('where many are known another is spoken of %s', (_, text, expected) => {
    expect(found(text)).toEqual(expected)
  })
})

describe('labelled lines', () => {
  test.each([
    ['a heading', `${FRENCH}\n## Le plus simple : Vokiro\n\nIl coûte peu.`, ['Vokiro']],
    ['bold with a full stop', `${GERMAN}\n**Dritte Wahl: Vokiro.** Das ist gut.`, ['Vokiro']],
    ['several', `${FRENCH}\n**Une autre banque : Vokiro ou Tarvek**\nElle coûte peu.`, ['Tarvek', 'Vokiro']],
    [
      'names that more is said of',
      `${GERMAN}\n**Richtig gut:** Die Vokiro. Es kostet wenig.\n\n**Finger weg:** Tarvek (39 €). Das ist teuer.`,
      ['Tarvek', 'Vokiro'],
    ],
    [
      'models behind labels',
      `${FRENCH}\n## Le plus simple : Vokiro S65C\n\nBien.\n\n## Les longs trajets : Tarvek Bolide Mini\n\nC'est bon.`,
      ['Tarvek', 'Vokiro'],
    ],
    [
      'what is said of features',
      `${GERMAN}\n**Richtig gut:** Der Tarif ist klein.\n\n**Zu teuer:** Er kostet viel.\n\n**Finger weg:** Tarvek. Das ist teuer.`,
      [],
    ],
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

/** The text without its brackets, the run in them, and its language. */
function read(language: string, marked: string) {
  const start = marked.indexOf('⟦')
  const name = marked.slice(start + 1, marked.indexOf('⟧'))
  return {
    clean: marked.replace(/[⟦⟧]/g, ''),
    run: { name, start, end: start + name.length, startsSentence: start === 0 },
    foreign: { native: nativeOf(languageBit(language)), language, lower: new Set<string>() },
  }
}

test.each([
  ['spanish', 'Aquí ⟦mVokirn⟧ no sale.', true],
  ['french', 'Les modèles ⟦VokirNet⟧ sont bons.', false],
  ['spanish', '⟦mVokirn⟧ aquí.', true],
  // English words.
  ['french', 'Ici ⟦Free Pocket⟧ ferme la marche.', true],
  ['french', 'Ici le ⟦Free Pocket⟧ ferme la marche.', false],
  ['french', 'Ici ⟦Free Pocket⟧ dans la liste.', false],
  ['french', 'Ici ⟦Free Maison⟧ dans la liste.', false],
  ['french', 'Ici ⟦Free Pocket Desk⟧ dans la liste.', false],
  ['french', 'Ici ⟦Sage Barista Maison⟧ dans la liste.', true],
  ['french', '⟦Sage Barista Maison⟧ dans la liste.', false],
  ['french', 'Ici le ⟦Sage Barista Maison⟧ ferme la marche.', true],
  ['spanish', '⟦World Office⟧, cuyo grupo creció, es de aquí.', true],
  ['spanish', '⟦Office⟧, cuyo grupo creció, es de aquí.', false],
  // What stands first may be what is said.
  ['french', 'Ici ⟦Celle-ci⟧ ferme la marche.', false],
  ['italian', '⟦Vokirida⟧ costa poco.', false],
  ['french', '⟦Vokirez⟧ reste ici.', false],
  ['spanish', '⟦Vokirez⟧ cobra menos.', true],
  // Two words of none are more often a person.
  ['spanish', 'Va por ⟦Vokirn Tarvek⟧ ahí.', false],
  ['spanish', 'La app de ⟦Vokirn Tarvek⟧ ahí.', true],
  ['spanish', 'Existe ⟦Vokirn Tarvek⟧ ahí.', true],
  ['spanish', 'Va por ⟦Vokirn⟧ ahí.', true],
  ['spanish', 'Va por ⟦Vokirn Casa⟧ ahí.', true],
  ['spanish', 'Va por ⟦Vokirn Office⟧ ahí.', true],
  ['spanish', 'Va por ⟦Vokirn Tarvek Quillom Brandul⟧ ahí.', true],
])('a name where %s speaks of it: %s %s', (language, marked, expected) => {
  const { clean, run, foreign } = read(language, marked)
  expect(isForeignName(clean, run, foreign)).toBe(expected)
})

test.each([
  ['Gut ist es, und ⟦Vokirn⟧ kostet wenig.', true],
  ['Gut ist heute ⟦Vokirn⟧ kostet wenig.', false],
  ['Gut ist es, und ⟦Vokirn-Tarif⟧ kostet wenig.', false],
  ['Gut ist es, und ⟦Lemonade⟧ kostet wenig.', false],
  ['Gut ist es, und ⟦Vokirn⟧ bieten viel.', false],
  ['Gut ist es, und ⟦Vokirn⟧ sind billig.', false],
  ['⟦Wenige Beschwerden⟧ gibt es hier.', false],
  ['⟦Günstige Single-Tarife⟧ gibt es hier.', false],
  ['⟦Vokirnd⟧ kostet wenig.', true],
  ['⟦Vokirend⟧ kostet wenig.', false],
])('a name where German speaks of it: %s %s', (marked, expected) => {
  const { clean, run, foreign } = read('german', marked)
  expect(isGermanName(clean, run, foreign)).toBe(expected)
})

test('what stands behind a comma is said of a name, unless a row goes on', () => {
  expect(APPOSED.test(', cuyo grupo creció.')).toBe(true)
  expect(APPOSED.test(', bakfietsen, en meer.')).toBe(false)
  expect(APPOSED.test(', diversifica y reinvierte.')).toBe(false)
})

test('a verb behind a name', () => {
  expect(isSpokenOf(' è buono')).toBe(true)
  expect(isSpokenOf(' se vende')).toBe(true)
  expect(isSpokenOf(' vokirza', VERB_ENDINGS.spanish)).toBe(true)
  expect(isSpokenOf(' vokirza')).toBe(false)
  expect(isSpokenOf(' Vokirza', VERB_ENDINGS.spanish)).toBe(false)
  expect(isSpokenOf(' sobre', VERB_ENDINGS.spanish)).toBe(false)
  expect(isSpokenOf('.', VERB_ENDINGS.spanish)).toBe(false)
})

test.each([
  ['Vokirn Trail', 'Es la Vokirn Trail.', true],
  ['VKN Trail', 'Es la VKN Trail.', true],
  ['Vokirn Hotel', 'Es la Vokirn Hotel.', true],
  ['Vokirn Trail', 'Vokirn Trail es la mejor.', false],
  ['Vokirn Trail', 'Es la x', false],
  ['Vokirn', 'Es la Vokirn.', false],
  ['Casa Trail', 'Es la Casa Trail.', false],
  ['First Trail', 'Es la First Trail.', false],
  ['Vokirn trail', 'Es la Vokirn trail.', false],
  ['Vokirn Casa', 'Es la Vokirn Casa.', false],
  ['Vokirn Bank', 'Es la Vokirn Bank.', false],
  ['Vokirn Zettel', 'Es la Vokirn Zettel.', false],
])('%s is a model in "%s": %s', (name, clean, expected) => {
  const native = nativeOf(languageBit('spanish'))
  const kinds = new Set(['zettel'])
  expect(isModelThere(name, clean, { native, language: 'spanish' }, kinds)).toBe(expected)
  expect(isModelThere(name, clean, { native, language: 'polish' }, kinds)).toBe(false)
})

test.each([
  ['Vokirn Trail', 'Take the Vokirn Trail.', true],
  ['VKN Trail', 'Take the VKN Trail.', true],
  ['Vokirn Trail', 'Take a Vokirn Trail.', false],
  ['Vokirn Trail', 'Take the x', false],
  ['Vokirn', 'Take the Vokirn.', false],
  ['First Trail', 'Take the First Trail.', false],
  ['Vokirn trail', 'Take the Vokirn trail.', false],
  ['Vokirn Bank', 'Take the Vokirn Bank.', false],
  ['Vokirn Zettel', 'Take the Vokirn Zettel.', false],
])('%s is a model in English in "%s": %s', (name, clean, expected) => {
  expect(isEnglishModel(name, clean, new Set(['zettel']))).toBe(expected)
})

test('the heads of a list are models where each of several is', () => {
  const native = nativeOf(languageBit('spanish'))
  expect(areModels(['Vokirn Trail', 'Tarvek Flux'], { native }, new Set())).toBe(true)
  expect(areModels(['Vokirn Trail', 'Tarvek'], { native }, new Set())).toBe(false)
  expect(areModels(['Vokirn Trail'], { native }, new Set())).toBe(false)
})

test.each([
  ['french', 'Voici le Tarvos de ⟦Vokirn⟧.', true],
  ['french', 'Voici le Prix de ⟦Vokirn⟧.', false],
  ['french', 'Voici le VKN de ⟦Vokirn⟧.', false],
  ['french', 'Voici le Tarvos de ⟦Maison⟧.', false],
  ['french', 'Voici le Tarvos de ⟦Paris⟧.', false],
  ['spanish', 'Es der Tarvos de ⟦Vokirn⟧.', false],
  ['polish', 'Es der Tarvos de ⟦Vokirn⟧.', false],
])('in %s the maker behind its model: %s %s', (language, marked, expected) => {
  const { clean, run, foreign } = read(language, marked)
  expect(isMaker(clean, run, foreign)).toBe(expected)
})

test.each([
  ['french', 'Voici le ⟦Tarvos⟧ de Vokirn.', true],
  ['french', 'Voici le ⟦Tarvos⟧ d’Okirn.', true],
  ['french', 'Voici un ⟦Tarvos⟧ de Vokirn.', false],
  ['french', 'Voici le ⟦Maison⟧ de Vokirn.', false],
  ['french', 'Voici le ⟦VKN⟧ de Vokirn.', false],
  ['french', 'Voici le ⟦Tarvos⟧ de chez nous.', false],
])('in %s the model before its maker: %s %s', (language, marked, expected) => {
  const { clean, run, foreign } = read(language, marked)
  expect(isMadeModel(clean, run, foreign)).toBe(expected)
})
