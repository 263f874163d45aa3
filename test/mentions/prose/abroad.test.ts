import { describe, expect, test } from 'vitest'
import { judge } from '../../../pipeline/mentions/judge.ts'
import { isClaimedAbroad, isHardlyGerman } from '../../../pipeline/mentions/prose/abroad.ts'
import { languageBit } from '../../../pipeline/mentions/words/lexicon.ts'
import { nativeOf } from '../../../pipeline/mentions/words/native.ts'
import { DUTCH, FRENCH, GERMAN, ITALIAN, names, POLISH, SPANISH } from '../../support/foreign-texts.ts'

describe('what a sentence in another language can only mean as a name', () => {
  test.each([
    ['an English word that German speaks of', `${GERMAN}Lemonade erlaubt die Kündigung.`, ['Lemonade']],
    ['an English word behind "Bei"', `${GERMAN}Bei Feather läuft der Vertrag weiter.`, ['Feather']],
    ['what is praised in German', `${GERMAN}Ähnlich unkompliziert ist Vokirn aus München.`, ['Vokirn']],
    ['what German advises to look at', `${GERMAN}Dann schau dir Vokirn an.`, ['Vokirn']],
    ['what German advises to look at, reflexively', `${GERMAN}Dazu sollte man sich auch Vokirn ansehen.`, ['Vokirn']],
    ['what German advises to leave', `${GERMAN}Vergesst Vokirn, das taugt nichts.`, ['Vokirn']],
    ['English words in one', `${GERMAN}Viele greifen oft zu Bitwarden, wenn es eilt.`, ['Bitwarden']],
    ['who something belongs to in German', `${GERMAN}Vokirns Anteil ist am größten.`, ['Vokirn']],
    ['bold capitals in German', `${GERMAN}Gut passt hier die **VKRN**, etwas teurer.`, ['VKRN']],
    ['a product behind its article', `${GERMAN}Schau dir den Vokirn P12 an.`, ['Vokirn']],
    ['what Spanish praises', `${SPANISH}La opción más completa es Vokir Academy: lo cubre todo.`, ['Vokir Academy']],
    [
      'what Spanish speaks of with "con"',
      `${SPANISH}Pagas poco, y con Trade Republica puedes crear planes.`,
      ['Trade Republica'],
    ],
    ['capitals that Spanish speaks of', `${SPANISH}Entre ellas, VKR cobra menos por orden.`, ['VKR']],
    ['what Spanish brings in', `${SPANISH}También existe VKR Abierta, que es gratis.`, ['VKR Abierta']],
    ['italics that French speaks of', `${FRENCH}Pour le sommeil, *Vokizz* génère une ambiance.`, ['Vokizz']],
    ['what French advises to leave', `${FRENCH}Évitez en revanche Vokima, dont le prix monte.`, ['Vokima']],
    ['no place behind a name', `${FRENCH}Vokima, à Marsillac, propose une crème.`, ['Vokima']],
    [
      'another of a row',
      `${FRENCH}Regardez du côté de Vokima, de Tarvekki et de Nordivo.`,
      ['Nordivo', 'Tarvekki', 'Vokima'],
    ],
    ['what German mentions', `${GERMAN}Lobend erwähnen möchte ich noch Vokiro, das gefällt.`, ['Vokiro']],
    ['what French mentions', `${FRENCH}Mention spéciale à Vokima, une petite maison.`, ['Vokima']],
    ['what Spanish mentions', `${SPANISH}Y una mención para Vokirea, menos conocida.`, ['Vokirea']],
    ['an elided verb', `${FRENCH}J'éviterais Vokimax ici : ses garanties sont faibles.`, ['Vokimax']],
    ['words of French with capitals', `${FRENCH}\n\n**Bourse Directe** reste la référence.`, ['Bourse Directe']],
    [
      'what Italian brings in',
      `${ITALIAN}Tra le piccole imprese è diffuso anche Vokinext, per il prezzo.`,
      ['Vokinext'],
    ],
    ['what Dutch names', `${DUTCH}Voor grote bedrijven wordt vaak Vokir Online aangeraden.`, ['Vokir Online']],
    ['whose users Polish speaks of', `${POLISH}Użytkownicy VokiSpota chwalą cenę.`, ['VokiSpota']],
    [
      'three beside each other',
      `${ITALIAN}Lo stesso vale per Vokirem, Tarvekki e Isy Banko.`,
      ['Isy Banko', 'Tarvekki', 'Vokirem'],
    ],
    ['what Polish names', `${POLISH}Recenzenci wymieniają VOKImanago, mocne w sprzedaży.`, ['VOKImanago']],
    [
      'an answer below a question',
      `${FRENCH}\n\n**Lequel est le plus complet ?**\nVokid, surtout pour la paie.`,
      ['Vokid'],
    ],
  ])('%s', (_, text, expected) => {
    expect(names(text)).toEqual(expected)
  })

  test.each([
    ['French', `${FRENCH}Je déconseille en revanche Vokima ici.`],
    ['Spanish', `${SPANISH}En cambio, no recomendaría Vokima a quien empieza.`],
    ['Italian', `${ITALIAN}Tra i nomi meno noti segnalo Vokima per la casa.`],
    ['Italian, with an article', `${ITALIAN}Io eviterei il Vokima per la casa.`],
  ])('what %s mentions or advises against, where the choices are known', (_, text) => {
    const known = ['Tarvekki', 'Quillpad', 'Nordivo', 'Sparvox', 'Kontrix', 'Movenda'].map((name) => ({
      name,
      domain: null,
    }))
    const answer = { text, question: '', citations: [] }
    const { mentions } = judge({ answer, category: '', product: null, names: known })
    expect(mentions.map(({ brand }) => brand)).toEqual(['Vokima'])
  })

  test.each([
    ['where a French company is', `${FRENCH}C'est le choix d'une petite maison d'Auvergnac.`],
    ['where an Italian company is', `${ITALIAN}Vale per il marchio del gruppo di Vigonaro.`],
    ['a German noun that is mentioned', `${GERMAN}Erwähnen möchte ich noch die Vokirkosten.`],
    ['German nouns behind an article', `${GERMAN}Schau dir den Vokirel an.`],
    ['German nouns that are many', `${GERMAN}Vokirbörsen gehen gut.`],
    ['English nouns in German', `${GERMAN}Marketing kostet Geld. Hosting läuft weiter.`],
    ['German participles', `${GERMAN}Verankoret wird per Wischen.`],
    ['parts of what is spoken of', `${ITALIAN}Gut: con il suo Conto Vokirese, e poco altro.`],
    ['French imperatives', `${FRENCH}Résiliez avant la fin.`],
    [
      'phrases by their first word in German',
      `${GERMAN}\n\n### Für Vokirlinge\nDas ist gut.\n\n### Für Tarvekler\nDas auch.`,
    ],
    ['cities', `${SPANISH}En Vokirgo se vende mucho.`],
    ['what is integrated', `${SPANISH}Es flexible, integra Vokirimp, Tarvekier y Quillom.`],
    ['where something is', `${DUTCH}Er zijn veel klinieken rond Vokirden en Tarvekdam.`],
    ['phrases by their first word in French', `${FRENCH}Aucun VPN n'est parfait.`],
    [
      'persons below a question',
      `${SPANISH}\n\n**¿Quién lo sabe?**\nVokira Tarvekes, dueña de dos tiendas, lo cuenta.`,
    ],
    [
      'criteria in a numbered list',
      `${FRENCH}\n\n1. *Prix* : bas\n2. *Vokinçage* : long\n3. *Bruit* : fort\n4. *Garantie* : deux ans`,
    ],
  ])('not %s', (_, text) => {
    expect(names(text)).toEqual([])
  })
})

describe('lines that set names against each other or ask for one', () => {
  test.each([
    ['a heading', `${GERMAN}\n\n## vokirstar vs. tarvekmobil\n\nBeide sind gut.`, ['tarvekmobil', 'vokirstar']],
    ['bold with a label', `${FRENCH}\n\n**Deux banques : Vokirut vs T26**\nElle est riche.`, ['T26', 'Vokirut']],
    ['a question', `${SPANISH}\n\n**P: ¿Y VOKcloud?**\nR: Potente y económico.`, ['VOKcloud']],
    [
      'a label that advises',
      `${ITALIAN}\n\n- **Prendi:** Vokirut, se viaggi.\n- **Evita:** Tarvekbank. Costa troppo.`,
      ['Tarvekbank', 'Vokirut'],
    ],
    ['a question with an article', `${ITALIAN}\n\n**Perché il Vokirock?**\nSolleva i panni.`, ['Vokirock']],
    ['no question about a thing', `${FRENCH}\n\n**Et la matière ?**\nElle compte peu.`, []],
  ])('%s', (_, text, expected) => {
    expect(names(text)).toEqual(expected)
  })
})

describe('tables in other languages', () => {
  const row = (...cells: string[]): string => `| ${cells.join(' | ')} |`
  test.each([
    [
      'whose first column has no head',
      [
        row('', 'Bonus', 'Let op'),
        '|---|---|---|',
        row('Vokirfal', '€ 300', 'laat'),
        row('Tarvekie', '€ 250', 'vroeg'),
      ],
      ['Tarvekie', 'Vokirfal'],
    ],
    [
      'whose columns are the names',
      [
        row('', 'Vokirfal', 'Tarvekie'),
        '|---|---|---|',
        row('Bonus', '€ 300', '€ 250'),
        row('Looptijd', '1 jaar', '2 jaar'),
      ],
      ['Tarvekie', 'Vokirfal'],
    ],
  ])('%s', (_, lines, expected) => {
    expect(names(`${DUTCH}\n\n${lines.join('\n')}\n`)).toEqual(expected)
  })
})

describe('a known name of English words in another language', () => {
  const named = (text: string) =>
    judge({
      answer: { text, question: '', citations: [] },
      category: '',
      product: null,
      names: [{ name: 'Lemonade', domain: null }],
    }).mentions.length > 0

  test.each([
    ['what a sentence speaks of', `${GERMAN}Lemonade erlaubt die Kündigung in der App.`, true],
    ['what is praised', `${GERMAN}Der zweite große Anbieter ist Lemonade aus Berlin.`, true],
    ['with an article', `${GERMAN}Dazu trinkt man eine Lemonade aus dem Glas.`, false],
  ])('%s', (_, text, expected) => {
    expect(named(text)).toBe(expected)
  })
})

test('long sentences are read in no time', () => {
  const started = performance.now()
  for (const part of ['más ', 'sich auch noch ', 'greifen oft ', 'plus de ', 'y con ', ', und ', 'beste X '])
    names(`${SPANISH}${part.repeat(2_000)}Vokiro es ${part.repeat(200)}`)
  expect(performance.now() - started).toBeLessThan(5_000)
})

describe('what can only be a name there', () => {
  /** Whether the sentence claims what stands in the brackets. */
  function claims(language: string, marked: string): boolean {
    const start = marked.indexOf('⟦')
    const name = marked.slice(start + 1, marked.indexOf('⟧'))
    const run = { name, start, end: start + name.length, startsSentence: start === 0 }
    return isClaimedAbroad(marked.replace(/[⟦⟧]/g, ''), run, nativeOf(languageBit(language)), language)
  }

  test.each([
    ['what a verb brings in', 'spanish', 'A veces existe ⟦Vokirn⟧, más barato.'],
    ['what German names', 'german', 'Im Test wird häufig ⟦Vokirn⟧ genannt.'],
    ['capitals that a clause speaks of', 'french', 'Pour cela, ⟦VKN⟧ propose un forfait.'],
    ['a name that is advised', 'spanish', 'Evite ⟦Vokirn⟧ en casa.'],
    ['three capitals that are advised', 'spanish', 'Evite ⟦VKN⟧ en casa.'],
  ])('%s', (_, language, marked) => {
    expect(claims(language, marked)).toBe(true)
  })

  test.each([
    ['what German pays', 'german', 'Im Test wird häufig ⟦Vokirn⟧ bezahlt.'],
    ['capitals that Polish speaks of', 'polish', 'Dlatego, ⟦VKN⟧ oferuje plan.'],
    ['a figure', 'spanish', 'Evite ⟦24⟧ en casa.'],
    ['two capitals', 'spanish', 'Evite ⟦VK⟧ en casa.'],
  ])('not %s', (_, language, marked) => {
    expect(claims(language, marked)).toBe(false)
  })
})

describe('what a sentence of another language claims', () => {
  const claims = (language: string, marked: string, aside = false): boolean => {
    const start = marked.indexOf('⟦')
    const name = marked.slice(start + 1, marked.indexOf('⟧'))
    const startsSentence = start === 0 || /[.!?] [*]*$/.test(marked.slice(0, start))
    const run = { name, start, end: start + name.length, startsSentence }
    return isClaimedAbroad(marked.replace(/[⟦⟧]/g, ''), run, nativeOf(languageBit(language)), language, aside)
  }

  test.each([
    ['german', 'Am günstigsten fährt man so. Ähnlich einfach ist ⟦Vokirn⟧ aus München.'],
    ['german', 'Die dritte Alternative ist ⟦Vokirn⟧ aus München.'],
    ['german', 'Wenn das zu teuer ist, schau dir den ⟦Vokirn Tarvek⟧ an, kostet wenig.'],
    ['german', 'Der Laden liegt im Norden und ⟦VKN⟧ ist aus dem Süden.'],
    ['german', 'Das ist gut, aber auch ⟦Vokirn⟧ bietet das.'],
    ['german', 'Daneben läuft es mit dem Kabel, mit ⟦Vokirn⟧ kostet es mehr.'],
    ['spanish', 'La mejor es ⟦Vokirn⟧, sin duda.'],
    ['spanish', 'La opción más completa y gratuita es ⟦Vokirn⟧: lo cubre todo.'],
    ['spanish', 'Las dos lo tratan bien; en ⟦Vokirn⟧ se contrata aparte.'],
    ['spanish', 'Las dos lo tratan bien y ⟦Vokirn⟧ cobra menos.'],
    ['italian', 'La banca più semplice è ⟦Vokirn⟧, con il suo conto.'],
    ['french', 'Le service le plus complet est ⟦Vokirn⟧, sans frais.'],
    ['french', 'Avec ⟦Vokirn⟧, vous retrouvez vos projets.'],
    ['french', 'Cela aide, mais ⟦Vokirn⟧ reste cher.'],
    ['french', '⟦Vokirn Associations⟧ reste la référence.'],
    ['portuguese', 'A opção mais completa é ⟦Vokirn⟧, sem custos.'],
    ['portuguese', 'É barato, mas ⟦Vokirn⟧ cobra menos.'],
    ['italian', 'Costa poco, ma ⟦Vokirn⟧ offre tutto.'],
    ['dutch', 'De een doet het in het pakket, en bij ⟦Vokirn⟧ heet het anders.'],
    ['dutch', 'Dat is goedkoop, maar ⟦Vokirn⟧ biedt meer.'],
    ['polish', 'Pierwszy łączy konto z księgowością, a ⟦Vokirn⟧ kusi zwrotem.'],
    ['spanish', 'Es cara. Sin embargo, **⟦Vokirn⟧** cobra menos.'],
    ['spanish', 'Es cara. **⟦Vokirn⟧** cobra menos.'],
    ['spanish', 'Para viajar: ⟦VokirBanq⟧ cobra menos.'],
    ['spanish', 'Sin embargo, ⟦Vokirn⟧ tienen menos.'],
    ['polish', 'To dobre, a ⟦Vokirn Tarvek⟧ oferuje plan.'],
    ['french', 'Évitez ⟦Vok-irn⟧ ici.'],
    ['french', 'Évitez ⟦Vokirning⟧ ici.'],
    ['french', 'Évitez ⟦Vokirung⟧ ici.'],
    ['german', 'Vergesst ⟦VokNirung⟧ jetzt.'],
    ['german', 'Das ist gut. ⟦VokirNet⟧ bietet mehr.'],
  ])('%s: %s', (language, marked) => {
    expect(claims(language, marked)).toBe(true)
  })

  test.each([
    ['german', 'Schau dir das ⟦Berliner Angebot⟧ an.'],
    ['german', 'Im selben Takt lassen sich ⟦Vokirde⟧ nachsteuern.'],
    ['german', 'Beide sind gut; ⟦Vokirn-Tarif⟧ kostet wenig.'],
    ['german', 'Vergesst ⟦Vokirn⟧-Kanäle.'],
    ['german', 'Kalender sind gut, und ⟦Vokirn⟧ lassen sich verbinden.'],
    ['german', 'Beide sind gut, und ⟦Vokirn⟧ sind besser.'],
    ['german', 'Sie zahlen pro Versand, ⟦Grundgebühr⟧ fällt keine an.'],
    ['german', 'Mit Kabel sauge ich einmal, mit ⟦Vokirn⟧ jeden Tag.'],
    ['german', 'Vergiss ⟦Haushaltsgeräte⟧ mit Tank.'],
    ['german', 'Vergiss ⟦Software⟧ mit Tank.'],
    ['german', 'Vergiss ⟦Marketing⟧ im Haus.'],
    ['german', 'Gut ist das; ⟦Wenige Vokirn⟧ kostet viel.'],
    ['german', 'Die beste Wahl ist ⟦Vokirn⟧!'],
    ['french', 'Les modèles ⟦Vokirn⟧ se démontent facilement.'],
    ['spanish', 'Evite ⟦Vokirn Tarvek Quillom Zettel Brandul⟧ en casa.'],
    ['spanish', 'Evite ⟦Vokirn de casa⟧ hoy.'],
    ['spanish', 'Sin embargo, ⟦First⟧ cobra menos.'],
    ['german', 'Kalender sind gut, und ⟦VKN⟧ lassen sich verbinden.'],
    ['german', 'Beide sind gut, und ⟦VKN⟧ sind besser.'],
    ['german', 'Vergesst ⟦Vokirn-Tarif⟧, das taugt nichts.'],
    ['french', 'Évitez ⟦Marketing⟧ ici.'],
  ])('%s, and not: %s', (language, marked) => {
    expect(claims(language, marked)).toBe(false)
  })

  test('an aside only advises', () => {
    expect(claims('spanish', 'Sin embargo, ⟦Vokirn⟧ cobra menos.')).toBe(true)
    expect(claims('spanish', 'Sin embargo, ⟦Vokirn⟧ cobra menos.', true)).toBe(false)
    expect(claims('spanish', 'La mejor es ⟦Vokirn⟧, sin duda.', true)).toBe(false)
    expect(claims('spanish', 'Evite ⟦Vokirn⟧ en casa.', true)).toBe(true)
  })
})

test.each([
  ['Vokir', true],
  ['Vokirung', false],
  ['Vokirstarbuk', false],
])('%s is hardly German: %s', (word, expected) => {
  expect(isHardlyGerman(word)).toBe(expected)
})
