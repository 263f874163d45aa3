import type { Store } from '../driver/open.ts'
import type { CellState } from '../driver/schema.ts'
import { cellsWithoutReply } from '../survey/recovery.ts'

const WITH_ANSWER: readonly CellState[] = ['answered', 'noAnswer']
const WITH_REASON: readonly CellState[] = ['failed', 'skipped']

/** Problems with the surveys: missing or extra cells, and cells whose state doesn't match their other data. */
export async function checkCells(db: Store): Promise<string[]> {
  return [...(await uneven(db)), ...(await unanswered(db)), ...(await replyless(db)), ...(await unreasoned(db))]
}

/** Engines that don't have each question once in each run. */
async function uneven(db: Store): Promise<string[]> {
  const rows = await db
    .selectFrom('cells')
    .select(({ fn, selectFrom }) => [
      'survey_id',
      'engine',
      fn.countAll<number>().as('cells'),
      fn.max('run').as('last_run'),
      selectFrom('survey_questions')
        .select((eb) => eb.fn.countAll<number>().as('questions'))
        .whereRef('survey_questions.survey_id', '=', 'cells.survey_id')
        .as('questions'),
    ])
    .groupBy(['survey_id', 'engine'])
    .orderBy('survey_id')
    .orderBy('engine')
    .execute()
  return rows.flatMap(({ survey_id, engine, cells, last_run, questions }) => {
    const planned = (questions ?? 0) * (last_run + 1)
    if (cells === planned) return []
    return [`The ledger of ${survey_id} does not add up: ${engine} has ${cells} cells where ${planned} were planned.`]
  })
}

/** Answered cells without an answer, and answers of cells in another state. */
async function unanswered(db: Store): Promise<string[]> {
  const rows = await db
    .selectFrom('cells')
    .leftJoin('answers', 'answers.cell_id', 'cells.id')
    .select(['cells.id', 'cells.state'])
    .where((eb) =>
      eb.or([
        eb.and([eb('cells.state', 'in', WITH_ANSWER), eb('answers.cell_id', 'is', null)]),
        eb.and([eb('cells.state', 'not in', WITH_ANSWER), eb('answers.cell_id', 'is not', null)]),
      ]),
    )
    .orderBy('cells.id')
    .execute()
  return rows.map(({ id, state }) =>
    WITH_ANSWER.includes(state)
      ? `The cell ${id} is ${state} and has no answer.`
      : `The cell ${id} is ${state} and yet has an answer.`,
  )
}

/** Answers without the reply they were read from. */
async function replyless(db: Store): Promise<string[]> {
  const rows = await cellsWithoutReply(db)
    .select('cells.id')
    .where('cells.state', 'in', WITH_ANSWER)
    .orderBy('cells.id')
    .execute()
  return rows.map(({ id }) => `The answer of the cell ${id} has no reply behind it.`)
}

/** Finished cells without a time, or without a required reason. */
async function unreasoned(db: Store): Promise<string[]> {
  const rows = await db
    .selectFrom('cells')
    .select(['id', 'state', 'reason'])
    .where((eb) =>
      eb.or([
        eb.and([eb('state', 'in', WITH_REASON), eb('reason', 'is', null)]),
        eb.and([eb('state', 'in', [...WITH_ANSWER, ...WITH_REASON]), eb('finished_at', 'is', null)]),
      ]),
    )
    .orderBy('id')
    .execute()
  return rows.map(
    ({ id, state, reason }) =>
      `The cell ${id} is ${state} and does not say ${WITH_REASON.includes(state) && reason === null ? 'why' : 'when'}.`,
  )
}
