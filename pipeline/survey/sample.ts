import { createHash } from 'node:crypto'

/** The share of the answers that a second reader reads, unless somebody says otherwise. */
export const SECOND_SHARE = 0.1

/** A sample is no smaller than this, or it is all that there is. */
const LEAST = 20

/**
 * The answers that a second reader reads: this share of them, at least 20, drawn by a hash of where each stands, so that
 * the same answers are drawn whenever it is asked. None where the share is 0.
 */
export function sampleAnswers<
  Answer extends { readonly question: number; readonly engine: string; readonly run: number },
>(surveyId: string, answers: readonly Answer[], share: number): Answer[] {
  return answers
    .map((answer) => ({ answer, drawn: place(surveyId, answer) }))
    .sort((a, b) => (a.drawn < b.drawn ? -1 : 1))
    .slice(0, sampleSize(answers.length, share))
    .map(({ answer }) => answer)
}

/** How many of so many answers a second reader reads. */
export function sampleSize(answers: number, share: number): number {
  return share === 0 ? 0 : Math.min(answers, Math.max(LEAST, Math.ceil(share * answers)))
}

function place(surveyId: string, { question, engine, run }: { question: number; engine: string; run: number }): string {
  return createHash('sha256').update(`${surveyId} ${question} ${engine} ${run}`).digest('hex')
}
