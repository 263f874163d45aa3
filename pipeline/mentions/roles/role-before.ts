import { isInstitutionInCapitals, isPartOfInstitution } from '../words/institutions.ts'
import { WORD, wordBits } from '../words/role-words.ts'
import type { Role } from './role.ts'
import { ALREADY, saysNothing, withoutAdverbial, wordsBefore } from './words-before.ts'

/** Prepositions that say whose, for whom or by what, and not where something is sold; "a" is an article, too: "a Rova vende". */
const NOT_AT = new Set(
  'of von de di van od da do du des del dos das für pour para per dla voor with mit avec con com met z ze a as'.split(
    ' ',
  ),
)
const GOT_FROM = new Set(['at', 'from', 'through', 'via'])
const GOT_AT = /(?<!\p{L})(?:find|found|pay|try|tried|order|ordered|pick|picked|get)(?!\p{L})|[$€£]\d/u
const MADE_BY =
  /(?<!\p{L})(?:run|owned|operated|acquired|backed|underwritten|bought|funded|powered|audited) by (?:the )?[*_]*$/u
/** "the reports of X" */
const REPORT_OF = / (?:reports?|rankings?|surveys?|studies|quadrants?) of (?:the )?[*_]*$/u
/** Who speaks, before a first name and a surname: "sagt Emma Schröder", "selon Alan Dubreuil". */
const SPEAKS_LEFT =
  /(?<!\p{L})(?:says|said|explains|recalls|the late|sagt|meint|erklärt|rät|findet|dit|explique|conseille|affirme|dice|explica|afirma|opina|spiega|afferma|diz|afirma|zegt|vertelt|mówi|twierdzi|radzi|zdaniem|[Ss]elon|[Ss]egún|[Ss]econdo|[Ss]egundo|[Vv]olgens) [*_]*$/u
/** What one can do without is a part of something: "mit oder ohne X". */
const WITHOUT = /(?<!\p{L})(?:ohne|sans|sin|senza|sem|zonder|bez) [*_„"«“]*$/u
const ON = new Set('auf sur su en na no op w on'.split(' '))
/** "According to Forbes, Acme leads", "Según Xataka, los Acme son": the source stands before the comma, and the name in no row with it. */
const CLAUSE_LEFT = /, (?:(?:the|der|die|das|le|la|les|el|los|las|il|lo|gli|i|o|os|a|as|de|het) |l[’'])?[*_]*$/u
const CLAUSE_RIGHT =
  /^[*_]*(?: [\p{Lu}\p{N}][\p{L}\p{N}-]*){0,4} (?!(?:and|or|und|oder|sowie|et|ou|y|e|o|ed|i|oraz|lub|en|of)(?!\p{L}))\p{Ll}/u
/** "150 euro su X" */
const PRICED_ON = /(?:\d ?€|€ ?\d[\d.,]*|\d (?:euros?|zł)) (?:sur|su|auf|op) [*_]*$/u
/** "vergleiche auf X", "comparez sur X", "consulta en X" */
const COMPARED_ON =
  /(?<!\p{L})(?:vergleich(?:e|en|t|st)|compar(?:e[rz]?|a|ar|en|ate)|confront(?:a|are|ate)|porówn(?:aj|ać)|vergelijk(?:en|t)?|consult(?:a|ar|e|ez)|nachlesen|check)(?: [^.,;:!?\n]{0,24})? (?:auf|sur|su|en|na|no|op|w|on) [*_]*$/iu
/** A verb and its preposition that say that what stands behind them is chosen. */
const CHOSEN = new Set(
  'look at|looking at|go with|going with|start with|stick with|go for|opt for|settle on|switch to|move to|lean to|lean towards|gravitate to|end up on'.split(
    '|',
  ),
)
/** Words before an English article, which other languages write as a preposition. */
const BEFORE_ARTICLE = new Set(
  'buy get take try want use pick need find order grab choose as is with for of'.split(' '),
)

/**
 * What the sentence before a name says that it is: a platform in "It syncs with your CRM, such as Acme", for instance; null
 * where it says nothing, or that the name is chosen or compared. Only verbs behind the name are read in `after`.
 */
export function roleBefore(before: string, after: string, name: string): Role | null {
  if (SPEAKS_LEFT.test(before) && /^ \p{Lu}\p{Ll}+(?![\p{L}\p{N}])/u.test(after)) return 'person'
  if (/ by (?:the )?[*_]*$/.test(before) && MADE_BY.test(before)) return 'owner'
  if (isPartOfInstitution(before)) return 'standard'
  if (REPORT_OF.test(before)) return 'source'
  if (before.endsWith(' ') && WITHOUT.test(before.slice(-12))) return 'platform'
  if (saysNothing(before)) return null
  if (/ part of (?:the )?[*_]*$|\(by [*_]*$|\*\* from [*_]*$/.test(before)) return 'owner'
  const words = wordsBefore(withoutAdverbial(before, after))
  return (
    roleByNearest(words, before, after, name) ??
    roleByPreposition(words, before, after) ??
    (isUpon(before, after) ? 'platform' : null)
  )
}

/** Prepositions of English that lead to what something runs on or goes through, right before a name, and three words before. */
const UPON =
  /(?<!\p{L})(?:((?:\p{L}[\p{L}’'-]* ){1,3})(?:on|onto|over|through|via|into|inside)) (?:(?:the|an?|your|its|their|our|any|every|some) )?[*_"“]*$/u
/** Verbs that choose with such a preposition. */
const CHOOSES_UPON =
  /(?<!\p{L})(?:buil|settl|decid|land|end|look|bet|stay|go|went|start|vot|mov|switch|agree|standardi[sz]|rely|relies|concentrat)\p{L}* /iu

/** Whether an English sentence says what is done on a name or through it: "shared over Acme", "runs on Acme". */
function isUpon(before: string, after: string): boolean {
  // "They run training on Acme or Zorro."
  if (/^(?:-|,? (?:or|and) \p{Lu})/u.test(after)) return false
  const words = UPON.exec(before)?.[1]
  return words !== undefined && !CHOOSES_UPON.test(words)
}

/** What the word next to the name says, or the two or three next to it: "le format X", "according to X". */
function roleByNearest(words: readonly string[], before: string, after: string, name: string): Role | null {
  const [nearest = '', second = ''] = words
  const first = wordBits(nearest)
  const clause = CLAUSE_LEFT.test(before) && CLAUSE_RIGHT.test(after)
  if (!clause && (first & WORD.source || second === 'according')) return 'source'
  if (first & WORD.title) return 'person'
  // "le format X", "im Forum X"
  if (first & WORD.decree) return 'standard'
  if (first & WORD.medium) return 'source'
  if (first & WORD.addition) return 'platform'
  if (!clause && isSaidBy(words)) return 'source'
  if (ON.has(nearest) && PRICED_ON.test(before)) return 'shop'
  if (ON.has(nearest) && COMPARED_ON.test(before)) return 'source'
  if (
    nearest === 'inside' ||
    (words.slice(0, 3).some((word) => ALREADY.has(word)) && !/(?<!\p{L})Já (?:[ao]s? )?[^.!?]{0,24}$/u.test(before))
  )
    return 'platform'
  if ((nearest === 'a' || nearest === 'an') && second === 'as') return 'platform'
  if (isInstitutionInCapitals(before, name, after, nearest)) return 'standard'
  if (first & WORD.owner) return 'owner'
  return first & WORD.reaches ? 'platform' : null
}

/** What the words say that lead to the name by a preposition or as examples: "with your favourite tools like X". */
function roleByPreposition(words: readonly string[], before: string, after: string): Role | null {
  let at = 0
  // "with your favourite tools like": up to the preposition at the name, whatever describes it.
  while (at < 3 && (isArticle(words, at) || !(wordBits(words[at] ?? '') & (WORD.before | WORD.examples)))) at += 1
  if (CHOSEN.has(`${words[at + 1] ?? ''} ${words[at] ?? ''}`)) return null
  const own = wordBits(words[at] ?? '')
  if (at > 0 && !(wordBits(words[0] ?? '') & (WORD.determiner | WORD.examples))) return null
  if (!(own & (WORD.before | WORD.examples))) return null
  let bits = 0
  for (let k = at; k < words.length; k += 1) {
    const word = words[k] ?? ''
    // "Comprueba que": between words it compares nothing.
    if (word === 'que') continue
    // "systems that work without a contract, including X": only what works with something is linked to it.
    const idle = /^works?$/.test(word) && /^(?:without|well|best|fine|great|for|better)$/.test(words[k - 1] ?? '')
    bits |= idle ? 0 : wordBits(word)
    if (bits & WORD.compares) return null
  }
  if (bits & (WORD.link | WORD.reaches)) return 'platform'
  // "Analysts such as Forrester"
  if (
    own & WORD.examples &&
    wordBits(words.slice(at).find((word) => !(wordBits(word) & (WORD.examples | WORD.before))) ?? '') & WORD.rating
  )
    return 'source'
  if (
    bits & WORD.shop ||
    (GOT_FROM.has(words[at] ?? '') &&
      !/^quotes?$/.test(words[at + 1] ?? '') &&
      GOT_AT.test(`${before.slice(-60)} ${after}`))
  )
    return 'shop'
  if (bits & WORD.deed) return 'person'
  if (bits & WORD.survey || (bits & WORD.rating && own & WORD.agent)) return 'source'
  // "Premium makers such as X" are choices.
  const makers = own & WORD.examples && words.slice(at, at + 3).some((word) => word === 'makers' || word === 'firms')
  if (bits & WORD.owner && !makers) return 'owner'
  if (bits & WORD.rule && words[at] !== 'on') return 'standard'
  return bits & WORD.place ? 'place' : roleByVerbBehind(words, at, after)
}

/** What the rest of the sentence says of a name that the preposition at `at` leads to: "wenn du mit X arbeitest". */
function roleByVerbBehind(words: readonly string[], at: number, after: string): Role | null {
  const preposition = words[at] ?? ''
  const own = wordBits(preposition)
  const rest = after.replace(/(?:[.!?;:](?=\s)|\n)[\s\S]*$/u, '').toLowerCase()
  for (const word of rest.match(/\p{L}[\p{L}-]*/gu) ?? []) {
    const said = wordBits(word)
    if (said & WORD.shop && !NOT_AT.has(preposition) && !(own & WORD.examples)) return 'shop'
    // "wurde 1900 von Robert Thomas gegründet"
    if (said & WORD.deed && own & WORD.agent) return 'person'
    if (said & WORD.rating && preposition === 'on') return 'source'
    // German has its verb at the end: "wenn du mit X arbeitest".
    if (said & WORD.link && preposition === 'mit') return 'platform'
  }
  return null
}

/** Whether what stands before a name says that it is quoted: "según los usuarios de X", "laut den Tests von X". */
function isSaidBy(words: readonly string[]): boolean {
  return (
    (wordBits(words[0] ?? '') & (WORD.before | WORD.determiner)) !== 0 &&
    words.slice(1, 5).some((word) => (wordBits(word) & WORD.source) !== 0)
  )
}

/** "Buy a Desky" */
function isArticle(words: readonly string[], at: number): boolean {
  return /^an?$/.test(words[at] ?? '') && BEFORE_ARTICLE.has(words[at + 1] ?? '')
}
