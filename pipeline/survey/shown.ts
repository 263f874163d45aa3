import type { Citation, Evidence } from '../contract/terms.ts'
import type { StoredAnswer } from '../store/survey/answers.ts'
import type { CountedMention } from './count.ts'

/** The fields of an answer that rankings and reports both freeze; `mentions` are empty unless it is counted. */
export function shownAnswer(answer: StoredAnswer, mentions: readonly CountedMention[]) {
  const { kind } = answer
  const citations: Citation[] = kind === 'answered' ? [...answer.citations] : []
  const evidence: Evidence[] = mentions.map(({ position: _, ...place }) => place)
  return {
    text: kind === 'failed' ? '' : answer.text,
    failed: kind === 'failed',
    noAnswer: kind === 'noAnswer',
    grounded: kind === 'answered' && answer.grounded,
    ...(kind === 'answered' && answer.searches !== undefined && { searches: answer.searches && [...answer.searches] }),
    model: kind === 'failed' ? null : answer.model,
    citations,
    evidence,
  }
}
