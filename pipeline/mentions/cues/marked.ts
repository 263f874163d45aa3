import type { Found } from '../find/finder.ts'
import type { Brand } from '../names/brand.ts'
import { isAdvisedAbroad } from '../prose/abroad.ts'
import { isChoiceLabel } from '../words/sections.ts'

/** From so many choices marked, an answer is a list of them. */
const LIST = 3
/** By its own domain, with which an answer marks a choice as a link does. */
const LINKED = new Set(['domain-linked', 'domain-cited'])

/** In a heading, or in the first cell of a row. */
const PLACED = /^ {0,3}#|^[ \t]*\|[^|]*$/
/** "consider Acme", "the one to avoid is Acme": an English sentence says that it is to be taken, or that it isn't. */
const TAKEN =
  /(?<!\p{L})(?:consider|choose|pick|avoid|skip|shortlist|bother with|stay(?:ing)? with|stick(?:ing)? with|go with|go for|opt for|(?:left|leave|leaving)(?: out)?|honou?rable mention to)(?: (?:is|are|would be))?(?: (?:the|an?))? [*_"“]*$/iu
/** What ends in a colon before a name, from the beginning of its sentence. */
const LABEL = /(?:^|[.!?] )[\s>*_•-]*([^.:!?]{3,48}): ?[*_]*(?:(?:the|an?) )?$/u
/** Emphasised names at the beginning of a line, and the mark of one more: "*Quillpad* and *". */
const EMPHASISED_ROW = /^[ \t>]*(?:[-*+•][ \t]+)?(?:\*[^*\n]{2,40}\*(?:,|,? \p{L}{1,5}| &|\/) ?){1,4}\*$/u
/** A label in bold of Chinese, Japanese or Korean, which says for what or whom its line names something: "**次点**：". */
const CJK_LABEL = /^[ \t]*\*\*[^*\n:：]{1,23}[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af](?:\*\*[:：]|[:：]\*\*)/u

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
  for (const match of found) {
    if (plain.has(match.pattern.brand) && isMarked(clean, match.start)) plain.delete(match.pattern.brand)
  }
  if (counted.length - plain.size < LIST) return []
  // What other languages advise is no mark, but isn't in passing either.
  for (const { pattern, start } of found) {
    if (plain.has(pattern.brand) && isAdvisedAbroad(clean.slice(Math.max(0, start - 48), start)))
      plain.delete(pattern.brand)
  }
  return [...plain].filter(
    (brand) => brand.own !== true && (ruleOf(brand) !== 'domain-name' || brand.spellings.every(isDotted)),
  )
}

/** Whether a spelling is a host, where it is found as one. */
function isDotted(spelling: string): boolean {
  return spelling.includes('.')
}

/** Whether a name at `start` is marked as a choice there. */
function isMarked(clean: string, start: number): boolean {
  const before = clean.slice(clean.lastIndexOf('\n', start - 1) + 1, start)
  const label = LABEL.exec(before)?.[1]
  return (
    isOpen(before, '**') ||
    isOpen(before, '__') ||
    PLACED.test(before) ||
    TAKEN.test(before) ||
    CJK_LABEL.test(before) ||
    (before.endsWith('*') && EMPHASISED_ROW.test(before)) ||
    (label !== undefined && isChoiceLabel(label))
  )
}

/** Whether emphasis begins in a text and doesn't end there. */
function isOpen(before: string, mark: string): boolean {
  let open = false
  for (let at = before.indexOf(mark); at >= 0; at = before.indexOf(mark, at + 2)) open = !open
  return open
}
