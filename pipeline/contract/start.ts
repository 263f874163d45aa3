import { z } from 'zod'
import { marketFields } from './market/fields.ts'
import { PLANS, planName, reportStatus } from './report.ts'
import { engineName } from './terms.ts'
import { TEXT_LIMITS } from './words.ts'

/** The provider keys of a start, by engine (interface specification 2.1). */
export const providerKeys = z.partialRecord(engineName, z.string())

const MAX_ALIASES = 20

const text = (most: number) => z.string().trim().min(1).max(most)

/** The body of `POST /v1/reports`; `report/start` checks what depends on plan, product or account. */
export const startRequest = z.object({
  domain: z.string().max(2_000),
  category: text(TEXT_LIMITS.category),
  description: text(TEXT_LIMITS.description),
  ...marketFields,
  funding: z.enum(['credits', 'byok']),
  plan: planName.optional(),
  brand: text(TEXT_LIMITS.brand).optional(),
  aliases: z.array(text(TEXT_LIMITS.brand)).max(MAX_ALIASES).optional(),
  engines: z.array(engineName).min(1).max(100).optional(),
  /** Limited, because each is searched for the product's name. */
  seedPrompts: z.array(text(TEXT_LIMITS.seedPrompt)).max(PLANS.DEEP.questions).optional(),
  providerKeys: providerKeys.optional(),
  notify: z.boolean().optional(),
  idempotencyKey: z.string().optional(),
})
export type StartRequest = z.infer<typeof startRequest>

/** 16 to 128 characters of A-Z a-z 0-9 `-` `_`. */
export const idempotencyKey = z.string().regex(/^[A-Za-z0-9_-]{16,128}$/)

/** The response to a start (specification 2.2). */
export const startResponse = z.object({
  slug: z.string(),
  status: reportStatus,
  reused: z.boolean(),
  funding: z.enum(['credits', 'byok']),
  url: z.url(),
  statusUrl: z.url(),
})
export type StartResponse = z.infer<typeof startResponse>
