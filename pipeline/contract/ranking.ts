import { z } from 'zod'
import { citation, engineName, evidence, interval, ledgerRow, method, month, slug } from './terms.ts'

/** A move between two months: both rates in 0..1; `moved` is null where the model behind an engine changed, or the months have no cell in common. */
export const change = z.object({
  from: z.number(),
  to: z.number(),
  moved: z.boolean().nullable(),
  modelChanged: z.boolean().optional(),
})
export type Change = z.infer<typeof change>

export const rankedBrand = z.object({
  name: z.string(),
  domain: z.string().optional(),
  mentions: z.int(),
  averagePosition: z.number().nullable(),
  interval,
  intervalSameQuestions: interval,
  tie: z.int(),
  change: change.optional(),
  /** `mentions` of `answers` for each engine that ran. */
  engines: z.array(z.object({ engine: engineName, mentions: z.int(), answers: z.int() })),
})
export type RankedBrand = z.infer<typeof rankedBrand>

export const rankingAnswer = z.object({
  question: z.int(),
  engine: engineName,
  run: z.int(),
  text: z.string(),
  failed: z.boolean(),
  noAnswer: z.boolean(),
  /** Whether a web search stands behind the answer. */
  grounded: z.boolean(),
  /** The model that the vendor says it served; null where the call failed. */
  model: z.string().nullable(),
  brands: z.array(z.string()),
  citations: z.array(citation),
  evidence: z.array(evidence),
})
export type RankingAnswer = z.infer<typeof rankingAnswer>

export const rankingSource = z.object({
  domain: z.string(),
  citations: z.int(),
  answers: z.int(),
  engines: z.array(engineName),
})
export type RankingSource = z.infer<typeof rankingSource>

/** When the first and the last reply to a month's questions came; a month may be asked after its end. */
export const askedTimes = z.object({ from: z.iso.datetime(), until: z.iso.datetime() })
export type AskedTimes = z.infer<typeof askedTimes>

const shared = {
  slug,
  category: z.string(),
  month,
  prompts: z.array(z.string()),
  checkedAt: z.iso.datetime(),
  asked: askedTimes.optional(),
  engines: z.array(engineName),
  top: z.array(z.object({ name: z.string(), domain: z.string().optional(), mentions: z.int() })),
  simulated: z.boolean(),
  url: z.url(),
}

/** An entry of `GET /v1/rankings` (interface specification 2.7). */
export const rankingListEntry = z.object({ ...shared, answers: z.int() })
export type RankingListEntry = z.infer<typeof rankingListEntry>

/** The body of `GET /v1/rankings/{slug}` (specification 4.7, contract.md 3). */
export const ranking = z.object({
  ...shared,
  /** The published version of this month, from 1. */
  version: z.int(),
  /** The months of this category that can be read, newest first. */
  months: z.array(month),
  answersCounted: z.int(),
  brands: z.array(rankedBrand),
  answers: z.array(rankingAnswer),
  sources: z.array(rankingSource),
  ledger: z.array(ledgerRow),
  method,
  /** The published version of an earlier month that every `change` is since; absent without one. */
  comparedWith: z
    .object({
      month,
      version: z.int(),
      /** How many questions of this month that one did not ask, and how many of its own are not asked any more. */
      newQuestions: z.int(),
      droppedQuestions: z.int(),
    })
    .optional(),
})
export type Ranking = z.infer<typeof ranking>

/** What a published version freezes; the address and the list of months are the service's, not the version's. */
export type FrozenRanking = Omit<Ranking, 'url' | 'months'>
