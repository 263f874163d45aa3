import { type Kysely, PostgresAdapter } from 'kysely'
import type { PlanName, ReportFunding, ReportStatus } from '../../contract/report.ts'
import type { Ruling } from '../../contract/terms.ts'
import type { Cadence } from '../../contract/words.ts'

/** The tables' types; booleans are 0 or 1, JSON is text and times are epoch ms, so that rows are equal on both databases. */

export type CellState = 'planned' | 'sent' | 'answered' | 'noAnswer' | 'failed' | 'skipped'

/** What is asked about a product; the lists are JSON. */
interface ProductColumns {
  plan: PlanName
  domain: string
  brand: string
  aliases: string
  category: string
  country: string
  language: string
  description: string
  engines: string
  /** The questions that the caller gave. */
  seed_prompts: string
}

export interface Tables {
  migrations: { name: string; applied_at: number }
  leases: { name: string; holder: string; expires_at: number }
  categories: {
    slug: string
    category: string
    country: string
    language: string
    simulated: number
    created_at: number
    /** Who wrote its questions; null if it was never recorded. */
    questions_by: 'file' | 'scribe' | 'templates' | null
  }
  category_questions: { slug: string; question: number; text: string }
  surveys: { id: string; simulated: number; created_at: number }
  survey_questions: { survey_id: string; question: number; text: string }
  /** The survey of a category's month. */
  ranking_months: { slug: string; month: string; survey_id: string }
  /** The SHA-256 of a month's questions; the time it was published on the site, null if it never was. */
  question_hashes: { slug: string; month: string; sha256: string; fixed_at: number; published_at: number | null }
  cells: {
    id: string
    survey_id: string
    question: number
    engine: string
    run: number
    state: CellState
    /** Why it failed or was skipped; null otherwise. */
    reason: string | null
    /** How often it was sent over all invocations, and the last turn sent of that conversation. */
    attempt: number
    turn: number
    sent_at: number | null
    finished_at: number | null
  }
  /** Raw good replies; an error's body is never stored. */
  replies: { cell_id: string; attempt: number; turn: number; body: string; cost_usd: number; received_at: number }
  answers: {
    cell_id: string
    text: string
    citations: string
    grounded: number
    model: string
    /** JSON of the queries, or of null if the engine doesn't say; null in answers of earlier releases. */
    searches: string | null
  }
  /** Calls in which a model reads a survey's texts; `asked` lists the texts and their keys as JSON. */
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
  /** What a model read in a text, by the text's hash; a model reads each text once with a prompt. */
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
    /** Answers behind it, counted and noAnswer; a new version needs more. */
    answers_in: number
    entry: string
    body: string
    /** The p-values of its brands' changes, as JSON. */
    p_values: string
    /** The number of its publication within the month, from 1. */
    publication: number
  }
  /** Counted versions that wait for the month's others, as changes are announced over all of them. */
  counted_rankings: Omit<Tables['rankings'], 'publication'>
  /** A person's rulings on a category's names; one that no longer applies stays, with its end. */
  rulings: {
    id: string
    slug: string
    kind: Ruling['kind']
    name: string
    /** The brand a merged name counts as, or the spelling an alias adds; null for other kinds. */
    other: string | null
    created_at: number
    ended_at: number | null
  }
  accounts: {
    id: string
    email: string
    verified: number
    created_at: number
    /** Written first in every start, which locks the account on either database. */
    touched_at: number
  }
  /** Holds only the key's SHA-256 fingerprint and last four characters. */
  api_keys: {
    id: string
    account_id: string
    fingerprint: string
    last_four: string
    label: string | null
    created_at: number
    revoked_at: number | null
  }
  /** Append-only, and kept after the account is deleted; a balance is the sum of the amounts. */
  credit_entries: {
    id: string
    account_id: string
    /** A hold (amount 0) keeps a failed report's credit for review; its release has amount 1. */
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
    /** When the plan ends; null for a monthly period that renews until it is cancelled. */
    period_end: number | null
    cancelled_at: number | null
  }
  reports: ProductColumns & {
    slug: string
    /** Null for a report that the operator started without an account. */
    account_id: string | null
    /** Null until its questions are written. */
    survey_id: string | null
    status: ReportStatus
    simulated: number
    funding: ReportFunding
    /** The engines a key was sent for, as JSON; null for other funding. */
    byok_engines: string | null
    overall_score: number | null
    error: string | null
    created_at: number
    started_at: number | null
    /** How long it has run over all invocations, without the time between them; its deadline counts this. */
    ran_ms: number
    completed_at: number | null
    /** The URL in the mail sent when it ends; null if none is sent. */
    end_mail_url: string | null
    /** The frozen report, once it is complete. */
    body: string | null
    /** The tracked product, null once it isn't tracked, and the period, which has one report of each kind, simulated and real. */
    tracked_id: string | null
    tracked_period: string | null
  }
  /** A product with a new report in every period. */
  tracked_products: ProductColumns & {
    id: string
    /** The account that its reports join; null for none. */
    account_id: string | null
    /** The unique combination of account, domain, category, country and language, as JSON. */
    identity: string
    every: Cadence
    created_at: number
    /** Written first in every start of a report, which locks the product on either database. */
    touched_at: number
  }
  /** A report's replaced bodies, from version 1; the current one is in its row. */
  report_versions: { report_slug: string; version: number; body: string; replaced_at: number }
  starts: {
    account_id: string
    idempotency_key: string
    bound_hash: string
    report_slug: string
    created_at: number
  }
  /** The starts made with a key, for its hourly limit. */
  key_starts: { report_slug: string; key_id: string; at: number }
  /** A waiting or running report; its worker holds the lease `report/<slug>`. */
  jobs: { report_slug: string; created_at: number }
  /** Provider keys encrypted with a report's own key, and that key wrapped; both are deleted when the report ends. */
  sealed_keys: { report_slug: string; sealed: string; created_at: number }
  wrapped_keys: { report_slug: string; wrapped: string; created_at: number }
  /** Requests of a key or an address in a time window; used only on PostgreSQL. */
  windows: { name: string; starts_at: number; count: number }
  /** The limit of a provider key, shared by all processes, as JSON; the name doesn't reveal the key. */
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
  /** A URL that receives events. Its secret is derived, not stored; `fingerprint` is the secret's SHA-256. */
  webhooks: {
    id: string
    /** Null for the operator's. */
    account_id: string | null
    url: string
    /** The types of events that it receives, as JSON. */
    events: string
    fingerprint: string
    created_at: number
  }
  /** An event for one webhook; `data` is JSON. */
  webhook_deliveries: {
    id: string
    webhook_id: string
    type: string
    data: string
    created_at: number
    /** When it was last queued: at first, or for a resend. */
    queued_at: number
    attempts: number
    next_at: number
    sent_at: number | null
    /** How the last attempt ended; null before the first. */
    outcome: string | null
  }
  /** A month's run, shared by processes; its id is the holder of the month's lease, and money is in billionths of a USD. */
  batches: {
    id: string
    month: string
    simulated: number
    /** The engines to ask, and all selected engines, as JSON. */
    engines: string
    selected: string
    limit_nano: number | null
    spent_nano: number
    uncertain_nano: number
    calls: number
    unknown_calls: number
    /** `interrupted` sends no more calls, `cut` also cuts those in flight; `budget` still allows cheaper calls. */
    stopped: 'budget' | 'interrupted' | 'cut' | null
  }
  /** A batch's categories still to be asked; the process that asks one holds the lease `rankings/<month>/<slug>`. */
  batch_categories: { batch_id: string; slug: string }
  /** The reserved worst case of each call in flight; once the lease has expired, it counts as spent. */
  batch_calls: { batch_id: string; lease: string; holder: string; call: number; nano: number }
}

/** Whether the store, or the transaction, is on PostgreSQL instead of SQLite. */
export function isPostgres(db: Kysely<Tables>): boolean {
  return db.getExecutor().adapter instanceof PostgresAdapter
}
