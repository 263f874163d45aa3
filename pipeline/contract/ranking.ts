import { z } from 'zod'
import { citation, engineName, evidence, interval, ledgerRow, method, month, slug } from './terms.ts'

/** Why something of a month can't be compared with the month before. */
export const CHANGE_REASONS = ['MODEL_CHANGED', 'NOT_COUNTED_IN_BOTH', 'RULES_CHANGED', 'NOTHING_IN_COMMON'] as const
export const changeReason = z.enum(CHANGE_REASONS)
export type ChangeReason = z.infer<typeof changeReason>

/**
 * How a brand's rate changed since the month before, all of it over the same cells: the pairs of question and engine that
 * both months counted with the same model, with all their runs. Where none is left, all figures are null and `reason` says why.
 */
export const change = z.object({
  /** The rates there, in 0..1, and `to` less `from` in -1..1 with its 95 % interval. */
  from: z.number().nullable(),
  to: z.number().nullable(),
  points: z.number().nullable(),
  interval: interval.nullable(),
  /** Whether a move is announced; see `movesDecidedOver`. */
  moved: z.boolean().nullable(),
  /** The pairs of question and engine that were compared; absent where an earlier version of the program did not say. */
  comparedCells: z.int().optional(),
  /** The engines of which nothing was compared. */
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
  /**
   * The ranks that the answers leave open, at 95 % for all brands of the ranking together; from 1. Absent where an earlier
   * version of the program did not say.
   */
  rankRange: z.object({ from: z.int(), to: z.int() }).optional(),
  /** `rankRange.from`, for older clients. */
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
      /**
       * How many questions of this month that one did not ask, and how many of its own are not asked any more; absent where an
       * earlier version of the program did not say.
       */
      newQuestions: z.int().optional(),
      droppedQuestions: z.int().optional(),
    })
    .optional(),
  /**
   * What its moves were announced among: so many brands of so many rankings of the month, of which at most 5 % of the
   * announced ones are expected to be false. A brand moved where the p-value of its change is at most `threshold`.
   */
  movesDecidedOver: z.object({ rankings: z.int(), brands: z.int(), threshold: z.number() }).optional(),
})
export type Ranking = z.infer<typeof ranking>

/** What a published version freezes; the address and the list of months are the service's, not the version's. */
export type FrozenRanking = Omit<Ranking, 'url' | 'months'>
