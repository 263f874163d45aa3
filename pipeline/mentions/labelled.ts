import { isNameShaped, isTelling } from './name-shape.ts'
import { isNativeName, isPhrase, type Native } from './native.ts'

/** A heading, or what a line begins with in bold: a label, a colon, and what it announces. */
const LABELLED =
  /^[ \t>]*(?:#{1,6}[ \t]+(?:\*\*)?|(?:[-*+•][ \t]+|\d{1,2}[.)][ \t]+)?\*\*)([^*:：\n]{2,60}?)[ \u00a0]?[:：][ \u00a0](?:\*\*)?([^*\n]{2,80}?)[.!]?(?:\*\*.*)?$/u
const PARTS = /\s*(?:,|\/|&|\+)\s*|\s+(?:und|oder|sowie|et|ou|y|o|e|ed|i|oraz|lub|of|en|och|eller|og|vs\.?|versus)\s+/u
const MOST_NAMES = 4

/**
 * The names that labelled lines of a text announce: "## Le plus simple : Nordivo", "**Dritte Wahl: Kontix.**", "**Néobanques :
 * Revolva vs N62**". The label is a phrase of the language, and one of the names no word of it.
 */
export function readLabelled(clean: string, native: Native): string[][] {
  const found: string[][] = []
  for (const line of clean.split('\n')) {
    const [, label = '', rest = ''] = LABELLED.exec(line) ?? []
    if (label === '' || /\p{Nd}/u.test(label) || !label.split(/[\s’']/).some((word) => native(word) > 0)) continue
    const names = rest
      .replace(/\s+[–—(-].*$/u, '')
      .split(PARTS)
      .map((name) => name.trim())
    if (names.length > MOST_NAMES || !names.every((name) => isName(name, native))) continue
    if (names.some((name) => !isNativeName(name, native) && name.split(' ').some(isTelling))) found.push(names)
  }
  return found
}

function isName(name: string, native: Native): boolean {
  return (
    isNameShaped(name) && /^[\p{Lu}\p{N}]|\p{Lu}/u.test(name) && name.split(' ').length < 5 && !isPhrase(name, native)
  )
}
