import { z } from 'zod'
import { PLANS, reportStatus } from './report.ts'
import { ENGINES } from './terms.ts'
import { TEXT_LIMITS } from './words.ts'

/** Keys that a start may carry, by engine (interface specification 2.1). */
export const providerKeys = z.partialRecord(z.enum(ENGINES), z.string())

const MAX_ALIASES = 20

const text = (most: number) => z.string().trim().min(1).max(most)

/**
 * The form of `POST /v1/reports`; what depends on the plan, the product or the account is checked by the start itself.
 * Unknown fields are ignored.
 */
export const startRequest = z.object({
  domain: z.string().max(2_000),
  category: text(TEXT_LIMITS.category),
  description: text(TEXT_LIMITS.description),
  funding: z.enum(['credits', 'byok']),
  plan: z.enum(['QUICK', 'FULL', 'DEEP']).optional(),
  brand: text(TEXT_LIMITS.brand).optional(),
  /** Other spellings of the product. */
  aliases: z.array(text(TEXT_LIMITS.brand)).max(MAX_ALIASES).optional(),
  engines: z.array(z.enum(ENGINES)).min(1).max(100).optional(),
  /** As many as the largest plan asks: each is looked through for the product's name. */
  seedPrompts: z.array(text(TEXT_LIMITS.seedPrompt)).max(PLANS.DEEP.questions).optional(),
  providerKeys: providerKeys.optional(),
  /** Whether a mail says that the report has ended; one says in any case that it has started. */
  notify: z.boolean().optional(),
  idempotencyKey: z.string().optional(),
})
export type StartRequest = z.infer<typeof startRequest>

/** 16 to 128 characters of A-Z a-z 0-9 `-` `_`. */
export const idempotencyKey = z.string().regex(/^[A-Za-z0-9_-]{16,128}$/)

/** The answer to a start (specification 2.2). */
export const startResponse = z.object({
  slug: z.string(),
  status: reportStatus,
  reused: z.boolean(),
  funding: z.enum(['credits', 'byok']),
  url: z.url(),
  statusUrl: z.url(),
})
export type StartResponse = z.infer<typeof startResponse>
