import type { Store } from '../../pipeline/store/driver/open.ts'
import { readStore } from '../../pipeline/store/driver/probe.ts'
import type { Handlers } from '../http/operations.ts'
import { etagOf, PUBLIC } from '../http/reply.ts'
import type { Served } from '../openapi.ts'

/** Whether the process answers, which looks at nothing else; whether its store does; and the API's own description. */
export function serviceRoutes(db: Store, served: () => Served): Pick<Handlers, 'health' | 'ready' | 'openapi'> {
  // Made when it is first asked for, as that takes a moment.
  let described: Promise<string> | undefined
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

    openapi: async () => {
      described ??= import('../openapi.ts').then(({ describeApi }) => JSON.stringify(describeApi(served())))
      const json = await described
      return { cacheControl: PUBLIC, etag: etagOf(json), json: async () => json }
    },
  }
}
