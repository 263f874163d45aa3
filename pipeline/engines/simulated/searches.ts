import type { Asking } from '../engine.ts'
import type { Random } from './random.ts'

const MAX_SEARCHES = 3

/** What a simulated engine looks for before it answers: one to three queries, some of which other answers share. */
export function drawSearches({ question, category }: Asking, random: Random): string[] {
  const queries = [
    question.replace(/\?+$/, ''),
    `best ${category}`,
    `best ${category} compared`,
    `${category} reviews`,
    `${category} pricing`,
  ]
  return random.shuffled(queries).slice(0, random.int(1, MAX_SEARCHES))
}
