import { z } from 'zod'

/** The Distribution Kit of a finished paid report (interface specification 2.6). */
export const kit = z.object({
  slug: z.string(),
  brand: z.string(),
  domain: z.string(),
  simulated: z.boolean(),
  files: z.array(z.object({ path: z.string(), content: z.string() })),
})
export type Kit = z.infer<typeof kit>
