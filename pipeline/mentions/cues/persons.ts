import type { Found } from '../find/finder.ts'
import { roleAfter } from '../roles/role-after.ts'
import { WORD, wordBits } from '../words/role-words.ts'

/** Where a sentence or a heading begins. */
const SENTENCE_LEFT = /(?:^|\n|[.!?] )[\s#>*_"“-]*$/u
/** "Emma brings home $3,200. She" */
const GOES_ON = /^[^.!?\n]{1,80}[.!?] (?:She|He)(?!\p{L})/u
/** "How Emma Plans Her Month", "Emma and her sister" */
const OWNS = /^ \p{L}+ (?:her|his|herself|himself)(?!\p{L})/iu

/** "l'économiste Alan Le Guennec": what somebody is by trade, and a surname behind the name. */
const TRADE_LEFT = /\p{Ll}(?:ist[ea]?|analyst[ea]?|ologue|olog[oa]?|ólog[oa]|analista) $/u
const SURNAME_RIGHT = /^ (?:(?:Le|La|De|Du|Van|Von|Di|Da) )?\p{Lu}\p{Ll}+(?![\p{L}\p{N}-])/u

/** "My wife Emma", "für meinen Sohn Max": who somebody is to who asks, or is spoken to. */
const KIN_LEFT =
  /(?<!\p{L})(?:(?:my|our|your|his|her|their) (?:wife|husband|partner|(?:girl|boy)?friend|fiancée?|son|daughter|dog|puppy|cat|kitten|mum|mom|dad|mother|father|sister|brother|baby|boss|roommate|colleague)|mein(?:e[nrm]?)? (?:Frau|Mann|Sohn|Tochter|Freundin?|Mutter|Vater|Schwester|Bruder|Hund|Hündin|Kater|Katze)|(?:ma|mon|notre) (?:femme|fille|copine|mère|sœur|chienne|chatte|mari|fils|copain|père|frère|chien|chat)|mi (?:mujer|esposa|marido|novi[oa]|hij[oa]|madre|padre|herman[oa]|perr[oa]|gat[oa])|(?:mia|mio) (?:moglie|marito|figli[oa]|madre|padre|sorella|fratello|cane|gatt[oa])|(?:minha|meu) (?:esposa|mulher|marido|namorad[oa]|filh[oa]|mãe|pai|irmão|irmã|cachorr[oa]|gat[oa])|mijn (?:vrouw|man|vriendin?|zoon|dochter|moeder|vader|zus|broer|hond|kat)|(?:moja|mojej|mojego|mój|mojemu) (?:żon[ay]|córk[ai]|mąż|męża|syna?|psa?|kota?)),? $/iu
/** ", the sleep editor at", ", an engineer who" */
const APPOSED_TITLE =
  /^, (?:the|an?|our) (?:\p{L}+ ){0,3}?(\p{Ll}+)(?: (?:at|of|for|from|in|with|who|whose)(?!\p{L})|,)/u

/**
 * Whether a name is a person's there: by who it is to somebody, in the answer or in the question; by an age or a title behind
 * it, a verb of speech behind a surname, "she".
 */
export function isPerson(clean: string, question: string, { start, end }: Found): boolean {
  const name = clean.slice(start, end)
  const asked = question.indexOf(name)
  if (asked > 0 && KIN_LEFT.test(question.slice(Math.max(0, asked - 24), asked))) return true
  const after = clean.slice(end, end + 90)
  if (roleAfter(after.slice(0, 60), name) === 'person' || OWNS.test(after)) return true
  const before = clean.slice(Math.max(0, start - 24), start)
  if (KIN_LEFT.test(before)) return true
  if (wordBits(APPOSED_TITLE.exec(after)?.[1] ?? '') & WORD.title) return true
  if (TRADE_LEFT.test(before) && SURNAME_RIGHT.test(after)) return true
  return GOES_ON.test(after) && SENTENCE_LEFT.test(before)
}
