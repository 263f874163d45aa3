import type { Kysely } from 'kysely'
import { PostgresAdapter } from 'kysely'

/** The tables, as types. Booleans are 0/1, JSON is text and times are epoch ms, so that rows are equal on both databases. */

export type CellState = 'planned' | 'sent' | 'answered' | 'noAnswer' | 'failed' | 'skipped'

export interface Tables {
  migrations: { name: string; applied_at: number }
  leases: { name: string; holder: string; expires_at: number }
  categories: {
    slug: string
    category: string
    simulated: number
    created_at: number
    /** Who wrote the kept questions; null where that was never put down. */
    questions_by: 'file' | 'scribe' | 'templates' | null
  }
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
  /** The calls in which a model read texts of a survey; which texts, under which keys, stands in `asked` as JSON. */
  reading_calls: {
    id: string
    survey_id: string
    vendor: string
    model: string
    prompt: string
    state: 'sent' | 'received' | 'read' | 'failed'
    asked: string
    body: string | null
    cost_usd: number | null
    sent_at: number
    ended_at: number | null
  }
  /** What a model read in a text, by the text's hash: no model reads a text of a survey twice with the same prompt. */
  readings: {
    survey_id: string
    hash: string
    model: string
    prompt: string
    call_id: string
    names: string
    read_at: number
  }
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
    /** The p-values of its brands' changes, as JSON. */
    p_values: string
    /** Which publication of the month it belongs to, from 1. */
    publication: number
  }
  /** Versions that are counted and wait until the others of the month are: its moves are announced over all of them. */
  counted_rankings: Omit<Tables['rankings'], 'publication'>
  /** What a person ruled on a category's names; a ruling that no longer holds has an end and stays. */
  rulings: {
    id: string
    slug: string
    kind: 'merge' | 'split' | 'alias' | 'ignore'
    name: string
    /** The brand that a merged name counts as, or the spelling that an alias adds; null for the other kinds. */
    other: string | null
    created_at: number
    ended_at: number | null
  }
  accounts: {
    id: string
    email: string
    verified: number
    created_at: number
    /** Written first in every start: it makes the starts of one account wait for each other on either database. */
    touched_at: number
  }
  /** Only a SHA-256 fingerprint of the key is kept, and its last four characters. */
  api_keys: {
    id: string
    account_id: string
    fingerprint: string
    last_four: string
    label: string | null
    created_at: number
    revoked_at: number | null
  }
  /** Append-only, and kept without the address when the account goes; a balance is the sum of the amounts. */
  credit_entries: {
    id: string
    account_id: string
    /** A hold has the amount 0: the credit of a failed report that waits for review; its release has 1. */
    kind: 'grant' | 'spend' | 'return' | 'hold' | 'release'
    amount: number
    report_slug: string | null
    at: number
  }
  agent_plans: {
    account_id: string
    projects: number
    reports_per_month: number
    per_day: number
    concurrent: number
    period_start: number
    /** Where it is set the plan ends there; otherwise a month's period renews by itself until it is cancelled. */
    period_end: number | null
    cancelled_at: number | null
  }
  reports: {
    slug: string
    /** Null for a report that the operator started without an account. */
    account_id: string | null
    /** Null until its questions are written. */
    survey_id: string | null
    status: 'PENDING' | 'RUNNING' | 'COMPLETE' | 'FAILED'
    simulated: number
    plan: 'QUICK' | 'FULL' | 'DEEP'
    funding: 'CREDITS' | 'BYOK' | 'FREE'
    domain: string
    brand: string
    aliases: string
    category: string
    description: string
    /** The engines selected, and the caller's own questions, as JSON. */
    engines: string
    seed_prompts: string
    /** For which engines a key was sent, as JSON; null for other funding. */
    byok_engines: string | null
    overall_score: number | null
    error: string | null
    created_at: number
    started_at: number | null
    /** How long it has run, all invocations together: its deadline counts this and not the time between them. */
    ran_ms: number
    completed_at: number | null
    /** The address of its page that the mail at its end names; null where none is to be sent. */
    end_mail_url: string | null
    /** The frozen report, from completion on. */
    body: string | null
  }
  /** The frozen bodies of a report that later counts replaced, from version 1; the present one is in its row. */
  report_versions: { report_slug: string; version: number; body: string; replaced_at: number }
  starts: {
    account_id: string
    idempotency_key: string
    bound_hash: string
    report_slug: string
    created_at: number
  }
  /** The starts that a key made, for its limit by the hour. */
  key_starts: { report_slug: string; key_id: string; at: number }
  /** A report that waits for a worker or has one; who has it holds the lease `report/<slug>`. */
  jobs: { report_slug: string; created_at: number }
  /** Provider keys under a key of the report's own, which is wrapped in a row apart; both go when the report ends. */
  sealed_keys: { report_slug: string; sealed: string; created_at: number }
  wrapped_keys: { report_slug: string; wrapped: string; created_at: number }
  /** The requests of a key or an address in a window of the clock; rows on PostgreSQL alone. */
  windows: { name: string; starts_at: number; count: number }
  /** What all processes share of a provider key's limit, as JSON, under a name that doesn't tell the key. */
  vendor_limits: { name: string; version: number; state: string; used_at: number }
  outbox: {
    id: string
    account_id: string
    recipient: string
    subject: string
    text: string
    created_at: number
    attempts: number
    next_at: number
    sent_at: number | null
  }
  /** A month's run that several processes work off together; its id is the holder of the month's lease. Money in billionths of a USD. */
  batches: {
    id: string
    month: string
    simulated: number
    /** The engines that are asked, and all that were selected, as JSON. */
    engines: string
    selected: string
    limit_nano: number | null
    spent_nano: number
    uncertain_nano: number
    calls: number
    unknown_calls: number
    /** `interrupted` ends it for all, `cut` its calls under way too; `budget` says that some call had no room, and cheaper ones go on. */
    stopped: 'budget' | 'interrupted' | 'cut' | null
  }
  /** The categories of a batch that are not done; who asks one holds the lease `rankings/<month>/<slug>`. */
  batch_categories: { batch_id: string; slug: string }
  /** The worst case of each call under way, set aside under a lease: once that has run out, it may have been spent. */
  batch_calls: { batch_id: string; lease: string; holder: string; call: number; nano: number }
}

/** Whether the store, or a transaction in it, is PostgreSQL's; otherwise it is SQLite's. */
export function isPostgres(db: Kysely<Tables>): boolean {
  return db.getExecutor().adapter instanceof PostgresAdapter
}
