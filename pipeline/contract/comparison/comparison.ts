import { z } from 'zod'
import { marketFields } from '../market/fields.ts'
import { change } from '../ranking.ts'
import { planName, type ReportStatus } from '../report.ts'
import { engineName, interval, ruling } from '../terms.ts'

/** Why two reports can't be compared, as sentences. */
export const NOT_COMPARABLE = {
  SAME_REPORT: 'These two are the same report; compare it with another one.',
  NOT_COMPLETE: 'Only complete reports can be compared, and one of these two is not.',
  OTHER_PRODUCT: 'These reports are of different products, so they cannot be compared.',
  OTHER_CATEGORY: 'These reports are of different categories, so they cannot be compared.',
  OTHER_MARKET:
    'These reports were asked from different countries or in different languages, so they cannot be compared.',
  SIMULATED:
    'One of these reports is simulated and the other is not; made-up answers are never compared with real ones.',
} as const

/** Why two reports can't be compared; `status` is that of one that isn't complete. */
export interface NotComparable {
  readonly notComparable: keyof typeof NOT_COMPARABLE
  readonly status?: ReportStatus
}

const tally = z.object({ mentions: z.int(), answers: z.int() })

/** A report as one side of a comparison; `mentions` and `answers` are those of the whole report. */
const side = tally.extend({ slug: z.string(), completedAt: z.iso.datetime(), plan: planName })

const comparedBrand = z.object({
  name: z.string(),
  domain: z.string().optional(),
  product: z.boolean(),
  before: tally.nullable(),
  after: tally.nullable(),
  change,
})
export type ComparedBrand = z.infer<typeof comparedBrand>

const differing = <Value extends z.ZodType>(value: Value) => z.object({ before: value, after: value }).nullable()

/** What differs between two reports besides their answers; null or empty if nothing does. */
const changed = z.object({
  questions: z.object({ inBoth: z.int(), onlyBefore: z.array(z.string()), onlyAfter: z.array(z.string()) }),
  models: z.array(z.object({ engine: engineName, before: z.array(z.string()), after: z.array(z.string()) })),
  engines: z.object({ onlyBefore: z.array(engineName), onlyAfter: z.array(engineName) }),
  rules: differing(z.string()),
  reader: differing(z.string().nullable()),
  unread: differing(z.int()),
  spellings: differing(z.array(z.string())),
  rulings: z.array(ruling),
  regrouped: z.array(z.object({ before: z.array(z.string()), after: z.array(z.string()) })),
})
export type Changed = z.infer<typeof changed>

/** The body of `GET /v1/reports/{slug}/compare/{other}`: two reports of a product, the earlier one first. */
export const comparison = z.object({
  brand: z.string(),
  domain: z.string(),
  category: z.string(),
  ...marketFields,
  simulated: z.boolean(),
  before: side,
  after: side,
  pairs: z.object({ compared: z.int(), before: z.int(), after: z.int() }),
  brands: z.array(comparedBrand),
  movesDecidedOver: z.object({ brands: z.int(), threshold: z.number() }),
  changed,
  history: z.array(
    side.extend({
      interval,
      intervalSameQuestions: interval,
      /** Whether questions, engines, models or rules changed since the report before, so that the two rates can't be compared. */
      apart: z.boolean(),
    }),
  ),
})
export type Comparison = z.infer<typeof comparison>
