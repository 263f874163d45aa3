import type { LedgerRow } from '../contract/terms.ts'
import type { Store } from '../store/driver/open.ts'
import { readAnswers, readLedger } from '../store/survey/answers.ts'
import type { Survey } from '../store/survey/surveys.ts'
import type { CountedFrom } from './count.ts'

/** All that a ranking or a report is made of, besides what is its own. */
export interface SurveyResults extends CountedFrom {
  readonly ledger: readonly LedgerRow[]
}

/** What asking a survey gave; in the ledger `openReason` says why a cell has no outcome yet. */
export async function surveyResults(
  db: Store,
  { id, questions }: Pick<Survey, 'id' | 'questions'>,
  openReason: string,
): Promise<Pick<SurveyResults, 'questions' | 'answers' | 'ledger'>> {
  return { questions, answers: await readAnswers(db, id), ledger: await readLedger(db, id, openReason) }
}
