import { lineEnd, lineStart } from '../words/line.ts'
import { isNameShaped, isTelling } from '../words/name-shape.ts'
import { isChoiceLabel, isFeatureColumn } from '../words/sections.ts'

/** Labels of a word or two behind which the choice stands. */
const ADVICE =
  /(?:tl;dr|verdict|bottom line|short answer|kurz|fazit|en bref|tipp?|pick|choice|advice|conseil|consejo|consiglio|dica|wybór|keuze|wahl|empfehlung)s?$/iu
/** A label in bold, with its mark, and an article: "**Eher nicht:** Die". */
const LABEL =
  /^[\s>*_\d.)-]*(?:\*\*|__)([^*_\n]{3,80}?)[ \u00a0]?[:：?？.](?:\*\*|__)\s*(?:(?:the|der|die|das|den|le|la|les|el|los|las|il|lo|i|gli|o|a|os|as|de|het) |l[’'])?$/iu
/** A question in bold, and the line behind it. */
const ASKED = /\n(?:\*\*|__)([^*_\n]{3,80})[?？](?:\*\*|__) *\n+(?:[A-Z]: )?$/u

/** What a line's label asks for and the line gives: "**If you live in your inbox:** Streak." */
export function answerAt(clean: string, start: number, end: number): string | null {
  const from = lineStart(clean, start)
  if (start - from > 120) return null
  const label = (/^[A-Z]?:? ?$/.test(clean.slice(from, start)) ? ASKED : LABEL).exec(
    clean.slice(Math.max(0, from - (start - from < 4 ? 120 : 0)), start),
  )?.[1]
  const words = label?.split(' ').length ?? 0
  // "**Finger weg:** Nordivo. Es": of two words a label may have a feature behind it, too, that more is said of.
  const asks =
    label !== undefined &&
    (words > 2 || ADVICE.test(label) || (words > 1 && /^(?:\.\s| \()/.test(clean.slice(end, end + 2))))
  return asks &&
    /^[.,(]|^ (?:[(–—-]|for |if |when |für |wenn |pour |si |per |para |se )/u.test(clean.slice(end, end + 8))
    ? 'list-head'
    : null
}

/** What an answer begins with and says no more of in its sentence: "Harbor. Set it up once", "Harbor, provided that". */
export function openingAt(clean: string, start: number, end: number): string | null {
  return start < 12 &&
    /^[\s*_]*$/.test(clean.slice(0, start)) &&
    /^[*_]*(?:\.(?:[*_]*\s+\S|$)|, (?:provided|if|unless|because|since|for|by|as long as)(?!\p{L}))/u.test(
      clean.slice(end, end + 20),
    )
    ? 'list-head'
    : null
}

/** Marks of a list, a heading, a table or emphasis that a line begins with. */
const MARKED_LEFT = /(?:^|\n)[ \t]*[-*+•>#_|\d][\s>*_#|\d.)+•–-]*$/u
/** The kind of thing that is asked for, joined to a name: "Vokiro-Wärmepumpen". */
const JOINED_KIND = /^-(\p{Lu}\p{L}{3,})[*_]*(?:[:|\n]|$| [|–—(-])/u

/** The head that a name begins where a hyphen joins it with the kind of thing that is `asked` for. */
export function joinedAt(clean: string, start: number, end: number, asked: (word: string) => boolean): string | null {
  const kind = clean.charAt(end) === '-' ? JOINED_KIND.exec(clean.slice(end, end + 40))?.[1] : undefined
  if (kind === undefined || !asked(kind)) return null
  return MARKED_LEFT.test(clean.slice(Math.max(0, start - 16), start)) ? 'list-head' : null
}

/** The heads of a table's other columns, where one of them can be nothing but a name: "| Feature | HubSpot | Close |". */
export function columnAt(clean: string, start: number, end: number): string | null {
  const from = lineStart(clean, start)
  const to = lineEnd(clean, end)
  if (clean.charAt(from) !== '|' || !/^[\s|:-]*-[\s|:-]*(?:\n|$)/.test(clean.slice(to + 1, to + 200))) return null
  if (
    !/\|[\s*_]*$/.test(clean.slice(from, start)) ||
    !/^(?: [\p{Lu}\p{N}][\p{L}\p{N}.-]*){0,3}[\s*_]*\|/u.test(clean.slice(end, to))
  )
    return null
  const [first = '', ...others] = clean
    .slice(from + 1, to)
    .split('|')
    .map((cell) => cell.replace(/[*_]/g, '').trim())
  const names = others.filter((cell) => cell !== '' && cell.split(' ').some(isTelling) && isNameShaped(cell))
  return isFeatureColumn(first) && names.length > 0 ? 'table-cell' : null
}

/** What leads a line, and the dash behind it. */
const DASHED_LEFT = /(?:^|\n)(?:[ \t]*(?:[-*+•]|\d{1,2}[.)])[ \t]+|(?=\*\*|__))([^\n]{2,60}?)[*_)\]]* [–—-] $/u

/** Whether what is said of the name that leads a line begins with it: "- **Acme** – Clean, made by two people". */
export function beginsRemark(clean: string, start: number, end: number): boolean {
  if (!/[–—-] $/.test(clean.slice(start - 2, start))) return false
  const lead = DASHED_LEFT.exec(clean.slice(Math.max(0, start - 72), start))?.[1]
  return (
    lead !== undefined && !isChoiceLabel(lead.replace(/[*_]/g, '')) && /^,? \p{Ll}/u.test(clean.slice(end, end + 3))
  )
}

/** A label in bold with its colon. */
const BOLD_LABEL = /(?:\*\*|__)(\p{Lu}[^*_\n]{1,40})(?:\*\*|__)/gu
const LABEL_ENDS = /^(?:[:：](?:\*\*|__)|(?:\*\*|__)[:：])/
/** How far other labels are looked for, in UTF-16 units. */
const AROUND = 400

/** Whether it is a label in bold within a line, beside none that can be nothing but a name: "Look at maps. **Signal:** two bars". */
export function isLabelWithin(clean: string, start: number, end: number): boolean {
  if (!LABEL_ENDS.test(clean.slice(end, end + 4))) return false
  const line = clean.slice(Math.max(0, start - AROUND), start).replace(/^[\s\S]*\n/u, '')
  if (!/\p{L}/u.test(line)) return false
  const around = clean.slice(Math.max(0, start - AROUND), end + AROUND)
  return ![...around.matchAll(BOLD_LABEL)].some(([, label = '']) =>
    label.replace(/[:：]/g, '').split(' ').some(isTelling),
  )
}
