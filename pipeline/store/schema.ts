/** The tables, as types. Booleans are 0/1, JSON is text and times are epoch ms, so that rows are equal on both databases. */

export type CellState = 'planned' | 'sent' | 'answered' | 'noAnswer' | 'failed' | 'skipped'

export interface Tables {
  migrations: { name: string; applied_at: number }
  leases: { name: string; holder: string; expires_at: number }
  categories: { slug: string; category: string; simulated: number; created_at: number }
  category_questions: { slug: string; question: number; text: string }
  surveys: { id: string; simulated: number; created_at: number }
  survey_questions: { survey_id: string; question: number; text: string }
  /** Which survey holds a category's month. */
  ranking_months: { slug: string; month: string; survey_id: string }
  cells: {
    id: string
    survey_id: string
    question: number
    engine: string
    run: number
    state: CellState
    /** Why it failed or was skipped; null otherwise. */
    reason: string | null
    /** How often it was sent, over all invocations, and which turn of that conversation was sent last. */
    attempt: number
    turn: number
    sent_at: number | null
    finished_at: number | null
  }
  /** Good replies as they came; an error's body is never kept. */
  replies: { cell_id: string; attempt: number; turn: number; body: string; cost_usd: number; received_at: number }
  answers: { cell_id: string; text: string; citations: string; grounded: number; model: string }
  /** What the scribe proposed for a chunk of answers, by the chunk's hash: the same chunk is never paid for twice. */
  proposals: { survey_id: string; hash: string; brands: string; cost_usd: number; created_at: number }
  rankings: {
    slug: string
    month: string
    version: number
    simulated: number
    checked_at: number
    /** Answers that stood behind it, counted and noAnswer: a further version needs more. */
    answers_in: number
    entry: string
    body: string
  }
}
