import type { AnswerText, Brand, Mention } from './brand.ts'
import { cleanText, hiddenSpans, mergeSpans, type Spans } from './clean.ts'
import { hasCapitalNouns, headAt, isShouted, standingAt } from './context.ts'
import { createFinder, type Found, letters } from './finder.ts'
import { repeatedQuestionSpans } from './question.ts'

/** The version of the counting rules: whatever changes a count changes it. */
export const DETECTOR = 'mentions-2'

/**
 * A function that gives the brands named in an answer, in order of first appearance, each once: one pass over the text
 * for all their spellings, the longest name winning where names overlap. A spelling of ordinary words needs a second cue.
 * The same brands in any order give the same mentions.
 */
export function createCounter(brands: readonly Brand[]): (answer: AnswerText) => Mention[] {
  const find = createFinder(brands)
  return (answer) => {
    const hidden = unreadSpans(answer)
    return decide(answer, hidden, find(answer.text, hidden))
  }
}

/** What is not prose, and the question where the answer repeats it. */
function unreadSpans({ text, question }: AnswerText): Spans {
  const hidden = hiddenSpans(text)
  const repeated = repeatedQuestionSpans(text, question)
  if (repeated.length === 0) return hidden
  const pairs: [number, number][] = []
  for (const spans of [hidden, repeated]) {
    for (let i = 0; i < spans.length; i += 2) pairs.push([spans[i] ?? 0, spans[i + 1] ?? 0])
  }
  return mergeSpans(pairs)
}

/** Settles the ambiguous names, in order: each brand's first appearance that names it. */
function decide(answer: AnswerText, hidden: Spans, found: readonly Found[]): Mention[] {
  const named = new Map<Brand, Found>()
  const early = new Map<Brand, Found>()
  let clean: string | undefined
  let german = false
  for (const match of found) {
    const { brand, ambiguous } = match.pattern
    if (named.has(brand)) continue
    if (!ambiguous || match.rule === 'domain-name') {
      named.set(brand, match)
      continue
    }
    const written = letters(answer.text.slice(match.start, match.end))
    if (!match.pattern.written.has(written)) continue
    // "Nestlé" only folds to an ordinary word: with its accent it is none.
    if (/[^\p{ASCII}]/u.test(written)) {
      named.set(brand, match)
      continue
    }
    if (clean === undefined) {
      clean = cleanText(answer.text, hidden)
      german = hasCapitalNouns(clean)
    }
    const rule = cueFor(answer, clean, german, match)
    if (rule !== null) named.set(brand, { ...match, rule })
    else if (!early.has(brand) && standingAt(clean, match.start, match.end, german) === 'start') early.set(brand, match)
  }
  const first = [...named.entries()].map(([brand, match]) => {
    const before = early.get(brand)
    return before === undefined ? match : { ...before, rule: 'named-elsewhere' }
  })
  return first
    .toSorted((a, b) => a.start - b.start)
    .map(({ pattern, start, end, rule }, i) => ({ brand: pattern.brand.name, start, end, rule, position: i + 1 }))
}

/** The second cue that makes an ambiguous name, written in its own case, a naming; null without one. */
function cueFor({ citations }: AnswerText, clean: string, german: boolean, match: Found): string | null {
  const { start, end, pattern } = match
  const head = headAt(clean, start, end)
  if (head !== null) return head
  const written = letters(clean.slice(start, end))
  const standing = standingAt(clean, start, end, german)
  if (/^.+\p{Lu}/u.test(written) && !isShouted(clean, start, end)) {
    const oneWord = !/\s/.test(clean.slice(start, end))
    if (oneWord || standing !== 'run') return 'case'
  }
  if (standing === 'own' && /^\p{Lu}/u.test(written)) return 'case'
  const { domain } = pattern.brand
  if (standing !== 'run' && domain !== null && citations.some((citation) => citation.domain === domain))
    return 'domain-cited'
  return null
}
