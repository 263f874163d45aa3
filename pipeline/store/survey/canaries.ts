import type { AskedTimes } from '../../contract/ranking.ts'
import type { EngineName } from '../../contract/terms.ts'
import type { Store } from '../driver/open.ts'
import { askedTimes, readAnswers } from './answers.ts'
import { findSurvey } from './surveys.ts'

/** The id of the survey of a month's canary questions, and the name of the lease under which they are asked. */
export function canarySurvey(month: string): string {
  return `canaries/${month}`
}

/** A month's canary questions and their answers, which are public. */
export interface CanaryAnswers {
  readonly month: string
  /** Absent until the first reply. */
  readonly asked?: AskedTimes
  readonly questions: readonly string[]
  readonly answers: readonly {
    /** The index of the question. */
    readonly question: number
    readonly engine: EngineName
    readonly run: number
    readonly model: string
    readonly text: string
  }[]
}

/** The month's canary questions with the answers so far; undefined if none was asked. */
export async function canaryAnswers(db: Store, month: string): Promise<CanaryAnswers | undefined> {
  const survey = await findSurvey(db, canarySurvey(month))
  if (survey === undefined) return undefined
  const answers = (await readAnswers(db, survey.id)).filter((answer) => answer.kind === 'answered')
  const asked = await askedTimes(db, survey.id, Number.MAX_SAFE_INTEGER)
  return {
    month,
    ...(asked && { asked }),
    questions: survey.questions,
    answers: answers.map(({ question, engine, run, model, text }) => ({ question, engine, run, model, text })),
  }
}
