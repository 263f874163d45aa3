import { domainToUnicode } from 'node:url'
import { getDomain, parse } from 'tldts'
import legalForms from './data/legal-forms.json' with { type: 'json' }
import ordinary from './data/ordinary.json' with { type: 'json' }
import questions from './data/questions.json' with { type: 'json' }
import { fold, foldKey } from './fold.ts'

const MAX_LENGTH = 80
export const LEGAL_FORMS: ReadonlySet<string> = new Set(legalForms.words.split(' '))
const ORDINARY = new Set(`${ordinary.words} ${questions.words}`.split(' '))

/** The part that all spellings of a name have in common. */
export function nameKey(name: string): string {
  const plain = fold(name)
    .replace(/!+$/, '')
    .replace(/ and /g, '&')
    .replace(/ plus$/, '+')
  return foldKey(plain) || foldKey(name)
}

/** A brand's name key without its legal form: `acme` for "Acme, Inc." */
export function brandKey(name: string): string {
  const parts = name.split(/[\s,]+/)
  while (parts.length > 1 && LEGAL_FORMS.has(foldKey(parts.at(-1) ?? '').replaceAll('.', ''))) parts.pop()
  return nameKey(parts.join(' ')) || nameKey(name)
}

/** Whether a name is a common word, which often isn't meant as a name. */
export function isOrdinary(name: string): boolean {
  return ORDINARY.has(foldKey(name))
}

/** A name without surrounding punctuation; empty if it can't be a name. */
export function tidyName(name: string): string {
  const tidy = name
    .normalize('NFC')
    .replace(/[®™©℠]/g, '')
    .replace(/^[\s*_"“”«»`]+|(?<![\s*_"“”«»`,;:])[\s*_"“”«»`,;:]+$/gu, '')
    .replace(/\s+/g, ' ')
  return tidy.length <= MAX_LENGTH && /[\p{L}\p{N}]/u.test(tidy) ? tidy : ''
}

/** A domain's own label in Unicode: `acme` for `shop.acme.co.uk`. */
export function ownLabel(domain: string): string {
  const { domainWithoutSuffix } = parse(domain, { allowPrivateDomains: true })
  const label = domainWithoutSuffix || (domain.split('.')[0] ?? domain)
  return domainToUnicode(label) || label
}

/** The registrable domain of a product's pages; a customer of a host (`acme.github.io`) has its own. */
export function productDomain(domain: string): string {
  return getDomain(domain, { allowPrivateDomains: true }) ?? domain
}

/** Adds to a count. */
export function add(counts: Map<string, number>, key: string, more: number): void {
  counts.set(key, (counts.get(key) ?? 0) + more)
}

/** The most frequent key; among equals the shortest, then the first in code-unit order. */
export function mostFrequent(counts: ReadonlyMap<string, number>): string | null {
  const [first] = [...counts].sort((a, b) => b[1] - a[1] || a[0].length - b[0].length || compare(a[0], b[0]))
  return first?.[0] ?? null
}

/** Orders strings by code unit, as a comparator. */
export function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0
}
