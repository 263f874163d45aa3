import { type Document, isMap, isNode, isScalar, isSeq, type Node, visit } from 'yaml'
import type { z } from 'zod'
import { country, language } from '../contract/market/fields.ts'
import {
  COUNTRY_RULE,
  isDefaultMarket,
  LANGUAGE_RULE,
  type Market,
  marketOf,
  rankingSlug,
} from '../contract/market/market.ts'
import { marketName } from '../contract/market/market-words.ts'
import { SLUG } from '../contract/words.ts'
import { foldedCategory } from '../store/ranking/categories.ts'

/** A fault in the categories file: an offset into its text, and a clause that says what is wrong there. */
export interface Fault {
  readonly at: number
  readonly clause: string
}

/** The path of a value in the file, such as `['categories', 0, 'slug']`. */
type Path = readonly PropertyKey[]

/** The syntax errors of the YAML. */
export function syntaxFaults(document: Document.Parsed): Fault[] {
  const faults = document.errors.map(({ code, message, pos: [at] }) => ({
    at,
    clause:
      code === 'TAB_AS_INDENT' ? 'a tab indents this line; YAML allows only spaces' : `not valid YAML: ${message}`,
  }))
  visit(document, {
    Alias: (_, alias) => {
      if (alias.resolve(document) === undefined)
        faults.push({ at: startOf(alias), clause: 'the alias after * is not defined; quote a text that begins with *' })
    },
  })
  return faults
}

/** The faults of a YAML file of the wrong shape: what was found, and what is allowed. */
export function shapeFaults(document: Document.Parsed, issues: readonly z.core.$ZodIssue[]): Fault[] {
  return issues.flatMap((issue) => {
    const allowed = allowedAt(issue.path)
    if (issue.code === 'unrecognized_keys')
      return issue.keys.map((key) => ({
        at: startOf(keyNode(nodeAt(document, issue.path), key)),
        clause: `\`${shown(key)}\` is not a key here; ${allowed}`,
      }))
    const node = nodeAt(document, issue.path)
    if (issue.path.length === 0)
      return [{ at: 0, clause: `the file is ${node === undefined ? 'empty' : found(node)}; ${allowed}` }]
    const name = String(issue.path.findLast((step) => typeof step === 'string'))
    const what = typeof issue.path.at(-1) === 'number' ? `an entry of \`${name}\`` : `\`${name}\``
    if (node === undefined)
      return [{ at: startOf(nodeAt(document, issue.path.slice(0, -1))), clause: `${what} is missing; ${allowed}` }]
    return [{ at: startOf(node), clause: `${what} is ${found(node)}; ${allowed}` }]
  })
}

/** What is in the file twice: a category in a market, a question in a category, the slug of a ranking. */
export function repetitions(document: Document.Parsed): Fault[] {
  const categories = nodeAt(document, ['categories'])
  const entries = isSeq(categories) ? categories.items.map((_, at): Path => ['categories', at]) : []
  const questions = entries.map((path) => {
    const list = nodeAt(document, [...path, 'questions'])
    return isSeq(list) ? list.items.map((_, at) => [...path, 'questions', at]) : []
  })
  const byMarket = Map.groupBy(entries, (path) => marketName(marketAt(document, path)))
  return [
    ...slugFaults(document, entries),
    ...[...byMarket.values()].flatMap((paths) => {
      const named = paths.map((path) => [...path, 'category'])
      return repeated(document, named, 'category', 'it has one slug')
    }),
    ...questions.flatMap((paths) => repeated(document, paths, 'question', 'keep one')),
  ]
}

/** Slugs that name another entry's ranking, such as `crm-software-de-de`, or that are too long with their market. */
function slugFaults(document: Document.Parsed, entries: readonly Path[]): Fault[] {
  const seen = new Map<string, string>()
  return entries.flatMap((path) => {
    const node = nodeAt(document, [...path, 'slug'])
    const slug = isScalar(node) ? node.value : undefined
    if (typeof slug !== 'string') return []
    const market = marketAt(document, path)
    const name = rankingSlug(slug, market)
    const other = seen.get(name)
    seen.set(name, slug)
    const fault = (clause: string) => [{ at: startOf(node), clause: `the slug “${shown(slug)}” ${clause}` }]
    const where = isDefaultMarket(market) ? '' : ` for ${marketName(market)}`
    if (other === slug) return fault(`is in the file twice${where}; each category needs its own`)
    if (other !== undefined)
      return fault(`names the same ranking as “${shown(other)}”, “${shown(name)}”; change one of them`)
    if (SLUG.test(slug) && !SLUG.test(name))
      return fault(`has more than 80 characters with its market, “${name.slice(slug.length)}”; shorten it`)
    return []
  })
}

/** The market of an entry; a missing or wrong field has its default. */
function marketAt(document: Document.Parsed, path: Path): Market {
  const read = (key: string, shape: typeof country | typeof language) => {
    const node = nodeAt(document, [...path, key])
    return isScalar(node) ? shape.safeParse(node.value).data : undefined
  }
  return marketOf({ country: read('country', country), language: read('language', language) })
}

function repeated(document: Document.Parsed, paths: readonly Path[], noun: string, rule: string): Fault[] {
  const seen = new Set<string>()
  return paths.flatMap((path) => {
    const node = nodeAt(document, path)
    if (!isScalar(node) || typeof node.value !== 'string') return []
    const key = foldedCategory(node.value)
    if (!seen.has(key)) {
      seen.add(key)
      return []
    }
    return [{ at: startOf(node), clause: `the ${noun} “${shown(node.value)}” is in the file twice; ${rule}` }]
  })
}

function allowedAt(path: Path): string {
  const [, , key, question] = path
  if (path.length === 0) return 'the file has only the key `categories`'
  if (path.length === 1) return 'it is a list of at least one category'
  if (key === undefined) return 'a category has `slug`, `category` and optionally `country`, `language` and `questions`'
  if (key === 'slug') return 'a slug is lower-case words with hyphens, such as crm-software'
  if (key === 'category') return 'a category is a name of 1 to 120 characters without control characters'
  if (key === 'country') return COUNTRY_RULE
  if (key === 'language') return LANGUAGE_RULE
  if (question === undefined) return 'it is a list of 1 to 100 questions; if it is left out, they are written'
  return 'a question is a text of 3 to 300 characters without control characters'
}

function found(node: Node): string {
  if (isMap(node)) return 'a group of keys'
  if (isSeq(node)) return node.items.length === 0 ? 'an empty list' : `a list of ${node.items.length}`
  if (!isScalar(node) || node.value === null) return 'empty'
  const { value } = node
  if (typeof value !== 'string') return `the ${typeof value} ${shown(String(value))}; in quotes it would be a text`
  return value.trim() === '' ? 'empty' : `“${shown(value)}” (${value.trim().length} characters)`
}

const LONGEST = 40

/** A text of the file on one line, cut off if it is long. */
function shown(value: string): string {
  const line = value.replace(/[\s\p{Cc}\p{Cf}]+/gu, ' ').trim()
  return line.length <= LONGEST ? line : `${line.slice(0, LONGEST - 1)}…`
}

function nodeAt(document: Document.Parsed, path: Path): Node | undefined {
  const node = path.length === 0 ? document.contents : document.getIn(path, true)
  return isNode(node) ? node : undefined
}

function keyNode(map: Node | undefined, name: string): Node | undefined {
  const keys = isMap(map) ? map.items.map(({ key }) => key) : []
  return keys.filter(isNode).find((key) => isScalar(key) && String(key.value) === name)
}

function startOf(node: Node | undefined): number {
  return node?.range?.[0] ?? 0
}
