import type { Store } from '../../pipeline/store/driver/open.ts'
import { readStore } from '../../pipeline/store/driver/probe.ts'
import type { Handlers } from '../http/operations.ts'
import { etagOf, PUBLIC } from '../http/reply.ts'
import type { Served } from '../openapi/document.ts'

/** Whether the process runs, whether its store can be read, and the API's description. */
export function serviceRoutes(db: Store, served: () => Served): Pick<Handlers, 'health' | 'ready' | 'openapi'> {
  // It is built on first use, because that takes a moment.
  let description: Promise<string> | undefined
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
      description ??= import('../openapi/document.ts').then(({ describeApi }) => JSON.stringify(describeApi(served())))
      const json = await description
      return { cacheControl: PUBLIC, etag: etagOf(json), json: async () => json }
    },
  }
}
