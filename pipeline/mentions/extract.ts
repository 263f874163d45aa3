import { getDomain } from 'tldts'
import type { AnswerText, ProposedName } from './names/brand.ts'
import { createCandidates, type Search } from './propose/candidates.ts'
import { noteCompared } from './propose/compared.ts'
import { noteHeads } from './propose/head-names.ts'
import { createKnownNames } from './propose/known-names.ts'
import { linkedNames, ownLabels, ownLinks, workedWith } from './propose/links.ts'
import { noteCjkProse, noteProse } from './propose/prose-names.ts'
import { type Reading, readText } from './propose/reading.ts'
import { kindsOf } from './words/cjk-kinds.ts'
import { fold, foldKey } from './words/fold.ts'
import { isCategory, isNameShaped } from './words/name-shape.ts'

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
  const words = fold(category).split(/\s+/)
  // "Kestrel WMS" among warehouse management systems
  const initials = words.length > 2 ? [words.map((word) => word.charAt(0)).join('')] : []
  const kinds = new Set([...words, ...initials])
  const cjkKinds = kindsOf(category)
  const known = createKnownNames(anchors, owned, kinds)
  const candidates = createCandidates(known, cjkKinds)
  const cited = ownLabels(answers)
  const citedDomain = (name: string): string | null => cited.get(foldKey(name)) ?? null
  const search: Search = { kinds, cjkKinds, known, candidates, citedDomain }
  for (const { text, question } of answers) {
    const reading = readText(text)
    const wholes = noteHeads(reading, search)
    noteLinks(reading, search)
    if (reading.cjk) {
      noteCompared(question, search)
      noteCjkProse(reading, search, wholes)
    }
    noteProse(reading, search, wholes)
  }
  const asked = wordsAsked(answers)
  // "Video Doorbell" where a question asks for a battery video doorbell
  const lower = new Set([
    ...kinds,
    ...answers.flatMap(({ question }) => question.match(/(?<![\p{L}\p{N}])\p{Ll}{3,}/gu) ?? []).map(fold),
  ])
  return candidates
    .names()
    .filter(
      ({ name }) =>
        !asked.has(name) &&
        !(name.includes(' ') && isCategory(name.split(' ').at(-1) ?? '', kinds) && isCategory(name, lower)),
    )
}

/** The words that a question has in small letters, as they begin a sentence, a heading or a cell: it asks for no name. */
function wordsAsked(answers: readonly AnswerText[]): Set<string> {
  const words = new Set<string>()
  const questions = [...new Set(answers.map(({ question }) => question))].filter((each) => /^\p{Lu}/u.test(each))
  for (const [word] of questions.flatMap((each) => [
    ...each.matchAll(/(?<![\p{L}\p{N}-])\p{Ll}{4,}(?![\p{L}\p{N}-])/gu),
  ]))
    words.add(`${word.charAt(0).toUpperCase()}${word.slice(1)}`)
  for (const question of questions)
    for (const [word] of question.matchAll(/(?<=\S )\p{Lu}\p{Ll}{3,}(?![\p{L}\p{N}-])/gu)) words.delete(word)
  return words
}

function noteLinks({ text, cjk }: Reading, { kinds, cjkKinds, candidates, citedDomain }: Search): void {
  if (cjk) for (const label of linkedNames(text, cjkKinds)) candidates.note(label, citedDomain(label))
  for (const host of workedWith(text)) candidates.note(host, getDomain(host))
  for (const { label, domain } of ownLinks(text)) {
    if ((isNameShaped(label) || /^\p{Ll}[\p{L}\p{N}]{2,20}$/u.test(label)) && !isCategory(label, kinds))
      candidates.note(label, domain)
  }
}
