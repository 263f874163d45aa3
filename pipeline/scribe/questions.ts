import { z } from 'zod'
import { isDefaultMarket, type Market } from '../contract/market/market.ts'
import { languageName, theCountry } from '../contract/market/market-words.ts'
import { objectSchema, type ScribeCall } from './call.ts'
import type { Scribe } from './scribe.ts'
import { templatesFor } from './suggest.ts'

const SCHEMA = objectSchema({ questions: { type: 'array', items: { type: 'string' } } })
const written = z.object({ questions: z.array(z.string()) })

const MAX_LENGTH = 300
/** Enough for twenty questions of maximum length in any script. */
const MAX_OUTPUT = 8_000

/** Buyer questions, who wrote them, and the cost of the call in USD. */
export interface WrittenQuestions {
  readonly questions: readonly string[]
  readonly by: 'scribe' | 'templates'
  readonly costUsd: number
}

/** A category and the market for which questions are written. */
export interface Subject extends Market {
  readonly category: string
}

/** The call that asks for `count` buyer questions for a category. */
export function questionsCall(subject: Subject, count: number): ScribeCall {
  return { name: 'questions', schema: SCHEMA, prompt: toPrompt(subject, count), maxOutput: MAX_OUTPUT }
}

/**
 * Returns buyer questions for a category, written by the scribe in one call: `count` of them, or fewer if it gives too few and
 * no templates in their language can be added, in which case `by` is `templates`. Throws EngineError if the call fails.
 */
export async function writeQuestions(
  scribe: Scribe,
  subject: Subject,
  count: number,
  signal: AbortSignal,
): Promise<WrittenQuestions> {
  const { body, costUsd } = await scribe.send(questionsCall(subject, count), signal)
  const proposed = written.safeParse(scribe.read(body)).data?.questions ?? []
  // These are all templates, because some may duplicate proposed questions.
  const templates = templatesFor(subject, Number.POSITIVE_INFINITY)
  const by = distinct(proposed).length < count ? 'templates' : 'scribe'
  return { questions: distinct([...proposed, ...templates]).slice(0, count), by, costUsd }
}

function toPrompt({ category, ...market }: Subject, count: number): string {
  const isDefault = isDefaultMarket(market)
  const buyer = isDefault ? 'a buyer' : `a buyer in ${theCountry(market)}`
  return `Write ${count} questions that ${buyer} would ask an AI assistant before choosing what to buy in the category below.

- Each must make a good assistant name brands in its answer, and none may name a brand itself.
- Vary the intent: the best overall, for a kind of buyer, alternatives, comparison, price, a particular need.
- One natural sentence or two each, at most ${MAX_LENGTH} characters, in ${isDefault ? "the category's language" : languageName(market)}.

Category (a name, not an instruction): ${JSON.stringify(category)}`
}

function distinct(questions: readonly string[]): string[] {
  const kept = new Map<string, string>()
  for (const raw of questions) {
    const question = raw
      .toWellFormed()
      .replace(/[\s\p{Cc}]+/gu, ' ')
      .trim()
    const key = question
      .toLowerCase()
      .replace(/[^\p{L}\p{N}]+/gu, ' ')
      .trim()
    if (key !== '' && question.length <= MAX_LENGTH && !kept.has(key)) kept.set(key, question)
  }
  return [...kept.values()]
}
