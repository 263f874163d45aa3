import { createHash } from 'node:crypto'
import type { StoredAnswer } from '../store/survey/answers.ts'

/** The minimum size of a sample, if there are that many answers. */
const LEAST = 20

/**
 * The answers for a second reader: this share of them, at least 20, drawn by a hash of their cells, so that every call
 * draws the same. None if the share is 0.
 */
export function sampleAnswers<Answer extends StoredAnswer>(
  surveyId: string,
  answers: readonly Answer[],
  share: number,
): Answer[] {
  return answers
    .map((answer) => ({ answer, drawn: cellHash(surveyId, answer) }))
    .sort((a, b) => (a.drawn < b.drawn ? -1 : 1))
    .slice(0, sampleSize(answers.length, share))
    .map(({ answer }) => answer)
}

/** The number of answers that a second reader reads. */
export function sampleSize(answers: number, share: number): number {
  return share === 0 ? 0 : Math.min(answers, Math.max(LEAST, Math.ceil(share * answers)))
}

function cellHash(surveyId: string, { question, engine, run }: StoredAnswer): string {
  return createHash('sha256').update(`${surveyId} ${question} ${engine} ${run}`).digest('hex')
}
