/** One published value that the stored replies don't yield; null stands for a missing one. */
export interface Difference {
  /** Its place, as `rankings/crm-software/2026-11 brands/HubSpot mentions`. */
  readonly what: string
  readonly published: string | number | boolean | null
  readonly derived: string | number | boolean | null
}

type Json = string | number | boolean | null | readonly Json[] | { readonly [field: string]: Json }
type Leaf = string | number | boolean | null

/** A rate derived on another machine may differ in its last digit. */
const ROUNDING = 1e-12
const LONGEST = 160
const BEFORE = 40

/** The published values compared so far: their number, and those that differ. */
export class Findings {
  checked = 0
  readonly differences: Difference[] = []

  /**
   * Compares every value of two documents; `what` is their place. List elements are matched by what names them (a brand's
   * name, a cell's engine and run), so that a missing one doesn't make all that follow differ.
   */
  compare(what: string, published: unknown, derived: unknown): void {
    const before = toJson(published)
    this.checked += leavesOf(before)
    for (const difference of differencesIn(what, before, toJson(derived))) this.differences.push(difference)
  }
}

function* differencesIn(what: string, published: Json | undefined, derived: Json | undefined): Iterable<Difference> {
  if (isList(published) && isList(derived)) yield* differencesInLists(what, published, derived)
  else if (isRecord(published) && isRecord(derived)) {
    const fields = new Set([...Object.keys(published), ...Object.keys(derived)])
    for (const field of fields) yield* differencesIn(`${what} ${field}`, published[field], derived[field])
  } else if (!same(published, derived)) {
    const [before, after] = [shown(published), shown(derived)]
    const at = firstDifference(before, after)
    yield { what, published: excerpt(before, at), derived: excerpt(after, at) }
  }
}

function* differencesInLists(what: string, published: readonly Json[], derived: readonly Json[]): Iterable<Difference> {
  const [before, after] = [labelled(published), labelled(derived)]
  for (const label of new Set([...before.keys(), ...after.keys()]))
    yield* differencesIn(`${what}/${label}`, before.get(label), after.get(label))
  const order = (of: ReadonlyMap<string, Json>) =>
    [...of.keys()].filter((label) => before.has(label) && after.has(label))
  yield* differencesIn(`${what} order`, order(before).join(', '), order(after).join(', '))
}

/** The elements by name, or by index if names are missing or repeated. */
function labelled(list: readonly Json[]): Map<string, Json> {
  const named = new Map(list.map((element) => [labelOf(element), element] as const))
  if (named.size === list.length && !named.has('')) return named
  return new Map(list.map((element, at) => [String(at), element] as const))
}

function labelOf(element: Json): string {
  if (!isRecord(element)) return ''
  const { question, engine, run, index, ...named } = element
  if (typeof run === 'number') return `${typeof question === 'number' ? `q${question} ` : ''}${engine} r${run}`
  if (typeof index === 'number') return `q${index}`
  return String(engine ?? named.name ?? named.brand ?? named.title ?? named.url ?? named.domain ?? named.query ?? '')
}

function same(published: Json | undefined, derived: Json | undefined): boolean {
  if (typeof published === 'number' && typeof derived === 'number') return Math.abs(published - derived) <= ROUNDING
  return published === derived
}

/** A value on one line; whole lists and records as JSON. */
function shown(value: Json | undefined): Leaf {
  if (value === undefined) return null
  return isList(value) || isRecord(value) ? JSON.stringify(value) : value
}

function firstDifference(before: Leaf, after: Leaf): number {
  if (typeof before !== 'string' || typeof after !== 'string') return 0
  let at = 0
  while (at < before.length && before[at] === after[at]) at += 1
  return at
}

/** The part of a long text around its first difference. */
function excerpt(value: Leaf, at: number): Leaf {
  if (typeof value !== 'string' || value.length <= LONGEST) return value
  const start = Math.max(0, Math.min(at - BEFORE, value.length - LONGEST))
  const end = start + LONGEST
  return `${start > 0 ? '…' : ''}${value.slice(start, end)}${end < value.length ? '…' : ''}`
}

function leavesOf(value: Json): number {
  if (typeof value !== 'object' || value === null) return 1
  return Object.values<Json>(value).reduce((total: number, each) => total + leavesOf(each), 0)
}

function isList(value: Json | undefined): value is readonly Json[] {
  return Array.isArray(value)
}

function isRecord(value: Json | undefined): value is { readonly [field: string]: Json } {
  return typeof value === 'object' && value !== null && !isList(value)
}

/** The value as it would be published, without undefined fields. */
function toJson(value: unknown): Json {
  return JSON.parse(JSON.stringify(value))
}
