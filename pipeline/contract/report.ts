import { z } from 'zod'
import { marketFields } from './market/fields.ts'
import { rankedBrand, rankingAnswer, rankingSource } from './ranking.ts'
import { said } from './said/said.ts'
import { type EngineName, engineName, interval, ledgerRow, method, searchedFor } from './terms.ts'
import { ENGINES, PLAN_NAMES } from './words.ts'

export const reportStatus = z.enum(['PENDING', 'RUNNING', 'COMPLETE', 'FAILED'])
export type ReportStatus = z.infer<typeof reportStatus>

export const planName = z.enum(PLAN_NAMES)
export type PlanName = z.infer<typeof planName>

/** How a report is funded; `FREE` reports are started by the operator on the command line. */
export const reportFunding = z.enum(['CREDITS', 'BYOK', 'FREE'])
export type ReportFunding = z.infer<typeof reportFunding>

/** The size of each plan (contract.md, section 2). */
export const PLANS: Readonly<
  Record<PlanName, { readonly questions: number; readonly engines: readonly EngineName[]; readonly runs: number }>
> = {
  QUICK: { questions: 4, engines: ['OPENAI', 'ANTHROPIC', 'GEMINI'], runs: 2 },
  FULL: { questions: 10, engines: ENGINES, runs: 3 },
  DEEP: { questions: 20, engines: ENGINES, runs: 5 },
}

/** An entry of `GET /v1/reports` (interface specification 2.3). */
export const reportListItem = z.object({
  slug: z.string(),
  url: z.url(),
  status: reportStatus,
  simulated: z.boolean(),
  plan: planName,
  funding: reportFunding,
  overallScore: z.number().nullable(),
  createdAt: z.iso.datetime(),
  completedAt: z.iso.datetime().nullable(),
  brand: z.string(),
  domain: z.string(),
  category: z.string(),
  ...marketFields,
})
export type ReportListItem = z.infer<typeof reportListItem>

/** The status of a report (specification 2.4). */
export const reportProgress = reportListItem
  .pick({ slug: true, status: true, simulated: true, overallScore: true, url: true, funding: true })
  .extend({
    progress: z.object({ answersStored: z.int(), answersPlanned: z.int() }),
    error: z.string().nullable(),
  })
export type ReportProgress = z.infer<typeof reportProgress>

export const reportEngine = z.object({
  engine: engineName,
  /** The models that the vendor reports, comma-separated, the one with the most answers first. */
  model: z.string(),
  runsMentioned: z.int(),
  runsTotal: z.int(),
  promptsMentioned: z.int(),
  promptsTotal: z.int(),
  averagePosition: z.number().nullable(),
  /** Absent if nothing was counted. */
  interval: interval.optional(),
  intervalSameQuestions: interval.optional(),
})
export type ReportEngine = z.infer<typeof reportEngine>

export const competitor = rankedBrand
  .omit({ rankRange: true, tie: true, change: true, engines: true })
  .extend({ answers: z.int(), share: z.number() })
export type Competitor = z.infer<typeof competitor>

/** The product in the counted answers of all engines together. */
const pooledRate = competitor.pick({ mentions: true, answers: true, interval: true, intervalSameQuestions: true })

export const SOURCE_KINDS = ['own', 'rival', 'community', 'video', 'review', 'editorial', 'other'] as const
export const reportSource = rankingSource.extend({ own: z.boolean(), kind: z.enum(SOURCE_KINDS) })
export type ReportSource = z.infer<typeof reportSource>

export const action = z.object({
  title: z.string(),
  why: z.string(),
  effort: z.enum(['low', 'medium', 'high']),
  evidence: z.array(z.string()),
})
export type Action = z.infer<typeof action>

export const reportAnswer = rankingAnswer.omit({ question: true }).extend({
  brands: z.array(z.object({ name: z.string(), position: z.int(), product: z.boolean() })),
  productNamed: z.boolean(),
  position: z.int().nullable(),
  /** Why the call failed, as a fixed sentence. */
  error: z.string().optional(),
})
export type ReportAnswer = z.infer<typeof reportAnswer>

export const reportQuestion = z.object({
  index: z.int(),
  text: z.string(),
  seeded: z.boolean(),
  answers: z.array(reportAnswer),
  /** What engines looked for; absent if no counted answer says, and in reports frozen by earlier releases. */
  searches: z.array(searchedFor).optional(),
})
export type ReportQuestion = z.infer<typeof reportQuestion>

/** The body of `GET /v1/reports/{slug}` (specification 2.5, contract.md 3); nulls and empty lists until complete. */
export const report = reportListItem.extend({
  description: z.string(),
  overallScoreInterval: interval.nullable(),
  /** Absent without a counted answer, and in reports frozen by earlier releases. */
  pooled: pooledRate.optional(),
  /** What answers say of the product; absent if no reading gives a stance. */
  said: said.optional(),
  error: z.string().nullable(),
  answersCounted: z.int(),
  engines: z.array(reportEngine),
  enginesSkipped: z.array(z.object({ engine: engineName, reason: z.string() })),
  competitors: z.array(competitor),
  sources: z.array(reportSource),
  actionPlan: z.array(action),
  questions: z.array(reportQuestion),
  ledger: z.array(ledgerRow),
  method: method.nullable(),
})
export type Report = z.infer<typeof report>

/** A completed report as it is frozen; its address depends on the service. */
export const frozenReportShape = report.omit({ url: true })
export type FrozenReport = z.infer<typeof frozenReportShape>
