import { isChoice, isLowerName, isOfCategory, type Surroundings } from '../layout/choices.ts'
import { cjkChoices } from '../layout/cjk-heads.ts'
import { withoutJoins } from '../layout/joined-heads.ts'
import { readLabelled } from '../layout/labelled.ts'
import type { Series } from '../layout/series.ts'
import { sisterLists } from '../layout/sister-lists.ts'
import { readSeries } from '../layout/structure.ts'
import { areModels, isEnglishModel, isModelThere } from '../prose/models.ts'
import { isProductOf, likenessOf } from '../words/cjk-words.ts'
import { isDictionaryWord } from '../words/dictionary.ts'
import { brandPart, wholeOf } from '../words/model.ts'
import { CJK, hasNameShape, isCategory, isDistinctive, isNameShaped } from '../words/name-shape.ts'
import { isNativeName, isPhrase, startsPhrase } from '../words/native.ts'
import type { Writing } from '../words/runs.ts'
import { isFeature, isSectionHead } from '../words/sections.ts'
import type { Search } from './candidates.ts'
import type { Reading } from './reading.ts'

/** So many words of a head may make a name. */
const MOST_WORDS = 8
/** And so many beside known ones. */
const MOST_BESIDE_KNOWN = 4

/**
 * Notes the choices that head the lines, cells and headings of a text, and those in its labelled enumerations. Returns all
 * of them in full, with their models: "Brooks Ghost 16", where Brooks is noted.
 */
export function noteHeads(reading: Reading, search: Search): Set<string> {
  const wholes = new Set<string>()
  const choices: Choice[] = []
  const all = readSeries(reading.marked, search.kinds, !reading.writing.foreign).map((series) =>
    withoutJoins(series, (part) => isSureName(part, reading.writing)),
  )
  const depth = reading.writing.foreign && !reading.cjk ? depthOfNumbered(all, reading.writing) : 0
  for (const series of all) {
    // "## Aanraders" over "### 1. Nordivo"
    if (series.headings === true && (series.depth ?? 0) <= depth && !series.heads.some(search.known.has)) continue
    if (reading.cjk) noteCjkHeads(series, reading, search, wholes)
    choices.push(...choicesOf(series, reading, search, wholes))
  }
  const sisters = reading.cjk ? sisterLists(all, search.cjkKinds) : null
  if (sisters !== null) noteCjkHeads(sisters, reading, search, wholes)
  const parts = partsBehindFirst(wholes)
  for (const { head, brand, domain } of choices) {
    // "Spire" heads a table's row behind the list's "Kontix Spire 6".
    if (domain === null && !search.known.has(head) && parts.has(head)) continue
    search.candidates.note(brand, domain)
  }
  if (reading.writing.foreign && !reading.cjk) noteLabelled(reading, search, wholes)
  return wholes
}

/** Whether no lexicon knows it, nor the text's language: no part of "Stotax Gehalt und Lohn" is a name. */
function isSureName(name: string, { native }: Writing): boolean {
  return isDistinctive(name) && !isNativeName(name, native)
}

/** How deep the headings stand whose choices are numbered, so that those without a number up to there are sections; 0 for none. */
function depthOfNumbered(all: readonly Series[], { native }: Writing): number {
  const depths = all.map(({ headings, heads, depth = 0 }) =>
    headings === false &&
    heads.length > 1 &&
    heads.some((head) => isNameShaped(head) && isDistinctive(head) && !isNativeName(head, native))
      ? depth
      : 0,
  )
  return Math.max(0, ...depths)
}

/** What heads a line as a choice, and whose it is. */
interface Choice {
  readonly head: string
  readonly brand: string
  readonly domain: string | null
}

/** What the ends and the middles of heads are, word by word: "Spire" and "Spire 6" of "Kontix Spire 6". */
function partsBehindFirst(heads: ReadonlySet<string>): Set<string> {
  const parts = new Set<string>()
  for (const head of heads) {
    const words = head.split(' ').slice(1, MOST_WORDS)
    for (let from = 0; from < words.length; from += 1)
      for (let to = from + 1; to <= words.length; to += 1) parts.add(words.slice(from, to).join(' '))
  }
  return parts
}

/** The heads of a series in Chinese, Japanese or Korean, which have no capital letters. */
function noteCjkHeads(series: Series, reading: Reading, search: Search, wholes: Set<string>): void {
  const { kinds, cjkKinds, known, candidates } = search
  for (const { head, brand } of cjkChoices(series, cjkKinds, known.has)) {
    wholes.add(head)
    if (!isCategory(head, kinds) && !known.isIn(head, reading) && !isProductOf(head, known.keys, cjkKinds))
      candidates.note(brandPart(brand, [], reading.clean), search.citedDomain(brand))
  }
}

/** The choices that head a series, and aren't known. */
function choicesOf(series: Series, reading: Reading, search: Search, wholes: Set<string>): Choice[] {
  const choices: Choice[] = []
  const { clean, writing, cjk } = reading
  const { kinds, cjkKinds, known } = search
  const heads = series.heads.filter(
    (head) =>
      (isNameShaped(head) || isLowerName(head, series)) &&
      !isCategory(head, kinds) &&
      !startsPhrase(head, writing.language),
  )
  const around = surroundingsOf(series, heads, reading, search)
  const modelled = known.haveModels(heads)
  let allModels: boolean | undefined
  const areAllModels = (): boolean => {
    allModels ??= areModels(heads, writing, kinds)
    return allModels
  }
  let among: boolean | undefined
  const isAmongKnown = (): boolean => {
    among ??= known.many && series.heads.filter(known.has).length * 3 >= Math.max(3, series.heads.length - 1)
    return among
  }
  for (const head of heads) {
    const domain = search.citedDomain(head)
    if (
      cjk &&
      (wholes.has(head) ||
        series.criteria === true ||
        (CJK.test(head) && !series.strong) ||
        likenessOf(head, cjkKinds) === 'none')
    )
      continue
    const isAnother = (): boolean => isChoice(head, series, around) || (isAmongKnown() && mayBeChoice(head))
    if (domain === null && !known.has(head) && (series.criteria === true || !isAnother())) continue
    // Where the choices are known, ordinary words among none of them are what to look at.
    if (known.many && !series.strong && domain === null && !around.anchored && !isDistinctive(head)) continue
    wholes.add(head)
    if (known.isIn(head, reading)) continue
    const model = writing.foreign
      ? isModelThere(head, clean, writing, kinds) || areAllModels()
      : isEnglishModel(head, clean, kinds)
    const brand = brandPart(head, heads, clean, modelled || model, known.has(head.split(' ')[0] ?? ''))
    // "Best" of "Best for Esports"
    if (brand !== head && !brand.includes(' ') && !known.has(brand) && isFeature(brand)) continue
    choices.push({ head, brand: known.has(brand) ? brand : wholeOf(head, brand, writing), domain })
  }
  return choices
}

/** Whether a few words with capital letters may be a choice beside known ones: "Windmill" between "n8n" and "Pipedream". */
function mayBeChoice(head: string): boolean {
  const words = head.split(' ')
  return words.length <= MOST_BESIDE_KNOWN && words.every((word) => /^[\p{Lu}\p{N}&]/u.test(word)) && !isFeature(head)
}

/** What a series is like, of whose heads only some, `heads`, may be names. */
function surroundingsOf(
  series: Series,
  heads: readonly string[],
  { writing }: Reading,
  { kinds, known }: Search,
): Surroundings {
  // "Skład", "Zapach", "Pokrowiec": where a dictionary has all of them, they are none of them names.
  const words = writing.foreign && heads.every((head) => !known.has(head) && areWords(head, writing))
  const isNative = (head: string): boolean => writing.foreign && (words || isPhrase(head, writing.native))
  return {
    size: heads.length,
    distinctive: heads.filter(
      (head) => known.has(head) || (isDistinctive(head) && !isNative(head)) || isOfCategory(head, kinds),
    ).length,
    sections: series.heads.some(
      (head) => !known.has(head) && (writing.foreign ? isFeature(head) : isSectionHead(head)),
    ),
    foreign: writing.foreign,
    nouns: writing.nouns,
    native: isNative,
    unknown: heads.filter(
      (head) =>
        known.has(head) || !(isNativeName(head, writing.native) || (writing.foreign && areWords(head, writing))),
    ).length,
    kinds,
    anchored: heads.some(known.has),
  }
}

/** Whether each word of a head is one of the text's language, be it a rare one. */
function areWords(head: string, { native, language }: Writing): boolean {
  return head
    .split(/[ -]/)
    .every((word) => !hasNameShape(word) && (native(word) > 0 || isDictionaryWord(language, word)))
}

/** The enumerations behind a label, in languages other than English. */
function noteLabelled(reading: Reading, search: Search, wholes: Set<string>): void {
  const { clean, writing } = reading
  const labelled = readLabelled(clean, writing.native)
  // "Nordivo Max G3" behind one label tells that "Kontix Fighter Pro" behind another is a model.
  const heads = labelled.flat()
  for (const names of labelled)
    for (const name of names) {
      if (isCategory(name, search.kinds) || search.known.isIn(name, reading)) continue
      wholes.add(name)
      search.candidates.note(brandPart(name, heads, clean), search.citedDomain(name))
    }
}
