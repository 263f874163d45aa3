import { z } from 'zod'
import { marketFields } from './market/fields.ts'
import { said } from './said/said.ts'
import {
  citation,
  engineName,
  evidence,
  interval,
  ledgerRow,
  method,
  month,
  searchedFor,
  searches,
  slug,
} from './terms.ts'

/** Why a month can't be compared with the month before. */
const changeReason = z.enum(['MODEL_CHANGED', 'NOT_COUNTED_IN_BOTH', 'RULES_CHANGED', 'NOTHING_IN_COMMON'])
export type ChangeReason = z.infer<typeof changeReason>

/**
 * The change of a brand's rate since the month before, over the question x engine pairs that both months counted with
 * the same model. If there are none, all figures are null and `reason` says why.
 */
export const change = z.object({
  /** The rates over those pairs, 0..1; `points` is their difference, -1..1, and `interval` its 95 % interval. */
  from: z.number().nullable(),
  to: z.number().nullable(),
  points: z.number().nullable(),
  interval: interval.nullable(),
  /** Whether a move is announced, see `movesDecidedOver`. */
  moved: z.boolean().nullable(),
  /** The number of pairs compared; absent in versions published by earlier releases. */
  comparedCells: z.int().optional(),
  leftOut: z.array(z.object({ engine: engineName, reason: changeReason })),
  reason: changeReason.optional(),
})
export type Change = z.infer<typeof change>

export const rankedBrand = z.object({
  name: z.string(),
  domain: z.string().optional(),
  mentions: z.int(),
  averagePosition: z.number().nullable(),
  interval,
  intervalSameQuestions: interval,
  /** A simultaneous 95 % confidence range for the brand's rank, from 1; absent in earlier releases' versions. */
  rankRange: z.object({ from: z.int(), to: z.int() }).optional(),
  /** `rankRange.from`, for older clients. */
  tie: z.int(),
  change: change.optional(),
  engines: z.array(z.object({ engine: engineName, mentions: z.int(), answers: z.int() })),
  /** Absent if no reading gives a stance. */
  said: said.optional(),
})
export type RankedBrand = z.infer<typeof rankedBrand>

export const rankingAnswer = z.object({
  question: z.int(),
  engine: engineName,
  run: z.int(),
  text: z.string(),
  failed: z.boolean(),
  noAnswer: z.boolean(),
  grounded: z.boolean(),
  /** Absent if there is no counted answer, and in answers stored by earlier releases. */
  searches: searches.optional(),
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

/** When the first and the last reply arrived; a month can be asked after its end. */
export const askedTimes = z.object({ from: z.iso.datetime(), until: z.iso.datetime() })
export type AskedTimes = z.infer<typeof askedTimes>

const servedBy = z.array(z.object({ model: z.string(), answers: z.int() }))

/** An engine whose answers came from more than one model, or from other models than in the month of comparison. */
export const modelChange = z.object({
  engine: engineName,
  /** The counted answers of each model; empty if the engine had none in that month. */
  before: servedBy,
  now: servedBy,
})
export type ModelChange = z.infer<typeof modelChange>

/** Whether an engine answers the canary questions differently than in the month of comparison. */
export const canaryChange = z.object({
  engine: engineName,
  before: z.int(),
  now: z.int(),
  p: z.number().nullable(),
  changed: z.boolean().nullable(),
})
export type CanaryChange = z.infer<typeof canaryChange>

const shared = {
  slug,
  category: z.string(),
  ...marketFields,
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
  version: z.int(),
  months: z.array(month),
  answersCounted: z.int(),
  brands: z.array(rankedBrand),
  answers: z.array(rankingAnswer),
  sources: z.array(rankingSource),
  /** What engines looked for; absent if no counted answer says, and in earlier releases' versions. */
  searches: z.array(searchedFor.extend({ question: z.int() })).optional(),
  ledger: z.array(ledgerRow),
  method,
  /** The earlier month's version that each `change` compares with; absent without one. */
  comparedWith: z
    .object({
      month,
      version: z.int(),
      /** Questions added and dropped since then; absent in versions published by earlier releases. */
      newQuestions: z.int().optional(),
      droppedQuestions: z.int().optional(),
    })
    .optional(),
  /** Models that changed within the month or since the month of comparison; absent if none did. */
  models: z.array(modelChange).optional(),
  /** Absent if either month has no answers to the canary questions. */
  canaries: z.array(canaryChange).optional(),
  /**
   * The brands and rankings of the month over which the false discovery rate of announced moves is held at 5 %. A brand
   * moved if the p-value of its change is at most `threshold`.
   */
  movesDecidedOver: z.object({ rankings: z.int(), brands: z.int(), threshold: z.number() }).optional(),
})
export type Ranking = z.infer<typeof ranking>

/** A published version and its entry as they are frozen, without what depends on the service. */
export const frozenRankingShape = ranking.omit({ url: true, months: true })
export const frozenEntryShape = rankingListEntry.omit({ url: true })
export type FrozenRanking = z.infer<typeof frozenRankingShape>
