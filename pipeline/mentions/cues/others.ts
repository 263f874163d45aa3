import { WORD, wordBits } from '../words/role-words.ts'
import { isChoiceLabel } from '../words/sections.ts'

/** A longer heading says more than what its names are. */
const MOST_WORDS = 4
/** What asks for a place. */
const WHERE = /^(?:where|wo|où|dónde|donde|dove|onde|waar|gdzie|nerede)$/
/** What somebody is told before the choice is made. */
const ADVICE =
  /^(?:before|antes|avant|vor|prima|przed|voor|questions?|fragen|preguntas|domande|perguntas|vragen|pytania|tips?|tipps?|consejos|dicas|conseils|porady|criteria|criteri|criterios|critères|\p{L}*kriterien)$/u
/** Those who sell. */
const SELLERS =
  /^(?:(?:web)?shops?|(?:online-?)?stores?|(?:re)?(?:sell|tail)ers?|deals|discounts|coupons|händler|angebote|revendeurs|magasins|boutiques|tiendas|distribuidores|negozi|rivenditori|lojas|revendedores|winkels|sklepy)$/
/** What products work with is called this, and what joins them. */
const JOINTS =
  /^(?:integra[ct]|integrier|intégra|conne[ct]|conness|conex|connex|sync|synchron|schnittstelle|anbindung|kompatib|compatib|plug-?in|add-?on|extension|erweiterung|estension|extensi|koppeling|wtyczk|połącze)/
/** Between a verb and what is worked with: "works with". */
const TO = /^(?:with|to|into|mit|an|avec|à|con|com|a|met|z)$/

/**
 * Whether a section's short heading says that its names are shops or what choices work with: "Where to buy",
 * "Works with"; or that it advises the buyer: "Questions buyers ask".
 * "Works without a bot", "What I'd buy" and "Workflows" say something of the choices.
 */
export function isAboutOthers(heading: string): boolean {
  const words = heading.toLowerCase().match(/\p{L}[\p{L}\p{M}-]*/gu) ?? []
  if (words.length > MOST_WORDS || isChoiceLabel(heading)) return false
  const has = (bit: number): boolean => words.some((word) => (wordBits(word) & bit) !== 0)
  if (has(WORD.shop) && words.some((word) => WHERE.test(word))) return true
  if (has(WORD.shop | WORD.link) && words.some((word) => ADVICE.test(word))) return true
  if (SELLERS.test(words.at(-1) ?? '')) return true
  return words.some(
    (word, i) => (wordBits(word) & WORD.link) !== 0 && (JOINTS.test(word) || TO.test(words[i + 1] ?? '')),
  )
}
