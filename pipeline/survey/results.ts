import type { LedgerRow } from '../contract/terms.ts'
import type { Store } from '../store/driver/open.ts'
import { readAnswers, readLedger } from '../store/survey/answers.ts'
import type { Survey } from '../store/survey/surveys.ts'
import type { CountedFrom } from './count.ts'

/** What a ranking and a report are both derived from. */
export interface SurveyResults extends CountedFrom {
  readonly ledger: readonly LedgerRow[]
}

/** A survey's stored answers and ledger, where `openReason` explains cells without an outcome. */
export async function surveyResults(
  db: Store,
  { id, questions }: Pick<Survey, 'id' | 'questions'>,
  openReason: string,
): Promise<Pick<SurveyResults, 'questions' | 'answers' | 'ledger'>> {
  return { questions, answers: await readAnswers(db, id), ledger: await readLedger(db, id, openReason) }
}
