import type { Tables } from '../driver/schema.ts'

/** A table that a copy takes along. */
export interface CopiedTable {
  readonly name: string
  /** The columns of its primary key, by which its rows are read in order. */
  readonly key: readonly string[]
  /** How many rows are in memory at once. */
  readonly atOnce: number
}

/** Rows of a few hundred bytes, and rows with texts of up to some megabytes. */
const SHORT = 500
const LONG = 20

type Treated = {
  readonly [Name in keyof Tables]: { key: readonly (keyof Tables[Name] & string)[]; atOnce: number } | null
}

/**
 * What becomes of each table, those that others refer to first; null are left out: a copy makes migrations of its own, no
 * process works on it or calls a vendor yet, and provider keys stay in the store alone, as they outlive their time in any other.
 */
const TREATED: Treated = {
  migrations: null,
  leases: null,
  categories: { key: ['slug'], atOnce: SHORT },
  category_questions: { key: ['slug', 'question'], atOnce: SHORT },
  surveys: { key: ['id'], atOnce: SHORT },
  survey_questions: { key: ['survey_id', 'question'], atOnce: SHORT },
  ranking_months: { key: ['slug', 'month'], atOnce: SHORT },
  cells: { key: ['id'], atOnce: SHORT },
  replies: { key: ['cell_id', 'attempt', 'turn'], atOnce: LONG },
  answers: { key: ['cell_id'], atOnce: LONG },
  reading_calls: { key: ['id'], atOnce: LONG },
  readings: { key: ['survey_id', 'hash', 'model', 'prompt'], atOnce: LONG },
  rankings: { key: ['slug', 'month', 'version'], atOnce: LONG },
  rulings: { key: ['id'], atOnce: SHORT },
  accounts: { key: ['id'], atOnce: SHORT },
  api_keys: { key: ['id'], atOnce: SHORT },
  credit_entries: { key: ['id'], atOnce: SHORT },
  agent_plans: { key: ['account_id'], atOnce: SHORT },
  reports: { key: ['slug'], atOnce: LONG },
  report_versions: { key: ['report_slug', 'version'], atOnce: LONG },
  starts: { key: ['account_id', 'idempotency_key', 'bound_hash'], atOnce: SHORT },
  key_starts: { key: ['report_slug'], atOnce: SHORT },
  jobs: { key: ['report_slug'], atOnce: SHORT },
  sealed_keys: null,
  wrapped_keys: null,
  vendor_limits: null,
  windows: { key: ['name', 'starts_at'], atOnce: SHORT },
  outbox: { key: ['id'], atOnce: LONG },
  // Of the run that holds the month's lease, and over with it.
  counted_rankings: null,
  batches: null,
  batch_categories: null,
  batch_calls: null,
}

/** The tables that are copied, in an order in which their references hold. */
export const COPIED: readonly CopiedTable[] = Object.entries(TREATED).flatMap(([name, how]) =>
  how === null ? [] : [{ name, ...how }],
)
