import { getDomain } from 'tldts'
import type { AnswerText, ProposedName } from './brand.ts'
import { cleanText, isHost } from './clean.ts'
import { hasCapitalNouns } from './context.ts'
import { fold, foldKey } from './fold.ts'
import { isCoinedHan, isHan } from './han.ts'
import { isOrdinaryWord } from './ordinary.ts'
import { isFeature, isSectionHead } from './sections.ts'
import { readSeries, type Series } from './structure.ts'

const LONGEST_NAME = 40
const MOST_WORDS = 5
const CONNECTORS = new Set('of the and & by de la le du des del di für von und y et e for'.split(' '))
const LINK = /(?<!!)\[([^\]\n]{2,60})\]\(\s*<?([^)\s>]+)/g
const CJK = /[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]/

interface Candidate {
  readonly spellings: Map<string, number>
  domain: string | null
  accepted: boolean
}

/** What a series is like: how many of its heads may be names, how many are distinctive, and whether any heads a section. */
interface Surroundings {
  readonly size: number
  readonly distinctive: number
  readonly sections: boolean
  readonly foreign: boolean
}

/**
 * Names proposed by rules alone, from where answers put their choices: heads of lists, headings, tables, links and
 * enumerations. A name of ordinary words is proposed only among names that aren't, or with its own domain linked or cited.
 * Sorted by name; any order of the answers gives the same result.
 */
export function proposeNames(answers: readonly AnswerText[], category: string): ProposedName[] {
  const candidates = new Map<string, Candidate>()
  const cited = ownLabels(answers)
  const ofCategory = new Set(fold(category).split(/\s+/))

  const note = (name: string, domain: string | null, accepted: boolean): void => {
    const key = foldKey(name)
    const candidate = candidates.get(key) ?? { spellings: new Map(), domain: null, accepted: false }
    candidate.spellings.set(name, (candidate.spellings.get(name) ?? 0) + 1)
    if (domain !== null && (candidate.domain === null || domain < candidate.domain)) candidate.domain = domain
    candidate.accepted ||= accepted
    candidates.set(key, candidate)
  }

  for (const { text } of answers) {
    const foreign = isForeign(text)
    for (const series of readSeries(text)) {
      const heads = series.heads.filter((head) => isNameShaped(head) && !isCategory(head, ofCategory))
      const around: Surroundings = {
        size: heads.length,
        distinctive: heads.filter((head) => isDistinctive(head)).length,
        sections: series.heads.some((head) => isSectionHead(head)),
        foreign,
      }
      for (const head of heads) {
        const domain = cited.get(foldKey(head)) ?? null
        note(head, domain, domain !== null || isChoice(head, series, around))
      }
    }
    for (const { label, domain } of ownLinks(text)) {
      if (isNameShaped(label) && !isCategory(label, ofCategory)) note(label, domain, true)
    }
  }
  return [...candidates.values()]
    .filter(({ accepted }) => accepted)
    .map(({ spellings, domain }) => ({ name: mostFrequent(spellings), domain }))
    .sort((a, b) => (a.name < b.name ? -1 : a.name > b.name ? 1 : 0))
}

/** Whether the place of a head says that it is a choice, not a section, a feature or a place. */
function isChoice(head: string, series: Series, { size, distinctive, sections, foreign }: Surroundings): boolean {
  const han = isHan(head)
  if (han && (series.nested || distinctive * 2 < series.heads.length)) return false
  // 花王 between マネーフォワード and 苔鯨.
  const ordinaryHan = han && series.choices && !isDistinctive(head)
  if (ordinaryHan || isSectionHead(head)) {
    // "Notion" between "ClickUp" and "Asana"; one word or two, as features are described with more.
    const fits = head.split(' ').length <= (/\d/.test(head) ? 4 : 2) && !isFeature(head)
    return (
      fits && !series.nested && distinctive >= 2 && distinctive * 2 >= size && distinctive >= series.heads.length / 3
    )
  }
  if (!isDistinctive(head)) return false
  // Without a lexicon of the language a capitalised word below a choice is as likely its feature.
  if (foreign && !hasNameShape(head)) {
    return !series.nested && (series.choices || (size > 1 && !sections))
  }
  return !series.nested || hasNameShape(head) || distinctive * 2 > series.heads.length
}

/** Whether it looks like a name at all: short, in title case or another script, no sentence. */
function isNameShaped(text: string): boolean {
  if (
    text.length < 2 ||
    text.length > LONGEST_NAME ||
    /[?:;"“”<>|=\n？：；，。、！「」『』]|\.\s|^\d+([.,]\d+)?%?$/.test(text)
  )
    return false
  if (isHost(text)) return true
  const words = text.split(' ')
  if (words.length > MOST_WORDS || CONNECTORS.has((words.at(-1) ?? '').toLowerCase())) return false
  if (CJK.test(text)) return words.length <= 3 && text.length <= 20 && !/[をがはにで]|です|ます/.test(text)
  if (!/\p{Lu}/u.test(text) || /^[$€£¥]/.test(text)) return false
  return words.every(
    (word, i) => /^[^\p{Ll}]*\p{Lu}|^\P{L}+$/u.test(word) || hasNameShape(word) || (i > 0 && CONNECTORS.has(word)),
  )
}

/** A shape that ordinary writing doesn't have: capitals inside a word, a digit within it, a host name. */
function hasNameShape(text: string): boolean {
  return isHost(text) || /\p{Ll}\p{Lu}|\p{L}\p{Nd}|\p{Nd}\p{L}{2}|\p{L}[+!]$/u.test(text)
}

function isDistinctive(name: string): boolean {
  if (isSectionHead(name)) return false
  if (CJK.test(name))
    return isHan(name)
      ? isCoinedHan(name) && !isFeature(name)
      : /[A-Za-z]{3}|[\u30a0-\u30ff]{3}|[\uac00-\ud7af]{2}/.test(name)
  if (isRegion(name)) return false
  // "API Access", "SOC 2": abbreviations and ordinary words describe; one word in capitals may be a name.
  const words = name.split(' ')
  const telling = words.filter(
    (word) => !/^\p{Lu}{2,4}s?$|^\p{N}+$/u.test(word) && !isOrdinaryWord(word) && !CONNECTORS.has(word),
  )
  return (
    telling.some((word) => !/-/.test(word) || hasNameShape(word)) || (words.length === 1 && /^\p{Lu}{3,5}$/u.test(name))
  )
}

function isCategory(head: string, words: ReadonlySet<string>): boolean {
  return fold(head)
    .split(/\s+/)
    .every((word) => words.has(word) || words.has(`${word}s`) || words.has(word.replace(/s$/, '')))
}

let regions: ReadonlySet<string> | undefined

/** Whether it is a country's English name; other places are names to these rules. */
function isRegion(name: string): boolean {
  if (regions === undefined) {
    const names = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' })
    const letters = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ']
    const codes = letters.flatMap((a) => letters.map((b) => a + b))
    regions = new Set(codes.flatMap((code) => names.of(code)?.toLowerCase() ?? []))
  }
  return regions.has(name.toLowerCase())
}

/** Whether most words of the text are unknown to the English lexicon. */
function isForeign(text: string): boolean {
  const clean = cleanText(text).slice(0, 2000)
  if (hasCapitalNouns(clean) || CJK.test(clean)) return true
  const words = clean.match(/(?<![\p{L}\p{N}])\p{Ll}{3,}(?![\p{L}\p{N}])/gu) ?? []
  return words.filter((word) => isOrdinaryWord(word)).length * 2 < words.length
}

/** The links whose label is the own label of the domain that they lead to. */
function ownLinks(text: string): { label: string; domain: string }[] {
  return [...text.matchAll(LINK)].flatMap(([, label = '', target = '']) => {
    const name = label.replace(/[*_`]+/g, '').trim()
    const domain = getDomain(target)
    return domain !== null && !isHost(name) && foldKey(domain.replace(/\..*$/, '')) === foldKey(name)
      ? [{ label: name, domain }]
      : []
  })
}

/** The cited domains by their own label. */
function ownLabels(answers: readonly AnswerText[]): Map<string, string> {
  const labels = new Map<string, string>()
  for (const { domain } of answers.flatMap((answer) => answer.citations)) {
    if (domain === null) continue
    const label = foldKey(domain.replace(/\..*$/, ''))
    const known = labels.get(label)
    if (known === undefined || domain < known) labels.set(label, domain)
  }
  return labels
}

function mostFrequent(spellings: ReadonlyMap<string, number>): string {
  const [first] = [...spellings].sort((a, b) => b[1] - a[1] || a[0].length - b[0].length || (a[0] < b[0] ? -1 : 1))
  return first?.[0] ?? ''
}
