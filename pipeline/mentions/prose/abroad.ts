import { hasNameShape } from '../words/name-shape.ts'
import type { Native } from '../words/native.ts'
import { isCompound, isFrequentWord, isOrdinaryWord } from '../words/ordinary.ts'
import type { Run } from '../words/runs.ts'
import { isFeature } from '../words/sections.ts'
import { isSpokenOf, VERB_ENDINGS } from './foreign.ts'

/** Between a verb of choosing and what is chosen: "Nehmen Sie am besten X", "schau dir noch X an". */
const LOOSE =
  "(?:(?:sie|dir|euch|ihnen|uns|mal|noch|auch|lieber|eher|einfach|meist|oft|am besten|zuerst|außerdem|direkt|gleich|häufig|besonders|aber|dann|plutôt|d[’']abord|mejor|antes|prima|też|najpierw|liever|eerst|of|oder|och|en revanche|toutefois|cependant|en cambio|sin embargo|invece|però|no entanto|echter|natomiast|jednak|se|się|anche|também|también|aussi|ook|również|inoltre|todavía|encore|wciąż|nach wie vor|immer noch) )*"
/** Right behind these stands what a sentence advises to take, or to leave. */
const ADVICE =
  'nimm|nehmt|nehme|nehmen|wähle|wählt|wählen|kaufe?|kauft|kaufen|teste|testet|testen|probiere?|probiert|probieren|vergiss|vergesst|vergessen|meide|meidet|meiden|empfehle|empfehlen|bevorzuge|bevorzugen|schau|schaut|schauen|' +
  'blick auf|greifen|greift|greif|wechseln|wechsle|wechselt|rate|raten|tendiere|tendieren|erwähnen(?: möchte| würde)?(?: ich| wir)?|erwähnenswert ist|erwähnt sei|rate von|bleib bei|bleiben bei|bleibt bei|' +
  'choisis|choisissez|choisir|prends|prenez|prendre|évitez|évite|éviter|éviterais|essayez|essaie|testez|préférez|préfère|privilégiez|regardez|optez pour|opter pour|œil à|œil sur|penchez-vous sur|tournez-vous vers|passez à|mention (?:[a-zà-ÿ]+ )?(?:à|pour)|mentionn(?:er|ons)|déconseill(?:e|ons|erais)|suivie? (?:de|par)|suivis (?:de|par)|' +
  'elige|elegir|elija|elegiría|compra|compre|prueba|pruebe|evit[ae]|evitaría|recomiendo|recomendamos|recomendaría|desaconsejo|descartaría|mención (?:[a-zà-ÿ]+ )?(?:para|a)|mencionar|prefiero|quédate con|me quedaría con|empieza por|empiece por|opta por|opte por|apuesta por|dejaría de lado|seguid[oa]s? (?:de|por)|vistazo a|valorar|' +
  'scegli|scegliere|prendi|prendere|prova|provare|evita|evitare|eviterei|consiglio|consiglierei|sconsiglio|segnal[oa]|segnaliamo|segnalare|menzione (?:[a-zà-ÿ]+ )?(?:a|per)|preferisco|guarderei|valuta|valutare|punta su|puntare su|seguit[oaie] da|occhiata a|' +
  'escolha|escolher|compre|experimente|prefira|evite|evitaria|recomendo|recomendaria|menção (?:[a-zà-ÿ]+ )?(?:a|à|para)|mencionar|fuja d[aeo]|recomendo|vai de|vá de|fique com|aposte n[ao]|olhada n[ao]|' +
  'kies|kiezen|neem|nemen|koop|kopen|probeer|vermijd|overweeg|bekijk|raad|gevolgd door|ga voor|kijk naar|(?:eerder|liever|beter|overstappen|over) naar|' +
  'wybierz|wybrać|weź|kup|wypróbuj|spróbuj|polecam|unikaj|rozważ|postaw na|zostań przy'
const ADVISED_LEFT = new RegExp(
  String.raw`(?<!\p{L})(?:${ADVICE}) ${LOOSE}(?:(?:zu|bei|à|a|o|os|as|ao|la|el|il|lo|le) )?[*_"“„«]*$`,
  'iu',
)
/** "sich" alone says nothing: what is looked at has its verb behind it. */
const LOOKED_AT = new RegExp(String.raw`(?<!\p{L})sich ${LOOSE}[*_"“„]*$`, 'iu')
const LOOKED_AT_RIGHT =
  /^[*_"”“]*(?: (?:und|oder) [\p{L}\p{N}]+)? (?:\p{Ll}+ )?(?:an|ansehen|anschauen|merken|näher|genauer|holen|gönnen)(?!\p{L})/u

/** "Ähnlich unkompliziert ist", "la opción más completa es", "wesentlich günstiger ist": what is praised stands behind the verb. */
const PRAISED_LEFT =
  /(?<!\p{L})(?:\p{Ll}*(?:günstig|einfach|schnell|beliebt|bekannt|stark|unkompliziert|empfehlenswert|interessant|sinnvoll|gut|geeignet|praktisch|flexibel|preiswert|teuer)\p{Ll}*|besser|beste[rnsm]?|größte[rnsm]?|erste[rnsm]?|zweite[rnsm]?|dritte[rnsm]?|alternative[n]?|favorit|wahl|tipp|anbieter|hersteller|marken?|namen?|meilleure?s?|plus [^.!?:;\n]{0,40}|alternatives?|référence|choix|mejor(?:es)?|más [^.!?:;\n]{0,40}|opción|opciones|alternativas?|referencia|miglior[ei]?|più [^.!?:;\n]{0,40}|scelta|alternativ[ae]|melhor(?:es)?|mais [^.!?:;\n]{0,40}|opção|opções|beste|goedkoopste|alternatie(?:f|ven)|keuze|najleps\p{L}+|wyborem|wybór|alternatyw\p{L})(?: [^.!?:;,\n]{0,40})? (?:ist|sind|wäre|wären|bleibt|bleiben|kommen|est|sont|reste|restent|es|son|sería|serían|sigue siendo|è|sono|resta|restano|é|são|seria|is|zijn|blijft|jest|są|będzie|będą|pozostaje)(?: \p{Ll}{2,9})? [*_"“„«]*$/iu
/** Verbs with which a sentence brings in what it speaks of, right before it: "también existe X", "wymieniają X". */
const BRINGS_IN = new RegExp(
  String.raw`(?<!\p{L})(?:existen?|destacan?|figuran?|aparecen?|dominan?|gana terreno|ganado terreno|compiten|citons|figurent?|on trouve|se trouvent?|arrivent?|spiccano?|emergono?|emerge|troviamo|è diffus[oa]|è molto diffus[oa]|è molto popolare|figurano?|dominano?|destacam?|existem?|figuram?|scoren|scoort|nadaje|nadają|pojawia|pojawiają|wymieniają|polecają|wskazują|wskazywan[yae] jest|polecan[yae] jest|króluje|wyróżnia|wyróżniają|prowadzi|dominuje|rośnie udział|dominieren|dominiert) ${LOOSE}[*_"“„«]*$`,
  'iu',
)
const GERMAN_NAMED_RIGHT =
  /^[*_"”“]*(?: (?:und|oder) [\p{L}\p{N}]+)? (?:genannt|empfohlen|gelobt|erwähnt|aanbevolen|aangeraden|genoemd)(?!\p{L})/u

/** A clause begins, and a preposition with which it speaks of a choice: "Bei X läuft", "con X puedes", "Avec X, vous". */
const WITH_LEFT =
  /(?:^|\n|[.!?…)\]]\s+|[,;:] |(?<!\p{L})(?:und|aber|y|e|et|i|en|mais|pero|ma|mas|maar|ale) )[*_]*(?:[Bb]ei|[Mm]it|[Cc]on|en|[Aa]vec|[Cc]om|[Mm]et|[Bb]ij) (?:(?:der|dem|la|il|o|a) )?[*_"“„]*$/u
const WITH_RIGHT =
  /^[*_"”“]*(?:, vous| (?:hat|ist|gibt|kostet|läuft|bekommst|bekommen|kannst|können|zahlst|zahlen|fährst|liegt|lässt|funktioniert|heißt|sieht|puedes|puede|pagas|tienes|se|pode|você|puoi|paghi|hai|si|heb|heeft|kun|kan|krijg|krijgt|betaal|betaalt|heet))(?!\p{L})/u

/** A clause begins: behind a mark, or behind a conjunction that no name stands before. */
const MARK_LEFT = /(?:^|\n|[.!?…][)"”’]?\s+|[;:,] |[–—] )[*_"“„«]*$/u
const CONJUNCTIONS: Readonly<Record<string, RegExp>> = Object.fromEntries(
  Object.entries({
    german: 'und|aber|während|weil|doch|denn|auch|dass|ob|wenn',
    french: 'et|mais|tandis que|alors que|car|si|que',
    spanish: 'y|e|pero|mientras que|porque|aunque|que|si',
    italian: 'e|ma|mentre|però|perché|che|se',
    portuguese: 'e|mas|enquanto|porque|que|se',
    dutch: 'en|maar|terwijl|want|dat|als',
    polish: 'i|ale|a|podczas gdy|natomiast|że|to',
  }).map(([language, words]) => [
    language,
    new RegExp(
      String.raw`(?:^|[^\p{L}])[${language === 'german' ? '\\p{Lu}' : ''}\p{Ll}\p{P}\p{N}%€]+,? (?:${words}) [*_"“„«]*$`,
      'u',
    ),
  ]),
)
const ARTICLE_LEFT =
  /(?<!\p{L})(?:der|die|das|den|dem|des|eine?[mnrs]?|keine?[mnrs]?|ihre?[mnrs]?|deine?[mnrs]?|zum|zur|vom|beim|im|le|la|les|un|une|el|los|las|una|il|lo|gli|uno|os|as|um|uma|de|het|een) [*_"“„«]*$/iu
/** Endings of English words that other languages use as nouns without an article: "Marketing", "Management". */
const BORROWED = /(?:ing|ment|tion|sion|ity|ness|ance|ence|ship|ware|ics|ager|s)$/iu
/** A part of what is named: "Slack-Kanäle". */
const PART_RIGHT = /^(?:-\p{L}|[*_]*-)/u

/**
 * Whether a sentence in another language than English can only mean a name there, whatever lexicon knows its words: it advises
 * it, praises it or says what it does. German writes all nouns with capital letters: there only a word that German hasn't
 * got is one, without an article.
 */
export function isClaimedAbroad(clean: string, run: Run, native: Native, language: string, aside = false): boolean {
  const { name, start, end, startsSentence } = run
  const words = name.split(' ')
  if (words.length > 4 || isFeature(name) || !mayBeBrand(words, native, language)) return false
  const before = clean.slice(Math.max(0, start - 100), start)
  const after = clean.slice(end, end + 60)
  if (PART_RIGHT.test(after)) return false
  const german = language === 'german'
  const article = german ? (ARTICLE_LEFT.exec(before.slice(-16))?.[0].length ?? 0) : 0
  // "den Vokirn P12", "die Nordivo Kontix": of two words that no lexicon knows, an article is their model's.
  if (article > 0 && !(words.length > 1 && words.every((word) => native(word) === 0))) return false
  const near = before.slice(-48, before.length - article)
  if (LOOKED_AT.test(near)) return LOOKED_AT_RIGHT.test(after)
  if (ADVISED_LEFT.test(near)) return true
  if (!aside && PRAISED_LEFT.test(before.slice(0, before.length - article)))
    return /^[*_”"“»]*(?:[.,;:(–—]| \p{Ll}| [(–—]|$|\n)/u.test(after)
  if (aside) return false
  if (BRINGS_IN.test(near) || GERMAN_NAMED_RIGHT.test(after)) return true
  if (WITH_LEFT.test(near) && WITH_RIGHT.test(after)) return true
  if (!MARK_LEFT.test(near) && CONJUNCTIONS[language]?.test(near) !== true) return false
  if (!isSpokenOf(after, VERB_ENDINGS[language])) return false
  // Of several only a row of names is spoken of.
  if (german && words.length === 1 && /^\P{L}*(?:\p{L}*en|sind)(?!\p{L})/u.test(after)) return false
  // What other languages than German speak of without an article and with capital letters is a name.
  if (words.length > 1) return language !== 'polish' || !startsSentence
  if (/^\p{Lu}{3,6}$/u.test(name)) return language !== 'polish'
  if (isOrdinaryWord(name)) return !isFrequentWord(name)
  if (/(?:^| )[Aa]uch [*_]*$/u.test(near)) return true
  return hasNameShape(name) || (!german && (!startsSentence || /(?:[;:,]|\*) [*_]*$|[*_]$/u.test(near)))
}

/** Whether what stands before a name says in another language than English that it is to be taken, or that it isn't. */
export function isAdvisedAbroad(before: string): boolean {
  return ADVISED_LEFT.test(before)
}

/** Endings that hardly a name has. */
const GERMAN_NOUN =
  /(?:ung|heit|keit|schaft|tion|tät|nis|tum|chen|lein|zeit|kraft|zeug|stoff|preis|wert|geld|schutz|dienst|tarif|betrag|gerät|teil|stück|strom|en)s?$/iu
/** Endings that German nouns have and names seldom. */
const GERMAN_ENDING =
  /(?:ung|heit|keit|schaft|tion|tät|nis|tum|chen|lein|ing|ie|ik|ur|en|ern|eln|el|er|em|es|ät|ment|mus|anz|enz|zeit|kraft|werk|zeug|stoff|preis|wert|geld|satz|trag|gang|lauf|haus|hof|bild|netz|test|kauf|dienst|markt|plan|tarif|betrag|format|gerät|teil|stück|tag|jahr|monat|woche|euro|dezibel|watt)s?$/iu
/** Whether a word of a German text looks like a name: short, and without the endings of nouns. */
export function isHardlyGerman(word: string): boolean {
  return word.length <= 10 && !GERMAN_ENDING.test(word)
}

/** Whether its words may be a brand's: no phrase of the language, and in German words that it hasn't got. */
function mayBeBrand(words: readonly string[], native: Native, language: string): boolean {
  const [first = ''] = words
  if (/^\p{Nd}+$/u.test(first)) return false
  if (words.some((word) => hasNameShape(word))) return true
  if (language === 'german' && words.some((word) => word.includes('-'))) return false
  if (words.length === 1) {
    if (/^\p{Lu}+$/u.test(first)) return first.length > 2
    // "Salesforce", "Timebutler": of English words.
    if (native(first) > 0) return native(first) === 1 && isCompound(first)
    return isOrdinaryWord(first)
      ? !BORROWED.test(first)
      : language !== 'german' || !GERMAN_NOUN.test(first) || isCompound(first)
  }
  return language === 'german' ? native(first) === 0 : words.every((word) => /^[\p{Lu}\p{N}]/u.test(word))
}
