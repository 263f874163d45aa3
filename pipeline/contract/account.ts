import { z } from 'zod'

const planLimits = z.object({
  projects: z.int(),
  reportsPerMonth: z.int(),
  perDay: z.int(),
  concurrent: z.int(),
})

/** The body of `GET /v1/account`. */
export const account = z.object({
  email: z.string(),
  verified: z.boolean(),
  credits: z.int(),
  held: z.int(),
  plan: z.object({
    active: z.boolean(),
    limits: planLimits,
    left: planLimits.nullable(),
    periodStart: z.iso.datetime().nullable(),
    periodEnd: z.iso.datetime().nullable(),
  }),
  starts: z.object({ limit: z.int(), left: z.int() }),
})
export type Account = z.infer<typeof account>
