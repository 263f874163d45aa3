import { getDomain } from 'tldts'
import type { AnswerText, ProposedName } from './brand.ts'
import { isChoice, isLowerName, isOfCategory, type Surroundings } from './choices.ts'
import { cjkChoices } from './cjk-heads.ts'
import { readCjkProse } from './cjk-prose.ts'
import { fullMarks, isProductOf, kindsOf, likenessOf, partsOf, writesCjk } from './cjk-words.ts'
import { cleanText, isHost } from './clean.ts'
import { hasCapitalNouns, isPlanWord } from './context.ts'
import { fold, foldKey } from './fold.ts'
import { areModels, isEnglishModel, isModelThere } from './foreign.ts'
import { readLabelled } from './labelled.ts'
import { languageBit, languageName, languageOf } from './lexicon.ts'
import { brandPart, isAlone, isPossessedBy, wholeOf } from './model.ts'
import { CJK, isCategory, isDistinctive, isNameShaped, isTelling } from './name-shape.ts'
import { isNativeName, isPhrase, nativeOf, startsPhrase } from './native.ts'
import { isFrequentWord, isOrdinaryWord } from './ordinary.ts'
import { readProse } from './prose.ts'
import type { Writing } from './runs.ts'
import { isFeature, isSectionHead } from './sections.ts'
import { readSeries } from './structure.ts'

/** More known names than a product has by itself: somebody proposed them. */
const MANY_ANCHORS = 5
/** A smaller part of the words of an English text is hardly in the lexicon. */
const MOSTLY_ENGLISH = 0.85
/** More names of a row than this can be nothing else. */
const MANY_SURE = 1
/** So many words of a text tell its language. */
const MANY_WORDS = 40
const LINK = /(?<!!)\[([^\]\n]{2,60})\]\(\s*<?([^)\s>]+)/g

interface Candidate {
  readonly spellings: Map<string, number>
  domain: string | null
  accepted: boolean
}

/**
 * Names proposed by rules alone, from where answers put their choices: heads of lists, headings, tables, links,
 * enumerations and running text. A name of ordinary words is proposed only among names that aren't, or with its own domain
 * linked or cited. `anchors` are names known to be choices already: who stands in a row with them is one too; `owned` are
 * those of them that are the product's.
 * Sorted by name; any order of the answers gives the same result.
 */
export function proposeNames(
  answers: readonly AnswerText[],
  category: string,
  anchors: readonly string[] = [],
  owned: readonly string[] = [],
): ProposedName[] {
  const own = new Set(owned.map((name) => name.toLowerCase()))
  const candidates = new Map<string, Candidate>()
  const cited = ownLabels(answers)
  const kinds = new Set(fold(category).split(/\s+/))
  const anchored = new Set(anchors.map(foldKey))
  const strict = anchors.length > MANY_ANCHORS
  const keys = anchors.map((anchor) => anchor.toLowerCase())
  const wholeKeys = new Set(keys.filter((anchor) => !isOrdinaryWord(anchor) || /\p{Nd}/u.test(anchor)))
  const joinedKeys = new Set(
    anchors.filter((anchor) => anchor.includes(' ') && !isOrdinaryWord(foldKey(anchor))).map(foldKey),
  )

  const note = (name: string, domain: string | null, accepted: boolean): void => {
    const key = foldKey(name)
    const candidate = candidates.get(key) ?? { spellings: new Map(), domain: null, accepted: false }
    candidate.spellings.set(name, (candidate.spellings.get(name) ?? 0) + 1)
    if (domain !== null && (candidate.domain === null || domain < candidate.domain)) candidate.domain = domain
    candidate.accepted ||= accepted
    candidates.set(key, candidate)
  }
  const isAnchor = (head: string): boolean => anchored.has(foldKey(head))
  // "Monzo" where "Monzo Business" is known.
  for (const anchor of anchors) {
    const [first = '', second] = anchor.split(' ')
    if (second !== undefined && isTelling(first) && first.length > 3) anchored.add(foldKey(first))
  }

  /** "Keeper Family", "HelloTalka": a known name with its product behind it, or inflected. */
  const isPartOfAnchor = (name: string, clean: string, writing: Writing): boolean => {
    const key = foldKey(name)
    const words = name.split(' ')
    // "TaxSlayer Free" where "Tax Slayer" is known.
    const joined = words.findIndex((_, i) => i > 0 && joinedKeys.has(foldKey(words.slice(0, i).join(' '))))
    // "Zoho Desk" among help desks is a product by itself, "Danner Mountain Light" a model.
    const tail = name.split(' ').slice(1)
    const isKind = (word: string) => kinds.has(fold(word)) || kinds.has(`${fold(word)}s`)
    const describes =
      !writing.foreign &&
      !(tail.length > 1 && tail.every(isKind)) &&
      isOrdinaryWord(tail.join(' ')) &&
      isKind(tail.at(-1) ?? '') &&
      !isPlanWord(tail.at(-1) ?? '')
    if (joined > 0 && !describes) return true
    // "Amazon Route 53" where Route 53 is known.
    if (
      words.some(
        (_, i) => i > 0 && words.some((_, j) => j > i && wholeKeys.has(words.slice(i, j).join(' ').toLowerCase())),
      )
    )
      return true
    // "Twilio SendGrid" where SendGrid is known.
    const last = words.at(-1) ?? ''
    if (words.length === 2 && isTelling(last) && last.length > 3 && keys.includes(last.toLowerCase())) return true
    const rest = (anchor: string): string[] => name.slice(anchor.length + 1).split(' ')
    return keys.some(
      (anchor) =>
        (name.toLowerCase().startsWith(`${anchor} `) &&
          (own.has(anchor) ||
            !describes ||
            isAlone(name.slice(0, anchor.length), clean) ||
            rest(anchor).every((word) => isPlanWord(word) || /\p{Nd}/u.test(word))) &&
          (!isOrdinaryWord(anchor) ||
            (!own.has(anchor) && !describes) ||
            rest(anchor).every((word) => isPlanWord(word) || isTelling(word) || /\p{Nd}|^\p{Lu}{2,}$/u.test(word)))) ||
        isPossessedBy(name, anchor) ||
        (anchor.length > 4 && key.startsWith(anchor) && key.length <= anchor.length + 3 && key !== anchor),
    )
  }

  /** "Risco Ultra de Cumbre" */
  const isOfAnchor = (name: string): boolean => {
    const maker = / (?:de|di|von|by|da|van|od) (\p{Lu}.*)$/u.exec(name)?.[1]
    return maker !== undefined && isAnchor(maker)
  }

  /** "Take Ramp", "Entre Faro": a known name behind a sentence's first word. */
  const isLedAnchor = (name: string, before: string, { native }: Writing): boolean => {
    const at = name.indexOf(' ')
    const [first, rest] = [name.slice(0, at), name.slice(at + 1)]
    return (
      at > 0 && /(?:^|[.!?:\n])[*_ ]*$/.test(before) && isAnchor(rest) && (isFrequentWord(first) || native(first) > 0)
    )
  }

  const followsAnchor = (before: string): boolean =>
    / $/.test(before) && keys.some((anchor) => before.trimEnd().toLowerCase().endsWith(anchor))

  for (const { text } of answers) {
    const clean = cleanText(text)
    const isBold = (start: number, end: number): boolean =>
      clean.startsWith('**', start - 2) && clean.startsWith('**', end)
    const writing = writingOf(clean)
    const wholeNames = new Set<string>()
    const isNative = (head: string): boolean => writing.foreign && isPhrase(head, writing.native)
    const cjk = writesCjk(clean)
    const marked = cjk ? fullMarks(clean) : clean
    const cjkKinds = cjk ? kindsOf(category) : kinds
    for (const series of readSeries(marked, kinds, !writing.foreign)) {
      if (cjk) {
        for (const { head, brand } of cjkChoices(series, cjkKinds, isAnchor)) {
          wholeNames.add(head)
          if (!isCategory(head, kinds) && !isPartOfAnchor(head, clean, writing) && !isProductOf(head, keys, cjkKinds))
            note(brandPart(brand, [], clean), cited.get(foldKey(brand)) ?? null, true)
        }
      }
      const heads = series.heads.filter(
        (head) =>
          (isNameShaped(head) || isLowerName(head, series)) &&
          !isCategory(head, kinds) &&
          !startsPhrase(head, writing.language),
      )
      const around: Surroundings = {
        size: heads.length,
        distinctive: heads.filter(
          (head) => isAnchor(head) || (isDistinctive(head) && !isNative(head)) || isOfCategory(head, kinds),
        ).length,
        sections: series.heads.some(
          (head) => !isAnchor(head) && (writing.foreign ? isFeature(head) : isSectionHead(head)),
        ),
        foreign: writing.foreign,
        nouns: writing.nouns,
        native: isNative,
        unknown: heads.filter((head) => isAnchor(head) || !isNativeName(head, writing.native)).length,
        kinds,
        anchored: heads.some(isAnchor),
      }
      // "Uvex React" where Uvex is known: what stands behind the brands of this series are models.
      const modelled = heads.some((head) =>
        keys.some(
          (anchor) =>
            !own.has(anchor) &&
            head.toLowerCase().startsWith(`${anchor} `) &&
            !isOrdinaryWord(head.slice(anchor.length + 1)),
        ),
      )
      for (const head of heads) {
        const domain = cited.get(foldKey(head)) ?? null
        if (
          cjk &&
          (wholeNames.has(head) ||
            series.criteria === true ||
            (CJK.test(head) && !series.strong) ||
            likenessOf(head, cjkKinds) === 'none')
        )
          continue
        if (domain === null && !isAnchor(head) && !isChoice(head, series, around)) continue
        if (isPartOfAnchor(head, clean, writing)) {
          wholeNames.add(head)
          continue
        }
        wholeNames.add(head)
        const model = writing.foreign
          ? isModelThere(head, clean, writing, kinds) || areModels(heads, writing, kinds)
          : isEnglishModel(head, clean, kinds)
        const brand = brandPart(head, heads, clean, modelled || model, isAnchor(head.split(' ')[0] ?? ''))
        note(isAnchor(brand) ? brand : wholeOf(head, brand, writing), domain, true)
      }
    }
    if (cjk) for (const label of linkedNames(text, cjkKinds)) note(label, cited.get(foldKey(label)) ?? null, true)
    for (const names of writing.foreign && !cjk ? readLabelled(clean, writing.native) : [])
      for (const name of names) {
        if (isCategory(name, kinds) || isPartOfAnchor(name, clean, writing)) continue
        wholeNames.add(name)
        note(brandPart(name, names, clean), cited.get(foldKey(name)) ?? null, true)
      }
    for (const { label, domain } of ownLinks(text)) {
      if ((isNameShaped(label) || /^\p{Ll}[\p{L}\p{N}]{2,20}$/u.test(label)) && !isCategory(label, kinds))
        note(label, domain, true)
    }
    const heads = [...wholeNames]
    const isTaken = (head: string): boolean => isAnchor(head) || heads.some((name) => head.includes(name))
    if (cjk) {
      for (const { name, sure } of readCjkProse(marked, cjkKinds, (text) => isAnchor(text) || wholeNames.has(text))) {
        // 데디카 of "De'Longhi 데디카 아르떼"
        if (heads.some((head) => head.indexOf(` ${name}`) > 0)) continue
        if ((sure || !strict) && !isCategory(name, kinds) && !isPartOfAnchor(name, clean, writing))
          note(name.includes(' ') ? brandPart(name, [], clean) : name, cited.get(foldKey(name)) ?? null, true)
      }
    }
    const prose = readProse(clean, writing, isTaken)
    const sureRows = new Set(
      prose.flatMap(({ name, sure, row }) =>
        row >= 0 && (sure || isAnchor(name) || wholeNames.has(name)) ? [row] : [],
      ),
    )
    const anchoredRows = new Set(
      prose.flatMap(({ name, row }) => (row >= 0 && (isAnchor(name) || wholeNames.has(name)) ? [row] : [])),
    )
    // Names in a row of which most can be nothing else are choices beside those known, too.
    const fullRows = new Set(
      [...Map.groupBy(prose, ({ row }) => row)].flatMap(([row, members]) =>
        row >= 0 && members.length > MANY_SURE + 1 && members.filter(({ sure }) => sure).length > MANY_SURE
          ? [row]
          : [],
      ),
    )
    for (const { name, start, sure, subject, chosen, row } of prose) {
      if (
        isCategory(name, kinds) ||
        !(isNameShaped(name) || /^\p{Ll}[\p{L}\p{N}-]+$/u.test(name)) ||
        isPartOfAnchor(name, clean, writing)
      )
        continue
      if (wholeNames.has(name)) continue
      // "Atlas" where the product is Atlas Coffee Club.
      if ([...own].some((anchor) => anchor.startsWith(`${name.toLowerCase()} `))) continue
      // "Clifton" of "Hoka Clifton 9", "SonoFlow" behind "1MORE".
      if (
        heads.some((head) => head.indexOf(` ${name}`) > 0) ||
        followsAnchor(clean.slice(Math.max(0, start - 40), start))
      )
        continue
      const inRow =
        sureRows.has(row) && (!writing.nouns || (isDistinctive(name) && !isNativeName(name, writing.native)))
      // Where the choices are known, a name by itself must be what its sentence speaks of.
      const named = subject || chosen || isBold(start, start + name.length)
      const accepted = strict
        ? ((anchoredRows.has(row) || (!writing.foreign && fullRows.has(row))) && inRow) ||
          (anchoredRows.has(row) && sure && writing.foreign) ||
          (sure && named)
        : sure || inRow
      if (!accepted || isOfAnchor(name) || isLedAnchor(name, clean.slice(Math.max(0, start - 4), start), writing))
        continue
      // "Dynafit Ultra" before 50
      const model = name.includes(' ') && /^ \p{Nd}/u.test(clean.slice(start + name.length, start + name.length + 2))
      const there = writing.foreign ? isModelThere(name, clean, writing, kinds) : isEnglishModel(name, clean, kinds)
      note(brandPart(model ? `${name} 1` : name, [], clean, there), cited.get(foldKey(name)) ?? null, true)
    }
  }
  const cjkKinds = kindsOf(category)
  /** freee会計, "マネーフォワード クラウド" where freee and マネーフォワード are proposed too. */
  const isLonger = (key: string): boolean => {
    const [name = ''] = candidates.get(key)?.spellings.keys() ?? []
    return partsOf(name, cjkKinds).some(
      (part) => candidates.get(foldKey(part))?.accepted === true || anchored.has(foldKey(part)),
    )
  }
  /** "Victor's Hi-Pro" where Victor is proposed too. */
  const isPossessed = (key: string): boolean => {
    const owner = /^(.+?)[’']s /.exec([...(candidates.get(key)?.spellings.keys() ?? [])][0] ?? '')?.[1]
    return owner !== undefined && candidates.get(foldKey(owner))?.accepted === true
  }
  return [...candidates.entries()]
    .filter(([key, { accepted }]) => accepted && !isInflected(key, candidates) && !isLonger(key) && !isPossessed(key))
    .map(([, candidate]) => candidate)
    .map(({ spellings, domain }) => ({ name: mostFrequent(spellings), domain }))
    .sort((a, b) => (a.name < b.name ? -1 : a.name > b.name ? 1 : 0))
}

/** "HelloTalka" where "HelloTalk" is proposed too: a Slavic case of it. */
function isInflected(key: string, candidates: ReadonlyMap<string, Candidate>): boolean {
  const stem = /^(.{4,}?[^aeiou])(?:a|u|e|y|i|em|om|owi|ie)$/.exec(key)?.[1]
  return stem !== undefined && candidates.get(stem)?.accepted === true
}

/** How the text writes its nouns, and whether most of its words are unknown to the English lexicon. */
function writingOf(clean: string): Writing {
  const nouns = hasCapitalNouns(clean)
  const sample = clean.slice(0, 2000)
  const words = sample.match(/(?<![\p{L}\p{N}])\p{Ll}{3,}(?![\p{L}\p{N}])/gu) ?? []
  const english = words.filter((word) => isOrdinaryWord(word)).length / words.length
  // An English text may give names in their own script, too.
  const glossed = english > MOSTLY_ENGLISH && words.length > MANY_WORDS && !writesCjk(sample)
  if (CJK.test(sample) && !glossed) return { nouns, foreign: true, native: nativeOf(0), language: '' }
  if (nouns) return { nouns, foreign: true, native: nativeOf(languageBit('german')), language: 'german' }
  // French has many a word that English has too.
  const language = english < MOSTLY_ENGLISH ? languageOf(clean) : 0
  const foreign = language !== 0 || english < 0.5
  return { nouns, foreign, native: nativeOf(language), language: languageName(language) }
}

/** The links whose label is the own label of the domain that they lead to. */
function ownLinks(text: string): { label: string; domain: string }[] {
  return [...text.matchAll(LINK)].flatMap(([, label = '', target = '']) => {
    const name = label.replace(/[*_`]+/g, '').trim()
    const domain = getDomain(target)
    const own = domain === null ? '' : foldKey(domain.replace(/\..*$/, ''))
    // "Flux" of fluxcd.io, "Pact Coffee" of pactcoffee.co.uk.
    const named = own === foldKey(name) || (foldKey(name).length > 3 && own.startsWith(foldKey(name)))
    return domain !== null && !isHost(name) && named ? [{ label: name, domain }] : []
  })
}

/** In Chinese, Japanese and Korean: the labels of links to a site's first page that look like a name. */
function linkedNames(text: string, kinds: ReadonlySet<string>): string[] {
  return [...text.matchAll(LINK)].flatMap(([, label = '', target = '']) => {
    const name = label.replace(/[*_`]+/g, '').trim()
    const root = /^https?:\/\/[^/?#]+\/?(?:[a-z-]{2,12}\/?)?$/i.test(target)
    return root && name.length < 13 && !isHost(name) && likenessOf(name, kinds) !== 'none' ? [name] : []
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
