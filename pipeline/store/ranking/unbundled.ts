import type { BundledCall, BundledCell, BundledPValues } from '../../contract/bundle.ts'
import { type MarketFields, marketOf } from '../../contract/market/market.ts'
import type { Store } from '../driver/open.ts'
import { canarySurvey } from '../survey/canaries.ts'
import { cellId } from '../survey/cells.ts'
import { beginMonthSurvey, findSurvey, insertSurvey, monthSurvey } from '../survey/surveys.ts'
import { keepCategory } from './categories.ts'
import type { PublishedRow } from './rankings.ts'

/** The month in a bundle. */
interface Month extends MarketFields {
  readonly slug: string
  readonly month: string
  readonly simulated: boolean
}

/** A version of the month. */
interface Version extends Omit<PublishedRow, 'simulated' | 'pValues' | 'publication'> {
  readonly pValues: BundledPValues['pValues']
}

const flag = (value: boolean) => (value ? 1 : 0)

/** Begins a bundle's month in an empty store. */
export async function beginUnbundled(db: Store, month: Month): Promise<void> {
  await insertCategory(db, month)
  const survey = { id: monthSurvey(month.month, month.slug), simulated: month.simulated, questions: [] }
  await beginMonthSurvey(db, month.slug, month.month, survey, 0)
}

/** Stores a cell of a bundle's month with its answer and replies. */
export async function insertCell(db: Store, month: Month, cell: BundledCell): Promise<void> {
  await insertCellOf(db, monthSurvey(month.month, month.slug), cell)
}

/** Stores a cell of the canary questions of a bundle's month, or of the month compared with. */
export async function insertCanary(
  db: Store,
  { simulated }: Month,
  { month, ...cell }: BundledCell & { readonly month: string },
): Promise<void> {
  const id = canarySurvey(month)
  if ((await findSurvey(db, id)) === undefined) await insertSurvey(db, { id, simulated, questions: [] }, 0)
  await insertCellOf(db, id, cell)
}

async function insertCellOf(db: Store, surveyId: string, cell: BundledCell): Promise<void> {
  const { question, engine, run, state, reason, attempt, finishedAt, answer, replies } = cell
  const id = cellId(surveyId, cell)
  await db
    .insertInto('cells')
    .values({
      ...{ id, survey_id: surveyId, question, engine, run, state, reason, attempt },
      ...{ turn: 0, finished_at: finishedAt },
    })
    .execute()
  if (answer !== null)
    await db
      .insertInto('answers')
      .values({ ...answer, cell_id: id, grounded: flag(answer.grounded) })
      .execute()
  for (const { receivedAt, ...reply } of replies)
    await db
      .insertInto('replies')
      .values({ ...reply, cell_id: id, cost_usd: 0, received_at: receivedAt })
      .execute()
}

/** Stores a call to a reader with what was read in its reply. */
export async function insertCall(db: Store, month: Month, call: BundledCall): Promise<void> {
  const { id, vendor, model, prompt, asked, body, readings } = call
  await db
    .insertInto('reading_calls')
    .values({
      ...{
        id,
        survey_id: monthSurvey(month.month, month.slug),
        vendor,
        model,
        prompt,
        state: 'read',
        asked: JSON.stringify(asked),
        body,
      },
      ...{ cost_usd: 0, sent_at: 0, ended_at: 0 },
    })
    .execute()
  for (const { hash, names, readAt } of readings)
    await db
      .insertInto('readings')
      .values({
        ...{ survey_id: monthSurvey(month.month, month.slug), hash, model, prompt, call_id: id },
        ...{ names: JSON.stringify(names), read_at: readAt },
      })
      .execute()
}

/** Stores a published version of a bundle's category, or the p-values of another ranking. */
export async function insertVersion(db: Store, month: Month, version: Version): Promise<void> {
  await db
    .insertInto('rankings')
    .values({
      ...{ slug: month.slug, month: month.month, version: version.version, simulated: flag(month.simulated) },
      ...{ checked_at: version.checkedAt, answers_in: version.answersIn, entry: version.entry, body: version.body },
      ...{ p_values: JSON.stringify(version.pValues), publication: 1 },
    })
    .execute()
}

/** Stores the p-values of another ranking of the month. */
export async function insertTested(db: Store, month: Month, { slug, pValues }: BundledPValues): Promise<void> {
  // Only its p-values are known, and nothing depends on its market.
  await insertCategory(db, { slug, simulated: month.simulated })
  const nothing = { version: 1, checkedAt: 0, answersIn: 0, entry: '{}', body: '{}' }
  await insertVersion(db, { ...month, slug }, { ...nothing, pValues })
}

async function insertCategory(db: Store, month: Omit<Month, 'month'>): Promise<void> {
  const { slug, simulated } = month
  await keepCategory(db, { slug, category: slug, ...marketOf(month), simulated, questions: [], questionsBy: null }, 0)
}
