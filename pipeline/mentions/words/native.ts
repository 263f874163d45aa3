import { fold } from './fold.ts'
import { languageBit, languagesOfWord } from './lexicon.ts'
import { hasNameShape } from './name-shape.ts'
import { isOrdinaryWord } from './ordinary.ts'

/** The endings of nouns, adjectives and verbs that words of the lexicon are found under, folded; `-` for none. */
const ENDINGS: Readonly<Record<string, string>> = {
  german: '- e en n er es em s ern t te',
  spanish: '- s es o a os as e',
  french: '- s e es x er ez ent ee ees',
  italian: '- o a i e',
  portuguese: '- s es o a os as e',
  dutch: '- e en s t er',
  polish: '- y a e i u ego ej ich ym ymi iej ie ow om ami ach em o emu ych',
  swedish: '- a ar er or en et n t e s na arna',
  danish: '- e er en et ene erne s t',
  norwegian: '- e er en et ene a s t',
  finnish: '- n a t ssa sta an en in',
  czech: '- y a e i u eho ych ym ou ov um em o',
  turkish: '- i u in un a e da de dan den lar ler',
  russian: '- а ы и у е ом ов ам ами ах ая ое ые ого ой ый ий',
}
/** Languages that write several nouns as one word. */
const COMPOUNDING = ['german', 'dutch', 'swedish', 'danish', 'norwegian', 'finnish']
/** Between the parts of a compound. */
const LINKS = /^(.{3,}?)(?:s|es|n|en|er|e)$/
const SHORTEST_PART = 4

/** Endings, folded, that make nouns and adjectives of a language and that few names have. */
const FORMED: Readonly<Record<string, RegExp>> = {
  german:
    /(?:ung|heit|keit|schaft|tion|tat|nis|tum|chen|lein|ismus|ment|anz|enz|ierung|ig|lich|isch|bar|sam|los|frei|iert|fahig)(?:e|en|er|es|em|s|n)?$/,
  spanish:
    /(?:cion|sion|dad|tad|miento|encia|ancia|ista|ario|orio|able|ible|mente|ando|iendo|idad|en[oa]|[ai]d[oa])(?:s|es|a|as|os)?$/,
  french: /(?:tion|sion|ment|ite|eur|euse|trice|age|ance|ence|iste|able|ible|ique|elle|eau|aire)s?$/,
  italian:
    /(?:zione|sione|mento|ita|enza|anza|ista|abile|ibile|mente|ando|endo|tore|trice|eria|aggio|zioni|menti|[aiu]t[oaie])$/,
  portuguese:
    /(?:cao|coes|sao|soes|dade|dades|mento|encia|ancia|ista|avel|ivel|mente|ando|endo|indo|agem|[ai]d[oa])s?$/,
  dutch: /(?:ing|heid|schap|tie|teit|baar|lijk|ment|isme|aar|loos|vrij)(?:e|en|s|es)?$/,
  polish:
    /(?:osc|anie|enie|acja|acje|acji|cja|stwo|ctwo|ow[yae]|czn[yae]|aln[yae]|jn[yae]|sk[aei]|skie|ck[aei]|ckie|niejsz[yae]|ek|ik|owych|nych)$/,
  swedish: /(?:ning|ningar|het|tion|skap|are|else|lig|iska?|bar)(?:en|et|a|s)?$/,
  danish: /(?:ning|hed|tion|skab|else|lig|isk|bar)(?:en|et|er|e|s)?$/,
  norwegian: /(?:ning|het|sjon|skap|else|lig|isk|bar)(?:en|et|er|e|s)?$/,
  czech: /(?:ost|ani|eni|ace|stvi|ov[yae]|ck[yae]|sk[yae]|n[yi]ch)$/,
  turkish: /(?:lik|lar|ler|leri|lari|ligi|siz|suz|mak|mek)$/,
}

/** What a word is in a text's language: 2 for a word of it, 1 for a compound of its words, as many a name is, 0 for none. */
export type Native = (word: string) => 0 | 1 | 2

const known = new Map<number, Native>()

/**
 * What a word is in a language (a bit of the lexicon's): a word where it is everyday there, in any of its forms, or formed
 * with an ending of its nouns and adjectives; a compound where the language joins nouns. For no language, none is.
 */
export function nativeOf(language: number): Native {
  const before = known.get(language)
  if (before !== undefined) return before
  const name = Object.keys(ENDINGS).find((each) => languageBit(each) === language)
  const native = name === undefined ? () => 0 as const : createNative(name, language)
  known.set(language, native)
  return native
}

function createNative(name: string, language: number): Native {
  const endings = (ENDINGS[name] ?? '-')
    .split(' ')
    .map((ending) => (ending === '-' ? '' : ending))
    .sort((a, b) => b.length - a.length)
  const formed = FORMED[name]
  const isListed = (folded: string): boolean => (languagesOfWord(folded) & language) !== 0
  // Where every noun has a capital letter, English ones do, too: "Hardtail".
  const nouns = name === 'german'
  const isForm = (folded: string): boolean =>
    isListed(folded) ||
    endings.some((ending) => {
      const stem = folded.endsWith(ending) ? folded.slice(0, folded.length - ending.length) : ''
      // "Räder" is of "Rad".
      return stem.length > (nouns && ending === 'er' ? 2 : 3) && endings.some((other) => isListed(stem + other))
    })
  const isPart = (folded: string): boolean =>
    isListed(folded) ||
    isListed(LINKS.exec(folded)?.[1] ?? '') ||
    (nouns && folded.length > 4 && isOrdinaryWord(folded))
  const isJoined = (folded: string, depth: number): boolean => {
    for (let at = SHORTEST_PART; at <= folded.length - SHORTEST_PART; at += 1) {
      const right = folded.slice(at)
      if (isPart(folded.slice(0, at)) && (isForm(right) || (depth > 0 && isJoined(right, depth - 1)))) return true
    }
    return false
  }
  const joins = COMPOUNDING.includes(name)
  return (word) => {
    const folded = fold(word)
    if (isForm(folded) || (folded.length > 7 && formed?.test(folded) === true)) return 2
    return joins && isJoined(folded, 1) ? 1 : 0
  }
}

/** Whether each word of a name is a word of the text's language, a compound, or a word of English. */
export function isNativeName(name: string, native: Native): boolean {
  return name.split(/[ -]/).every((word) => !hasNameShape(word) && (isOrdinaryWord(word) || native(word) > 0))
}

/** Whether a name is made of words of the text's language alone. */
export function isPhrase(name: string, native: Native): boolean {
  const words = name.split(/[ -]/)
  return (
    words.every((word) => !hasNameShape(word) && (isOrdinaryWord(word) || native(word) === 2)) &&
    words.some((word) => native(word) === 2)
  )
}

/** Prepositions, conjunctions, pronouns, words for how many and verbs that advise, folded, that a name of several words seldom begins with. */
const PHRASE_STARTS: Readonly<Record<string, ReadonlySet<string>>> = Object.fromEntries(
  Object.entries({
    german:
      'fur mit ohne bei wenn wer wie was warum wo wann als nach von aus auf an im am unter uber gegen statt trotz wegen seit bis ab ' +
      'unterm beim zum zur vom ins ans nur auch noch dieser diese dieses diesen diesem jeder jede jedes alle aller viele einige manche mehrere beide solche welche ' +
      'welcher welches weitere andere kein keine keinen mein meine unser unsere dein deine ihr ihre nimm nehmt meide vermeide vergiss',
    french:
      'pour avec sans chez si quand comment pourquoi aucun aucune chaque certains certaines plusieurs tout tous toute toutes ce cet ' +
      'cette ces votre vos notre nos meme deja quel quelle choisis choisissez prends prenez evitez evite',
    spanish:
      'para con sin cuando como ningun ninguna cada algunos algunas ambos ambas todo todos todas este esta estos estas ese esa ya si elige evita evite',
    italian:
      'per con senza se quando come nessun nessuno nessuna ogni alcuni alcune entrambi entrambe questo questa questi queste gia anche prendi scegli evita ignora',
    portuguese:
      'para com sem se quando como nenhum nenhuma cada alguns algumas ambos ambas todo toda todos todas este esta esse essa isso ja escolha evite',
    dutch:
      'voor met zonder bij als hoe wanneer geen elke elk sommige beide deze dit die wie wat waarom ook al kies neem vermijd',
    polish:
      'dla bez przy jesli gdy kiedy jak zaden zadna kazdy kazda niektore oba obie wszystkie ten ta te ci juz tez wez wybierz unikaj',
  }).map(([language, words]) => [language, new Set(words.split(' '))]),
)

/** Whether a name is a phrase of a language by its first word: "Für Einsteiger", "Diese Tarife", "Aucun VPN", "Já". */
export function startsPhrase(name: string, language: string): boolean {
  const first = name.split(' ', 1)[0] ?? ''
  return PHRASE_STARTS[language]?.has(fold(first)) === true && !/^\p{Lu}{2}/u.test(first)
}
