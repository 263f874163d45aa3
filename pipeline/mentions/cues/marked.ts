import type { Found } from '../find/finder.ts'
import type { Brand } from '../names/brand.ts'

/** From so many choices marked, an answer is a list of them. */
const LIST = 3

/**
 * The counted brands that an answer names in passing only. An answer that marks its choices (at the head of a line, in a
 * heading, in bold, in a table's first column, or with their own domain) says of them what it has to say: a name that it
 * marks nowhere is what a choice works with, what it is made of, or who sells it. None where fewer than three are marked;
 * never the product. `named` has the place where each brand is counted, with the rule by which; `heads` head lines.
 */
export function namedInPassing(
  clean: string,
  found: readonly Found[],
  named: ReadonlyMap<Brand, Found>,
  heads: ReadonlySet<Brand>,
): Brand[] {
  const counted = [...named.keys()].filter(({ ignored }) => ignored !== true)
  const plain = new Set(counted.filter((brand) => !heads.has(brand) && !named.get(brand)?.rule.startsWith('domain-')))
  if (plain.size === 0) return []
  for (const match of found) {
    if (plain.has(match.pattern.brand) && (isMarked(clean, match.start) || isLabelled(clean, match.start)))
      plain.delete(match.pattern.brand)
  }
  return counted.length - plain.size < LIST ? [] : [...plain].filter(({ own }) => own !== true)
}

/** What stands before a name in a heading and in a first cell. */
const BEFORE = /^ {0,3}#|^[ \t]*\|[^|]*$/

/** Whether a name at `start` stands in bold, in a heading or in the first cell of its row. */
function isMarked(clean: string, start: number): boolean {
  const before = clean.slice(clean.lastIndexOf('\n', start - 1) + 1, start)
  return isOpen(before, '**') || isOpen(before, '__') || BEFORE.test(before)
}

/** Whether emphasis begins in a text and doesn't end there. */
function isOpen(before: string, mark: string): boolean {
  let open = false
  for (let at = before.indexOf(mark); at >= 0; at = before.indexOf(mark, at + 2)) open = !open
  return open
}

/** A label in bold of Chinese, Japanese or Korean, which says for what or whom its line names something: "**次点**：". */
const LABEL = /^[ \t]*\*\*[^*\n:：]{1,23}[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af](?:\*\*[:：]|[:：]\*\*)/u

/** Whether a name stands behind such a label at the beginning of its line. */
function isLabelled(clean: string, start: number): boolean {
  return LABEL.test(clean.slice(clean.lastIndexOf('\n', start - 1) + 1, start))
}
