import { getDomain } from 'tldts'
import type { Ruling } from '../contract/terms.ts'
import { createFinder, letters } from './find/finder.ts'
import { baseName, tidyName } from './names/base-name.ts'
import type { AnswerText, Brand, ProposedName, Proposer } from './names/brand.ts'
import { readGlosses } from './names/glosses.ts'
import { nameKey } from './names/name-key.ts'
import { keysApart, obeyRulings, ruledNames } from './names/rulings.ts'
import { withoutAsked, withShort } from './names/short.ts'
import { readShortened } from './names/shortened.ts'
import { addSpellings } from './names/spellings.ts'
import { hiddenSpans, isHost } from './text/clean.ts'
import { writesCjk } from './words/cjk-words.ts'
import { fold, foldKey } from './words/fold.ts'
import { isPlace } from './words/name-shape.ts'
import { isFrequentWord } from './words/ordinary.ts'

/** Words that name what kind of thing the product is, in any category. */
const KIND_WORDS = (
  'app apps software platform tool tools suite crm erp online pro premium free plus service services business bank money ' +
  'financial'
).split(' ')
/** Before what heads a line or a table's row, or is in bold. */
const HEAD_LEFT = /(?:\*\*|(?:^|\n)[ \t]*(?:[-*+•]|\d{1,2}[.)]|#{1,6}|\|)[ \t]+)$/u

interface Group {
  readonly spellings: Set<string>
  readonly domains: Map<string, number>
  proposedBy: Proposer
}

/**
 * The brands behind proposed names: one for all spellings of a name (case, accents, joined or parted, legal forms, trademark
 * signs, its host name, a trailing word of the category, another name in brackets behind it), named by its most frequent spelling in the answers. A domain is
 * the most proposed one, or else the most cited one whose own label is the name. Sorted by name; any order of the
 * proposals and answers gives the same result. A person's rulings come before all this; on a `fixed` brand they have no effect.
 */
export function resolveBrands(
  proposed: readonly ProposedName[],
  answers: readonly AnswerText[],
  rulings: readonly Ruling[] = [],
  fixed: (brand: Brand) => boolean = () => false,
): Brand[] {
  const ruled = ruledNames(
    rulings,
    // A name that a person rules on isn't proposed by rules alone.
    proposed.flatMap(({ name, byRules }) => (byRules === true ? [] : [name])),
  ).map((name) => ({ name, domain: null, by: 'person' as const }))
  const called = proposed.map(
    ({ name, domain, byRules }) => ({ name, domain, by: byRules ? 'rules' : 'model' }) as const,
  )
  const names = [...called, ...ruled].flatMap(({ name, domain, by }) => {
    const tidy = tidyName(name)
    // A place is proposed for where something is sold, a brand of its name with its domain, or its models: "Thule Urban Glide 3".
    return tidy === '' || (domain === null && isPlace(tidy) && (by === 'rules' || !hasModels(tidy, answers)))
      ? []
      : [{ name: tidy, domain: ownDomain(domain), by }]
  })
  const known = new Set(names.filter(({ name }) => !isHost(name)).map(({ name }) => nameKey(name)))
  const kinds = categoryWords(answers)
  const asked = new Set([...kinds, ...questionWords(answers).map(fold)])
  const questions = [...new Set(answers.map(({ question }) => question))]
  const apart = keysApart(rulings)
  const groups = new Map<string, Group>()
  for (const { name, domain, by } of names) {
    const base =
      (apart.has(nameKey(name)) ? null : withoutAsked(name, questions)) ?? baseName(name, kinds, known, apart)
    const key = nameKey(base)
    const group: Group = groups.get(key) ?? { spellings: new Set(), domains: new Map(), proposedBy: 'rules' }
    group.proposedBy = firstOf(group.proposedBy, by)
    group.spellings.add(name).add(base)
    if (domain !== null) group.domains.set(domain, (group.domains.get(domain) ?? 0) + 1)
    groups.set(key, group)
  }
  const declined = addSpellings(groups, answers, apart)
  join(groups, readGlosses(new Set([...groups.keys()].filter((key) => !apart.has(key))), answers))
  const behind = readShortened(groups, answers, new Set(ruledNames(rulings, []).map(nameKey)))
  // None goes by a case of its name, nor by what it is only called behind it.
  const nameless = new Set([
    ...declined,
    ...[...behind.keys()].flatMap((key) => [...(groups.get(key)?.spellings ?? [])]),
  ])
  join(groups, behind)
  const cited = citedDomains(answers)
  const unnamed = [...groups].map(([key, { spellings, domains, proposedBy }]) => ({
    name: key,
    proposedBy,
    domain: mostFrequent(domains) ?? mostFrequent(cited.get(foldKey(key)) ?? new Map()),
    spellings: [...spellings].sort((a, b) => b.length - a.length || compare(a, b)),
  }))
  const houses = Map.groupBy(unnamed, ({ domain }) => domain)
  const seen = spellingsSeen(unnamed, answers, nameless)
  const isTaken = (key: string): boolean => groups.has(key)
  const isWritten = (short: string): boolean => answers.some(({ text }) => text.includes(short))
  const shortened = unnamed.map((brand) =>
    seen.get(brand.name)?.size === 0
      ? {
          ...brand,
          spellings: withShort(brand, houses.get(brand.domain)?.length === 1, asked, apart, isTaken, isWritten),
        }
      : brand,
  )
  const short = shortened.filter((brand, i) => brand.spellings.length !== unnamed[i]?.spellings.length)
  // A frequent word that answers hold may be no name there.
  for (const [key, counts] of short.length === 0 ? [] : spellingsSeen(short, answers, nameless))
    seen.set(key, new Map([...counts].filter(([spelling]) => !isFrequentWord(spelling))))
  const brands = shortened
    .map((brand, i) => ({
      ...brand,
      name:
        mostFrequent(tally(unnamed[i]?.spellings.filter((each) => !nameless.has(each)) ?? [], seen.get(brand.name))) ??
        brand.name,
    }))
    .sort((a, b) => compare(a.name, b.name))
  return obeyRulings(brands, rulings, fixed)
}

/** Whether a line's head or bold begins with the name and a model behind it. */
function hasModels(name: string, answers: readonly AnswerText[]): boolean {
  return answers.some(({ text }) => {
    for (let at = text.indexOf(`${name} `); at >= 0; at = text.indexOf(`${name} `, at + 1))
      if (
        HEAD_LEFT.test(text.slice(Math.max(0, at - 12), at)) &&
        /^[\p{Lu}\p{N}]/u.test(text.charAt(at + name.length + 1))
      )
        return true
    return false
  })
}

/** Makes each name part of the one that it counts as. */
function join(groups: Map<string, Group>, countsAs: ReadonlyMap<string, string>): void {
  for (const [key, of] of countsAs) {
    const into = groups.get(of)
    const from = groups.get(key)
    if (into === undefined || from === undefined) continue
    for (const spelling of from.spellings) into.spellings.add(spelling)
    into.proposedBy = firstOf(into.proposedBy, from.proposedBy)
    for (const [domain, count] of from.domains) into.domains.set(domain, (into.domains.get(domain) ?? 0) + count)
    groups.delete(key)
  }
}

/** The words of the questions that are no names there (lower-case ones and abbreviations), and those of any category. */
function categoryWords(answers: readonly AnswerText[]): Set<string> {
  const words = new Set(KIND_WORDS)
  for (const word of questionWords(answers))
    if (word === word.toLowerCase() || word === word.toUpperCase()) words.add(fold(word))
  return words
}

function questionWords(answers: readonly AnswerText[]): string[] {
  const questions = new Set(answers.map((answer) => answer.question))
  return [...questions].flatMap((question) => question.match(/\p{L}[\p{L}\p{N}]+/gu) ?? [])
}

function ownDomain(domain: string | null): string | null {
  return domain === null ? null : getDomain(domain.trim().toLowerCase())
}

/** The cited domains by their own label as a key, each with the number of its citations. */
function citedDomains(answers: readonly AnswerText[]): Map<string, Map<string, number>> {
  const byLabel = new Map<string, Map<string, number>>()
  for (const { domain } of answers.flatMap((answer) => answer.citations)) {
    if (domain === null) continue
    const label = foldKey(domain.replace(/\..*$/, ''))
    const domains = byLabel.get(label) ?? new Map<string, number>()
    domains.set(domain, (domains.get(domain) ?? 0) + 1)
    byLabel.set(label, domains)
  }
  return byLabel
}

/** How often each brand is written in which way, by the brand's name; never in a case of it. */
function spellingsSeen(
  brands: readonly Brand[],
  answers: readonly AnswerText[],
  declined: ReadonlySet<string>,
): Map<string, Map<string, number>> {
  const find = createFinder(brands)
  const seen = new Map(brands.map((brand) => [brand.name, new Map<string, number>()]))
  for (const { text, question } of answers) {
    const cjk = writesCjk(text)
    for (const { pattern, start, end, rule } of find(text, hiddenSpans(text), question)) {
      const spelling = text.slice(start, end).normalize('NFC')
      const counts = seen.get(pattern.brand.name)
      // "Aprica (アップリカ)": what glosses a name isn't the one that it goes by.
      if (!cjk && text.charAt(start - 1) === '(' && text.charAt(end) === ')') continue
      if (declined.has(spelling)) continue
      const proposed = pattern.brand.spellings.includes(spelling)
      if (!proposed && (rule === 'inflected' || rule === 'domain-name' || /[’']s /.test(spelling))) continue
      // "the price ladder" is no spelling of Ladder.
      const own = pattern.brand.spellings.some((each) => letters(each) === letters(spelling))
      if (pattern.ambiguous && !own) continue
      counts?.set(spelling, (counts.get(spelling) ?? 0) + 1)
    }
  }
  return seen
}

function tally(spellings: readonly string[], seen: ReadonlyMap<string, number> = new Map()): Map<string, number> {
  return new Map([...spellings.map((spelling) => [spelling, 0] as const), ...seen])
}

/** The most frequent key; of equally frequent ones the shortest, then the first in code-unit order. */
function mostFrequent(counts: ReadonlyMap<string, number>): string | null {
  const [first] = [...counts].sort((a, b) => b[1] - a[1] || a[0].length - b[0].length || compare(a[0], b[0]))
  return first?.[0] ?? null
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0
}

const PROPOSERS: readonly Proposer[] = ['model', 'person', 'rules']

function firstOf(one: Proposer, other: Proposer): Proposer {
  return PROPOSERS.find((proposer) => proposer === one || proposer === other) ?? one
}
