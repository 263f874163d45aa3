import type { Store } from '../../pipeline/store/driver/open.ts'
import { readStore } from '../../pipeline/store/driver/probe.ts'
import type { Handlers } from '../http/register.ts'

/** Whether the process answers, which looks at nothing else, and whether its store does. */
export function healthRoutes(db: Store): Pick<Handlers, 'health' | 'ready'> {
  return {
    health: async () => ({ body: { status: 'ok' } }),

    ready: async () => {
      try {
        await readStore(db)
        return { body: { status: 'ready' } }
      } catch {
        return { refusal: 'busy' }
      }
    },
  }
}
