import type { Found } from '../find/finder.ts'
import type { Scene } from './scene.ts'

/**
 * Whether a question that begins with a capital letter has it as a word, "What's the difference between captions and subtitles?",
 * and no number makes it one of several choices.
 */
export function isAskedAsWord({ answer: { question }, clean }: Scene, { start, pattern: { folded } }: Found): boolean {
  return (
    /^\p{Lu}/u.test(question) &&
    question.split(/[^\p{L}\p{M}]+/u).includes(folded) &&
    !/\d[.)] [*_]*$/.test(clean.slice(Math.max(0, start - 6), start))
  )
}
