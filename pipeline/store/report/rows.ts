import type { SelectExpression, Selection } from 'kysely'
import type { ReportListItem } from '../../contract/report.ts'
import type { EngineName } from '../../contract/terms.ts'
import { engineName } from '../../contract/terms.ts'
import type { Tables } from '../driver/schema.ts'

type Row<Columns extends readonly SelectExpression<Tables, 'reports'>[]> = Selection<Tables, 'reports', Columns[number]>

/** The columns of a list item. */
export const LISTED_COLUMNS = [
  'slug',
  'status',
  'simulated',
  'plan',
  'funding',
  'overall_score as overallScore',
  'created_at as createdAt',
  'completed_at as completedAt',
  'brand',
  'domain',
  'category',
  'country',
  'language',
] as const

/** Every column but the frozen body, which can be a megabyte. */
export const REPORT_COLUMNS = [
  ...LISTED_COLUMNS,
  'account_id as accountId',
  'survey_id as surveyId',
  'aliases',
  'description',
  'engines',
  'seed_prompts as seedPrompts',
  'byok_engines as byokEngines',
  'end_mail_url as endMailUrl',
  'error',
  'started_at as startedAt',
  'ran_ms as ranMs',
] as const

/** A list item from its row; `url` is the report's page. */
export function toListItem(row: Row<typeof LISTED_COLUMNS>, url: string): ReportListItem {
  return {
    slug: row.slug,
    url,
    status: row.status,
    simulated: row.simulated === 1,
    plan: row.plan,
    funding: row.funding,
    overallScore: row.overallScore,
    createdAt: new Date(row.createdAt).toISOString(),
    completedAt: row.completedAt === null ? null : new Date(row.completedAt).toISOString(),
    brand: row.brand,
    domain: row.domain,
    category: row.category,
    country: row.country,
    language: row.language,
  }
}

/** A report from its row. */
export function toStored(row: Row<typeof REPORT_COLUMNS>) {
  return {
    ...row,
    simulated: row.simulated === 1,
    aliases: texts(row.aliases),
    engines: engineNames(row.engines),
    seedPrompts: texts(row.seedPrompts),
    byokEngines: row.byokEngines === null ? null : engineNames(row.byokEngines),
  }
}

function engineNames(json: string): EngineName[] {
  return engineName.array().parse(JSON.parse(json))
}

function texts(json: string): string[] {
  return JSON.parse(json)
}
