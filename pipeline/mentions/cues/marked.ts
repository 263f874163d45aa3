import type { Found } from '../find/finder.ts'
import type { Brand } from '../names/brand.ts'
import { isAdvisedAbroad } from '../prose/abroad.ts'
import { leftOf } from '../prose/beside.ts'
import { isChoiceLabel } from '../words/sections.ts'
import { createLines } from './in-line.ts'

/** From so many choices marked, an answer is a list of them. */
const LIST = 3
/** By its own domain, with which an answer marks a choice as a link does. */
const LINKED = new Set(['domain-linked', 'domain-cited'])

/** A label or a verb of choosing stands this near before a name, in UTF-16 units. */
const NEAREST = 80
/** A clause before its subject is shorter than this. */
const LONGEST_OPENING = 130
/** A row of emphasised names is shorter than this. */
const LONGEST_ROW = 240

const HEADING = /^ {0,3}#/
const ROW = /^[ \t]*\|/
/** "| 2 | Quillpad |" */
const RANKED_ROW = /^[ \t]*\|[ \t]*#?\d{1,2}[.)]?[ \t]*\|/
/** "consider Acme", "the one to avoid is Acme": an English sentence says that it is to be taken, or that it isn't. */
const TAKEN =
  /(?<!\p{L})(?:consider|choose|pick|avoid|skip|shortlist|bother with|buy|advise against|stay(?:ing)? with|stick(?:ing)? with|go with|go for|opt for|(?:left|leave|leaving)(?: out)?|honou?rable mention to)(?: (?:is|are|would be))?(?: (?:the|an?))? [*_"“]*$/iu
/** What ends in a colon before a name, from the beginning of its sentence. */
const LABEL = /(?:^|[.!?] )[\s>*_•-]*([^.:!?]{3,48}): ?[*_]* ?(?:(?:the|an?) )?[*_]*$/u
/** "*Honourable mentions:* Quillpad, which is cheap, and": a label in plural, and the sentence that it announces. */
const PLURAL_LABEL = /^[\s>•-]*[*_]{1,2}([^.:!?*_\n]{3,48}s)(?::[*_]{1,2}|[*_]{1,2}:) [^.!?]*$/u
/** Where a sentence begins. */
const SENTENCE_LEFT = /(?:^|\n|[.!?)][*_"”]* |\] ?)[*_"“]*$/u
/** What an English sentence says of the one or two names that it begins with: "Quillpad costs", "Quillpad and Nordivo have". */
const SPOKEN_OF =
  /^[*_"”]*(?: \p{Lu}[\p{L}\p{N}+]*){0,2}(?:(?: and| or|,)(?: \p{Lu}[\p{L}\p{N}+]*){1,3})?[*_"”]*(?:[’']s \p{Lu}\p{L}+ \p{Ll}+)? (?:is|isn[’']t|are|was|(?:has|have|had)(?= (?:an?|the|no|its|both)(?!\p{L}))|does|doesn[’']t|tends to|also)(?!\p{L})/u
/** What an English sentence begins with before its subject: a condition, or other names of a row. */
const OPENED =
  /(?:^|\n|[.!?] )(?:(?:If|When|Unless|Among|For) [^.!?\n]{4,100}, (?:the )?|(?:\p{Lu}[\p{L}\p{N}.’'-]*(?: \p{Lu}[\p{L}\p{N}]*)?(?:,? and |, )){1,3})[*_"“]*$/u
/** The same as `SPOKEN_OF`, of a subject that nothing but a verb can stand behind. */
const SPEAKS =
  /^[*_"”]*(?: \p{Lu}[\p{L}\p{N}+]*){0,2}[*_"”]* (?:is|are|has|have|can|lets?|sells?|becomes?|makes?|offers?|costs?|gives?|keeps?)(?!\p{L})/u
/** What begins a line in italics: "*Quillpad – 12 GB.* Cheap". */
const ITALIC_HEAD = /^[ \t>]*(?:[-*+•][ \t]+)?\*$/u
/** Emphasised names at the beginning of a line, and the mark of one more: "*Quillpad* and *". */
const EMPHASISED_ROW = /^[ \t>]*(?:[-*+•][ \t]+)?(?:\*[^*\n]{2,40}\*(?:,|,? \p{L}{1,5}| &|\/) ?){1,4}\*$/u
/**
 * A label in bold of Chinese, Japanese or Korean, which says for what or whom its line names something: "**次点**：". What sums
 * up says no more of its names than the answer did.
 */
const CJK_LABEL =
  /^[ \t]*\*\*(?![^*\n:：]{0,8}(?:结论|結論|总结|總結|小结|小結|总之|總之|一句话|一句話|まとめ|総括|要するに|결론|요약|정리|총평))[^*\n:：]{1,23}[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af](?:\*\*[:：]|[:：]\*\*)/u

/**
 * The counted brands that an answer names in passing only. An answer that marks its choices (at the head of a line, in a
 * heading, in bold, in a table's first column, or with their own domain) says of them what it has to say: a name that it
 * marks nowhere, and that no label or verb of choosing stands before, is what a choice works with, what it is made of, or who
 * sells it. None where fewer than three are marked; never the product. `named` has the place where each brand is counted, with
 * the rule by which; `heads` head lines.
 */
export function namedInPassing(
  clean: string,
  found: readonly Found[],
  named: ReadonlyMap<Brand, Found>,
  heads: ReadonlySet<Brand>,
): Brand[] {
  const counted = [...named.keys()].filter(({ ignored }) => ignored !== true)
  const ruleOf = (brand: Brand): string => named.get(brand)?.rule ?? ''
  const plain = new Set(counted.filter((brand) => !heads.has(brand) && !LINKED.has(ruleOf(brand))))
  if (plain.size === 0) return []
  const isMarked = createMarks(clean)
  for (const match of found) {
    if (plain.has(match.pattern.brand) && isMarked(match.start)) plain.delete(match.pattern.brand)
  }
  if (counted.length - plain.size < LIST) return []
  // What other languages advise, and what a sentence is about, is no mark, but isn't in passing either.
  for (const { pattern, start, end } of found) {
    if (
      plain.has(pattern.brand) &&
      (isAdvisedAbroad(clean.slice(Math.max(0, start - 48), start)) || isSpokenOf(clean, start, end))
    )
      plain.delete(pattern.brand)
  }
  return [...plain].filter(
    (brand) => brand.own !== true && (ruleOf(brand) !== 'domain-name' || brand.spellings.every(isDotted)),
  )
}

/** Whether a sentence begins with it and says something of it, or a label in plural announces it. */
function isSpokenOf(clean: string, start: number, end: number): boolean {
  if (SENTENCE_LEFT.test(clean.slice(Math.max(0, start - 4), start)) && SPOKEN_OF.test(clean.slice(end, end + NEAREST)))
    return true
  if (SPEAKS.test(clean.slice(end, end + NEAREST)) && OPENED.test(leftOf(clean, start, LONGEST_OPENING))) return true
  const line = clean.slice(Math.max(0, start - LONGEST_ROW), start)
  return isChoiceLabel(PLURAL_LABEL.exec(line.slice(line.lastIndexOf('\n') + 1))?.[1] ?? '')
}

/** Whether a spelling is a host, where it is found as one. */
function isDotted(spelling: string): boolean {
  return spelling.includes('.')
}

/** A function that says whether a name at an offset is marked as a choice there; the offsets come in order. */
function createMarks(clean: string): (start: number) => boolean {
  const inLine = createLines(clean)
  return (start) => {
    const { from, bold, underlined, cells } = inLine(start)
    const line = clean.slice(from, start)
    const near = clean.slice(Math.max(from, start - NEAREST), start)
    const label = LABEL.exec(near)?.[1]
    return (
      bold ||
      underlined ||
      HEADING.test(line) ||
      (cells === 1 && ROW.test(line)) ||
      (cells === 2 && RANKED_ROW.test(line)) ||
      TAKEN.test(near) ||
      CJK_LABEL.test(line) ||
      (near.endsWith('*') && (ITALIC_HEAD.test(line) || EMPHASISED_ROW.test(line.slice(0, LONGEST_ROW)))) ||
      (label !== undefined && isChoiceLabel(label))
    )
  }
}
