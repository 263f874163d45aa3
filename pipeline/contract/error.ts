import { z } from 'zod'

/** Every error body (interface specification 2.8); `error` is a sentence that never repeats the request. */
export const errorBody = z.object({
  error: z.string(),
  fields: z.array(z.string()).optional(),
  retryAfterSeconds: z.int().optional(),
  limit: z.enum(['plan', 'projects', 'reportsPerMonth', 'perDay', 'concurrent']).optional(),
  status: z.string().optional(),
})
export type ErrorBody = z.infer<typeof errorBody>
