import { fileURLToPath } from 'node:url'
import { DETECTOR } from '../../pipeline/mentions/count.ts'
import type { Figures, Tally } from './score.ts'
import { f1, precision, readCorpus, recall, scoreCorpus } from './score.ts'

/**
 * The parts of the corpus: the rules were written against the first; nobody read the second, but its figures were looked at while
 * they were written; the third was written last, read by nobody, and measured on once, when the rules were final.
 */
const PARTS = ['develop', 'kept', 'measure'] as const

/** Counts against labels; precision, recall and F1 in 0..1 to three decimals. */
export interface Score extends Tally {
  precision: number
  recall: number
  f1: number
}

/** The figures of one language, or of `all`. */
export interface PublishedFigures {
  language: string
  answers: number
  product: Score
  /** Of the answers that don't name the product, those that are counted as naming it. */
  falseAlarms: { n: number; of: number }
  /** Of the answers in which label and count both name it, those with the same position. */
  position: { n: number; of: number }
  withNames: Score
  byRules: Score
}

/** What the method page says of counting, measured with today's rules. */
export function countingFigures(): { detector: string } & Record<(typeof PARTS)[number], PublishedFigures[]> {
  const [develop, kept, measure] = PARTS.map((part) => {
    const { figures } = scoreCorpus(readCorpus(fileURLToPath(new URL(part, import.meta.url))))
    return [...figures].map(([language, each]) => published(language, each))
  })
  return { detector: DETECTOR, develop: develop ?? [], kept: kept ?? [], measure: measure ?? [] }
}

function published(language: string, figures: Figures): PublishedFigures {
  const { answers, product, notNamed, bothNamed, samePosition, withNames, byRules } = figures
  return {
    language,
    answers,
    product: score(product),
    falseAlarms: { n: product.extras, of: notNamed },
    position: { n: samePosition, of: bothNamed },
    withNames: score(withNames),
    byRules: score(byRules),
  }
}

function score(tally: Tally): Score {
  const rounded = (value: number) => Math.round(1_000 * value) / 1_000
  return { ...tally, precision: rounded(precision(tally)), recall: rounded(recall(tally)), f1: rounded(f1(tally)) }
}
