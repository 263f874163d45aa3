import type { Store } from '../driver/open.ts'
import { inTransaction } from '../driver/transaction.ts'

/** The fixed questions behind a ranking or a report. */
export interface Survey {
  readonly id: string
  readonly simulated: boolean
  readonly questions: readonly string[]
}

/** The survey with its questions, or undefined. */
export async function findSurvey(db: Store, id: string): Promise<Survey | undefined> {
  const row = await db.selectFrom('surveys').select('simulated').where('id', '=', id).executeTakeFirst()
  if (row === undefined) return undefined
  const questions = await db
    .selectFrom('survey_questions')
    .select('text')
    .where('survey_id', '=', id)
    .orderBy('question')
    .execute()
  return { id, simulated: row.simulated === 1, questions: questions.map((each) => each.text) }
}

/** The id under which the survey of a category's month begins. */
export function monthSurvey(month: string, slug: string): string {
  return `${month}/${slug}`
}

/** The survey of a category's month, or undefined. */
export async function findMonthSurvey(db: Store, slug: string, month: string): Promise<Survey | undefined> {
  const row = await db
    .selectFrom('ranking_months')
    .select('survey_id')
    .where('slug', '=', slug)
    .where('month', '=', month)
    .executeTakeFirst()
  return row && findSurvey(db, row.survey_id)
}

/** Creates a survey and fixes its questions, if it has any. */
export async function insertSurvey(trx: Store, survey: Survey, now: number): Promise<void> {
  await trx
    .insertInto('surveys')
    .values({ id: survey.id, simulated: survey.simulated ? 1 : 0, created_at: now })
    .execute()
  await insertQuestions(trx, survey.id, survey.questions)
}

/** Fixes the questions of a survey created without any. */
export async function insertQuestions(trx: Store, surveyId: string, questions: readonly string[]): Promise<void> {
  const rows = questions.map((text, question) => ({ survey_id: surveyId, question, text }))
  if (rows.length > 0) await trx.insertInto('survey_questions').values(rows).execute()
}

/** Creates the survey of a category's month and fixes its questions. */
export async function beginMonthSurvey(
  db: Store,
  slug: string,
  month: string,
  survey: Survey,
  now: number,
): Promise<void> {
  await inTransaction(db, async (trx) => {
    await insertSurvey(trx, survey, now)
    await trx.insertInto('ranking_months').values({ slug, month, survey_id: survey.id }).execute()
  })
}
