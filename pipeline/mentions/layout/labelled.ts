import { isNameShaped, isTelling } from '../words/name-shape.ts'
import { isNativeName, isPhrase, type Native } from '../words/native.ts'

/** A heading, or what a line begins with in bold: a label, a colon, and what it announces. */
const LABELLED =
  /^[ \t>]*(?:#{1,6}[ \t]+(?:\*\*)?|(?:[-*+•][ \t]+|\d{1,2}[.)][ \t]+)?\*\*)([^*:：\n]{2,60}?)[ \u00a0]?[:：][ \u00a0](?:\*\*)?([^*\n]{2,80}?)[.!]?(?:\*\*.*)?$/u
const PARTS = /\s*(?:,|\/|&|\+)\s*|\s+(?:und|oder|sowie|et|ou|y|o|e|ed|i|oraz|lub|of|en|och|eller|og|vs\.?|versus)\s+/u
const MOST_NAMES = 4
/** A heading or a line in bold that sets names against each other: "## Nordivo vs. kontix", "**Revolva vs N62 : le match**". */
const VERSUS =
  /^[ \t>]*(?:#{1,6}[ \t]+(?:\*\*)?|\*\*)(?:[^*:：\n]{2,40}[:：] )?([^*:：?？\n]{2,40}? (?:vs\.?|versus|oder|ou|contre|contro|contra|of|czy) [^*:：?？\n]{2,60}?)(?: ?[:：?？]| [–—(-]|\*\*|$)/u
/** A question about a name, in bold or in a heading: "**Et Nordivo ?**", "**P: ¿Y Kontix?**". */
const QUESTIONED =
  /^[ \t>]*(?:#{1,6}[ \t]+(?:\*\*)?|\*\*)(?:\p{Lu}\p{Ll}{0,8} ?[:：] ?)?¿?(?:Und|Et|Y|E|En|A co z|Was ist mit|Reicht(?: nicht)?(?: auch)?|Pourquoi|Perché|Por qué|Warum|Waarom) (?:(?:die|der|das|den|le|la|les|el|il|lo|o|a|de|het) )?([\p{Lu}\p{N}][^*?？:：\n]{1,40}?) ?[?？]/u

/** A label in bold, and a name behind it that more is said of: "**Finger weg:** Nordivo. Der", "**La più sicura:** la Kontix S2 (300 €)". */
const ANSWERED = /^[ \t>]*(?:(?:[-*+•]|\d{1,2}[.)])[ \t]+)?\*\*([^*:：\n]{2,60})[:：] ?\*\*[ \u00a0]([^\n]{2,80})/u
const ARTICLE = /^(?:(?:der|die|das|den|le|la|les|el|los|las|il|lo|i|gli|o|a|os|as|de|het) |l[’'])/iu
const NAMED =
  /^([\p{Lu}\p{N}][^\s.,:;()*]*(?: [\p{Lu}\p{N}][^\s.,:;()*]*){0,3})(?:\*\*)?(?=\.(?:\s|$)| \(|, \p{Ll}| [–—-] | (?:oder|ou|o|y|e|et|und|of|en|lub|i) \p{Lu})/u
/** So many labelled lines with a name each answer a case each. */
const FEWEST_ANSWERED = 2

/**
 * The names that labelled lines of a text announce: "## Le plus simple : Nordivo", "**Dritte Wahl: Kontix.**", "**Néobanques :
 * Revolva vs N62**". The label is a phrase of the language, and one of the names no word of it.
 */
export function readLabelled(clean: string, native: Native): string[][] {
  const found: string[][] = []
  const answered: string[][] = []
  for (const line of clean.split('\n')) {
    const said = ANSWERED.exec(line)?.[2]
    if (said !== undefined) {
      const name = NAMED.exec(said.replace(ARTICLE, ''))?.[1]
      answered.push(name !== undefined && isUnknown(name, native) && isName(name, native) ? [name] : [])
    }
    const against = VERSUS.exec(line)?.[1]?.split(/ (?:vs\.?|versus|oder|ou|contre|contro|contra|of|czy) /u) ?? []
    const asked = QUESTIONED.exec(line)?.[1]
    const named = asked === undefined ? against : [asked]
    if (named.length > 0 && named.every((name) => isUnknown(name, native) || isName(name, native))) {
      if (named.some((name) => isUnknown(name, native))) found.push(named)
      continue
    }
    const [, label = '', rest = ''] = LABELLED.exec(line) ?? []
    if (label === '' || /\p{Nd}/u.test(label) || !label.split(/[\s’']/).some((word) => native(word) > 0)) continue
    const names = rest
      .replace(/\s+[–—(-].*$/u, '')
      .split(PARTS)
      .map((name) => name.trim())
    if (names.length > MOST_NAMES || !names.every((name) => isName(name, native))) continue
    if (names.some((name) => !isNativeName(name, native) && name.split(' ').some(isTelling))) found.push(names)
  }
  const named = new Set(answered.flat())
  if (named.size < FEWEST_ANSWERED || named.size * 3 < answered.length * 2) return found
  return [...found, ...answered.filter((names) => names.length > 0)]
}

/** Whether one of its words is no everyday word, whatever its case: "Nordivo", "klarfunk". */
function isUnknown(name: string, native: Native): boolean {
  return (
    /^[\p{L}\p{N}][^\s]*(?: [\p{Lu}\p{N}][^\s]*){0,3}$/u.test(name) &&
    name.split(' ').some((word) => native(word) < 2 && (isTelling(word) || /^\p{Lu}{3,5}$/u.test(word)))
  )
}

function isName(name: string, native: Native): boolean {
  return (
    isNameShaped(name) && /^[\p{Lu}\p{N}]|\p{Lu}/u.test(name) && name.split(' ').length < 5 && !isPhrase(name, native)
  )
}
