import type { EngineName } from '../../contract/terms.ts'
import { citation, ENGINES, engineName } from '../../contract/terms.ts'
import type { Store } from '../driver/open.ts'
import type { AskedEnd } from './journal.ts'

/** A finished cell that was asked; skipped cells are in the ledger alone. */
export type StoredAnswer = { readonly question: number; readonly engine: EngineName; readonly run: number } & AskedEnd

/** Every finished and asked cell of the survey, by question, by engine in the product's order, and by run. */
export async function readAnswers(db: Store, surveyId: string): Promise<StoredAnswer[]> {
  const rows = await db
    .selectFrom('cells')
    .leftJoin('answers', 'answers.cell_id', 'cells.id')
    .select(['question', 'engine', 'run', 'state', 'reason', 'text', 'citations', 'grounded', 'model'])
    .where('survey_id', '=', surveyId)
    .where('state', 'in', ['answered', 'noAnswer', 'failed'])
    .execute()
  const answers = rows.map((row): StoredAnswer => {
    const cell = { question: row.question, engine: engineName.parse(row.engine), run: row.run }
    const { text, model, citations } = row
    if (row.state === 'failed') return { ...cell, kind: 'failed', reason: row.reason ?? 'unknown' }
    if (text === null || model === null || citations === null)
      throw new Error(`the cell ${surveyId}/${row.engine}/r${row.run}/q${row.question} has no answer beside it`)
    if (row.state === 'noAnswer') return { ...cell, kind: 'noAnswer', text, model }
    return {
      ...cell,
      kind: 'answered',
      text,
      model,
      grounded: row.grounded === 1,
      citations: citation.array().parse(JSON.parse(citations)),
    }
  })
  const place = ({ engine }: StoredAnswer) => ENGINES.indexOf(engine)
  return answers.sort((a, b) => a.question - b.question || place(a) - place(b) || a.run - b.run)
}
