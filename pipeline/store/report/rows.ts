import type { SelectExpression, Selection } from 'kysely'
import type { Market } from '../../contract/market/market.ts'
import type { PlanName, ReportListItem } from '../../contract/report.ts'
import { type EngineName, engineName } from '../../contract/terms.ts'
import type { Tables } from '../driver/schema.ts'

/** What is asked about a product. */
export interface AskedProduct extends Market {
  readonly plan: PlanName
  /** A host name, lower-case, without `www.`. */
  readonly domain: string
  readonly brand: string
  readonly aliases: readonly string[]
  readonly category: string
  readonly description: string
  /** The engines selected, in the order of ENGINES. */
  readonly engines: readonly EngineName[]
  /** The caller's own questions, each once; written questions take the place of repeats. */
  readonly seedPrompts: readonly string[]
}

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
  'tracked_id as trackedId',
  'tracked_period as trackedPeriod',
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
export function toStored({ trackedId: id, trackedPeriod: period, ...row }: Row<typeof REPORT_COLUMNS>) {
  return {
    ...row,
    ...listsOf(row),
    simulated: row.simulated === 1,
    byokEngines: row.byokEngines === null ? null : engineNames(row.byokEngines),
    tracked: id === null || period === null ? null : { id, period },
  }
}

/** What a product's row holds as JSON. */
export function listsOf(
  row: Readonly<Record<'aliases' | 'engines' | 'seedPrompts', string>>,
): Pick<AskedProduct, 'aliases' | 'engines' | 'seedPrompts'> {
  return { aliases: texts(row.aliases), engines: engineNames(row.engines), seedPrompts: texts(row.seedPrompts) }
}

/** A product as columns of a row. */
export function productRow(product: AskedProduct) {
  const { plan, domain, brand, aliases, category, country, language, description, engines, seedPrompts } = product
  return {
    ...{ plan, domain, brand, category, country, language, description },
    aliases: JSON.stringify(aliases),
    engines: JSON.stringify(engines),
    seed_prompts: JSON.stringify(seedPrompts),
  }
}

function engineNames(json: string): EngineName[] {
  return engineName.array().parse(JSON.parse(json))
}

function texts(json: string): string[] {
  return JSON.parse(json)
}
