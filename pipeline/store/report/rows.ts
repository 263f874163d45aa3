import type { ReportListItem } from '../../contract/report.ts'
import type { EngineName } from '../../contract/terms.ts'
import { engineName } from '../../contract/terms.ts'
import type { Tables } from '../driver/schema.ts'

type Row = Tables['reports']

/** The columns of a list item. */
export const LISTED_COLUMNS = [
  'slug',
  'status',
  'simulated',
  'plan',
  'funding',
  'overall_score',
  'created_at',
  'completed_at',
  'brand',
  'domain',
  'category',
] as const

/** Every column but the frozen body, which can be a megabyte and isn't for those who only ask how a report stands. */
export const REPORT_COLUMNS = [
  ...LISTED_COLUMNS,
  'account_id',
  'survey_id',
  'aliases',
  'description',
  'engines',
  'seed_prompts',
  'byok_engines',
  'end_mail_url',
  'error',
  'started_at',
  'ran_ms',
] as const

/** An item of the list from its row; `url` is the report's page. */
export function toListItem(row: Pick<Row, (typeof LISTED_COLUMNS)[number]>, url: string): ReportListItem {
  return {
    slug: row.slug,
    url,
    status: row.status,
    simulated: row.simulated === 1,
    plan: row.plan,
    funding: row.funding,
    overallScore: row.overall_score,
    createdAt: new Date(row.created_at).toISOString(),
    completedAt: row.completed_at === null ? null : new Date(row.completed_at).toISOString(),
    brand: row.brand,
    domain: row.domain,
    category: row.category,
  }
}

/** A report from its row, under our own names. */
export function toStored(row: Pick<Row, (typeof REPORT_COLUMNS)[number]>) {
  return {
    slug: row.slug,
    accountId: row.account_id,
    surveyId: row.survey_id,
    status: row.status,
    simulated: row.simulated === 1,
    plan: row.plan,
    funding: row.funding,
    domain: row.domain,
    brand: row.brand,
    aliases: texts(row.aliases),
    category: row.category,
    description: row.description,
    engines: engineNames(row.engines),
    seedPrompts: texts(row.seed_prompts),
    byokEngines: row.byok_engines === null ? null : engineNames(row.byok_engines),
    endMailUrl: row.end_mail_url,
    overallScore: row.overall_score,
    error: row.error,
    createdAt: row.created_at,
    startedAt: row.started_at,
    ranMs: row.ran_ms,
    completedAt: row.completed_at,
  }
}

function engineNames(json: string): EngineName[] {
  return engineName.array().parse(JSON.parse(json))
}

function texts(json: string): string[] {
  return JSON.parse(json)
}
