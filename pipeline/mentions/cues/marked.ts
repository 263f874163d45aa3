import type { Found } from '../find/finder.ts'
import type { Brand } from '../names/brand.ts'

/** From so many choices marked, an answer is a list of them. */
const LIST = 3
/** By its own domain, with which an answer marks a choice as a link does. */
const LINKED = new Set(['domain-linked', 'domain-cited'])

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
  const ruleOf = (brand: Brand): string => named.get(brand)?.rule ?? ''
  const plain = new Set(counted.filter((brand) => !heads.has(brand) && !LINKED.has(ruleOf(brand))))
  if (plain.size === 0) return []
  for (const match of found) {
    if (plain.has(match.pattern.brand) && isMarked(clean, match.start)) plain.delete(match.pattern.brand)
  }
  if (counted.length - plain.size < LIST) return []
  return [...plain].filter(
    (brand) => brand.own !== true && (ruleOf(brand) !== 'domain-name' || brand.spellings.every(isDotted)),
  )
}

/** Whether a spelling is a host, where it is found as one. */
function isDotted(spelling: string): boolean {
  return spelling.includes('.')
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
