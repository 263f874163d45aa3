import type { Tables } from '../driver/schema.ts'

/** A table that is copied. */
export interface CopiedTable {
  readonly name: string
  /** Its primary key, by which its rows are read in order. */
  readonly key: readonly string[]
  /** The rows in memory at once. */
  readonly atOnce: number
}

/** For rows of a few hundred bytes, and for rows of up to some megabytes. */
const SHORT = 500
const LONG = 20

type CopyPlan = {
  readonly [Name in keyof Tables]: { key: readonly (keyof Tables[Name] & string)[]; atOnce: number } | null
}

/**
 * How each table is copied, referenced tables first. Null is not copied: migrations, which the copy makes itself, the state
 * of running processes, and provider keys, which a copy would keep too long.
 */
const COPY_PLAN: CopyPlan = {
  migrations: null,
  leases: null,
  categories: { key: ['slug'], atOnce: SHORT },
  category_questions: { key: ['slug', 'question'], atOnce: SHORT },
  surveys: { key: ['id'], atOnce: SHORT },
  survey_questions: { key: ['survey_id', 'question'], atOnce: SHORT },
  ranking_months: { key: ['slug', 'month'], atOnce: SHORT },
  question_hashes: { key: ['slug', 'month'], atOnce: SHORT },
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
  tracked_products: { key: ['id'], atOnce: SHORT },
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
  webhooks: { key: ['id'], atOnce: SHORT },
  webhook_deliveries: { key: ['id'], atOnce: SHORT },
  // These hold the state of a month's run, which ends with its lease.
  counted_rankings: null,
  batches: null,
  batch_categories: null,
  batch_calls: null,
}

/** The copied tables, referenced tables first. */
export const COPIED: readonly CopiedTable[] = Object.entries(COPY_PLAN).flatMap(([name, how]) =>
  how === null ? [] : [{ name, ...how }],
)
