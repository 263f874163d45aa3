import { fold } from '../words/fold.ts'
import { hasNameShape, isDistinctive, isTelling } from '../words/name-shape.ts'
import { isNativeName, type Native } from '../words/native.ts'
import { isCompound, isOrdinaryWord } from '../words/ordinary.ts'
import type { Run } from '../words/runs.ts'
import { MODEL_ARTICLES } from './models.ts'

/** Verbs, folded, that say something of what stands before them, in the forms that speak of one thing or of several. */
const VERBS = new Set(
  // German
  (
    'ist sind war waren hat haben hatte bietet bieten kostet kosten gilt gelten liefert liefern eignen kommt kommen bleibt ' +
    'bleiben liegt liegen setzt setzen macht machen kann konnen lasst lassen wird werden wurde wurden baut bauen halt halten ' +
    'spielt braucht brauchen bringt bringen zeigt zeigen gehort gehoren verkauft verkaufen verlangt verlangen nimmt nehmen ' +
    'gibt geben geht gehen verzichtet verzichten schneidet schneiden fahrt fahren stellt stellen punktet punkten uberzeugt ' +
    'uberzeugen passt passen sollte sollten durfte muss mussen nutzt nutzen richtet fallt fallen kostest konnt konnte ' +
    // Spanish
    'es son fue era tiene tienen ofrece ofrecen permite permiten cuesta cuestan queda quedan sigue siguen destaca destacan ' +
    'cubre cubren incluye incluyen da dan hace hacen va van resulta resultan gana ganan puede pueden lleva llevan mantiene ' +
    'mantienen funciona funcionan cuenta cuentan cobra cobran brilla brillan sale salen apuesta apuestan suele suelen viene ' +
    'vienen nacio esta estan sirve sirven encaja encajan cumple cumplen aguanta pone ponen vende venden trabaja trabajan ' +
    'acaba parece parecen necesita exige gusta domina dominan lidera convence deja dejan pide piden ' +
    // French
    'est sont etait ont offre offrent propose proposent permet permettent coute coutent reste restent convient conviennent ' +
    'fait font va vont peut peuvent inclut incluent couvre couvrent demande facture facturent mise brille seduit assure vend ' +
    'vendent garde gagne tient tiennent sort arrive arrivent prend prennent domine fonctionne utilise utilisent doit doivent ' +
    'dispose disposent excelle plait impose combine livre fabrique conserve affiche cible vise ajoute reunit mene ' +
    // Italian
    'sono era ha hanno offre offrono propone propongono permette permettono costa costano resta restano rimane rimangono ' +
    'conviene convengono fa fanno va vanno puo possono include includono copre chiede chiedono punta puntano vince tiene ' +
    'tengono arriva arrivano prende domina funziona deve devono dispone garantisce lavora lascia parte nasce sta stanno ' +
    'consente consentono vende integra pesa brilla piace serve mette ' +
    // Portuguese
    'sao foi tem oferece oferecem custa custam fica ficam continua continuam cobre faz fazem vai vao pode podem leva ' +
    'mantem funciona conta cobra cobram sai saem aposta costuma costumam vem nasceu esta estao serve cumpre rende rendem ' +
    'poe traz trazem usa usam vende entrega entregam atende atendem inclui incluem ganha exige lidera ' +
    // Dutch
    'is zijn was waren heeft hebben biedt bieden kost kosten blijft blijven ligt liggen zet maakt maken kan kunnen laat ' +
    'laten wordt worden bouwt houdt speelt heet brengt brengen toont hoort verkoopt vraagt vragen neemt geeft gaat gaan ' +
    'past rekent rekenen scoort scoren werkt werken komt komen krijgt krijgen doet doen levert leveren richt zit zitten ' +
    'staat staan wint lijkt zou moet valt vallen ' +
    // Polish
    'jest sa byl byla ma maja oferuje oferuja kosztuje kosztuja pozostaje daje daja robi robia moze moga pozwala ' +
    'pozwalaja dziala dzialaja sprawdza wymaga zapewnia stawia wypada uczy ucza kusi wygrywa bije nadaje trzyma stoi ' +
    'przekonuje pobiera dostarcza zawiera ' +
    // Swedish, Danish and Norwegian
    'ar var erbjuder kostar passar ger har er tilbyder koster passer giver tilbyr gir blir forblir ligger kan fungerar ' +
    'fungerer ' +
    // Czech and Turkish
    'je jsou byl ma maji nabizi stoji umi nabizeji sunuyor sunar oldukca ' +
    // Russian
    'предлагает стоит подходит остается дает имеет предлагают подходят имеют позволяет умеет'
  ).split(' '),
)
/** What a verb that speaks of the name may begin with: pronouns and denials before it. */
const CLITICS = new Set('se si s ne n no nao non nie nicht niet sich zich ci ti te'.split(' '))
const NEXT_WORD = /^[*_"”»)\]]*(?: \([^()\n]{1,40}\))? *[ ](\p{L}+)/u
const ARTICLE_BEFORE =
  /(?<!\p{L})(?:der|die|das|den|dem|des|le|la|les|el|los|las|il|lo|gli|i|o|a|os|as|de|het|l[’'])[ ]?[*_]*$/iu
/** A clause begins: the noun there that has no article is a name, where it is no word. */
const CLAUSE_BEFORE =
  /(?:,|(?<!\p{L})(?:und|oder|auch|sowie|denn|aber|weil|dass|während|doch|sondern|wenn|da|wo|ob)) [*_„“"]*$/iu
/** Nouns, folded, that say that the name behind them is a part, a model, a rule or a body, and no choice. */
const OTHER_KINDS =
  /^(?:gamme|serie[sn]?|seria|serii|linea|linha|linie|lijn|reihe|modele?s?|modell[eoi]?s?|modelo?s?|model[iu]?|formule|formula|program[auy]?|programma|programme|programm|plan[io]?s?|tarif[as]?|tarieven|pakiet|paket|pack|rede|reseau|rete|netzwerk|netwerk|siec|sieci|formato?|formata|protocol[eoli]*|protokoll?u?|reg(?:le|la)ment[os]?|regolamento|regulamento|norma?[se]?|norm[ye]|standard[sy]?|ley|loi|legge|lei|gesetz|wet|ustaw[ay]|siegel|label|gutesiegel|zertifikat|certificado|certificat|certificato|patronal|asociacion|association|associazione|associacao|verband|agencia|agence|agenzia|agencja|instituto?|institut|ministerio|ministere|technologi[ae]|tecnologia|technologie|funcion|fonction|funzione|funcao|funktion|functie|funkcj[aei]|motor|motore|moteur|silnik|sensor|filter|filtre|filtro|provincia|ville|ciudad|citta|cidade|stadt|stad|miasto|miasta|region|regione|kanton|estadio|stadio|stade|app|chip|prozessor|batteri[ea]|akku|wtyczk[ai]|portal|testu?|rivista|revista|revue|magazine?|zeitschrift|magazyn|blog)$/

/** Small words behind a name that end as verbs do. */
const NO_VERBS = new Set(
  (
    'de en e y a para que entre sobre desde hasta este esta una la le les une dans comme sans contre encore meme et avec voor ' +
    'met het niet uit dat wat want tot echt best na za dla bez przy czy gdy i ze nie ale mit nicht seit samt oft fast laut ' +
    'statt erst jetzt sonst direkt gut selbst of o te se si parte pero como cuando donde siempre mientras aunque durante ' +
    'mediante ante bajo antes porque ante come che anche dove quando mentre senza oltre sempre invece dopo quale seine ihre ' +
    'eine keine meine alle beste ohne heute gerade ainsi quase aqui ali onde sobre esse essa isso nesse entre malgre toute toutes tute peut-etre et ente cite leichte'
  ).split(' '),
)
/** Endings, folded, of verbs that speak of one thing or of several, by language; German and Dutch have few others. */
export const VERB_ENDINGS: Readonly<Record<string, RegExp>> = {
  german: /..t$/,
  spanish: /.(?:a|e|an|en|o)$/,
  french: /..(?:e|t|ent|ont)$/,
  italian: /..(?:a|e|ano|ono)$/,
  portuguese: /..(?:a|e|am|em|ou)$/,
  dutch: /..(?:t|de|den|te|ten)$/,
  polish: /..(?:uje|oje|uja)$/,
}

/** "Flex, cuyo grupo …": what is said of a name behind a comma, and no row. */
export const APPOSED = /^[*_]*, (?!\p{Ll}+(?:,| (?:e|y|et|und|oder|ou|o|i|en|of) ))\p{Ll}/u

/** What is read of a text in a language other than English. */
export interface Foreign {
  readonly native: Native
  /** Its language, by its name; empty for one that isn't known. */
  readonly language: string
  /** The words written small somewhere in the text. */
  readonly lower: ReadonlySet<string>
}

/** Whether the words behind a name say something of it. */
export function isSpokenOf(after: string, verbs?: RegExp): boolean {
  const next = NEXT_WORD.exec(after)
  if (next?.[1] === undefined) return false
  const word = fold(next[1])
  // Without its accent it is "and".
  if (/^[èé]$/u.test(next[1])) return true
  return (
    VERBS.has(word) ||
    CLITICS.has(word) ||
    (verbs !== undefined && /^\p{Ll}/u.test(next[1]) && verbs.test(word) && !NO_VERBS.has(word))
  )
}

/** Whether the word before a name says that it is a model, a rule or a body: "die Norm X", "la gamme X". */
export function isOtherKind(before: string): boolean {
  const word = /(\p{L}+) [*_"“„«]*$/u.exec(before)?.[1]
  return word !== undefined && OTHER_KINDS.test(fold(word))
}

/** Whether a name stands in a German text, where nouns have capital letters too, as what is spoken of. */
export function isGermanName(clean: string, run: Run, { native }: Foreign): boolean {
  const { name, start, end, startsSentence } = run
  if (/-/.test(name) || isNativeName(name, native) || isCompound(name)) return false
  if (!isDistinctive(name)) return false
  const after = clean.slice(end, end + 60)
  // Of several a row speaks.
  const spoken = isSpokenOf(after, VERB_ENDINGS.german) && !/^\P{L}*(?:\p{L}*en|sind)(?!\p{L})/u.test(after)
  // "Angemeldet wird", "Entscheidend bleibt": what stands first may be what is said.
  if (startsSentence) return spoken && !/(?:end|bar|sam|lich|isch|ig|los|haft|et|iert)$/.test(name)
  return spoken && CLAUSE_BEFORE.test(clean.slice(Math.max(0, start - 40), start))
}

/** Whether a name of a text that isn't English, nor writes nouns with capitals, stands there for what is spoken of. */
export function isForeignName(clean: string, run: Run, { native, language }: Foreign): boolean {
  const { name, start, end, startsSentence } = run
  const before = clean.slice(Math.max(0, start - 40), start)
  const after = clean.slice(end, end + 60)
  if (isOtherKind(before)) return false
  const words = name.split(' ')
  const verbs = VERB_ENDINGS[language]
  const shaped = words.some((word) => hasNameShape(word) && !/^\p{Nd}/u.test(word))
  if (shaped) return true
  if (isNativeName(name, native)) {
    // "World Office", "Sage Barista Express": English words in a text that isn't.
    const english = words.filter((word) => isOrdinaryWord(word) && native(word) === 0).length
    if (english === 0) return false
    if (words.length < 3 && MODEL_ARTICLES[language]?.test(before) === true) return false
    // A second word with a capital letter has it from no sentence's start: "Free Pocket, qui …".
    return (
      isSpokenOf(after, verbs) ||
      (words.length > 1 && (APPOSED.test(after) || (!startsSentence && english < words.length && words.length > 2)))
    )
  }
  if (!isDistinctive(name)) return false
  // "Zaletą jest": what stands first in Polish may be what is said.
  if (startsSentence)
    return (
      !/[ąę]$|(?:[aei]rl[oaei]|[ai]d[oa]s?|[ae]ndo)$/u.test(name) &&
      !(language === 'french' && /..ez$/.test(name)) &&
      (isSpokenOf(after, verbs) || (words.length === 1 && APPOSED.test(after)))
    )
  // Two words of which none is a word are more often a person, but for a model behind an article.
  const unknown = words.filter((word) => isTelling(word) && native(word) === 0)
  if (words.length > 1 && unknown.length === words.length && words.length < 4)
    return (
      ARTICLE_BEFORE.test(before) ||
      !/(?<!\p{L})(?:de|por|par|da|di|von|van|od|przez|door|y|e|et|i|en)[ ][*_]*$/iu.test(before)
    )
  return true
}
