import { etagOf } from '../http/conditional.ts'
import type { Handlers } from '../http/register.ts'
import { PUBLIC } from '../http/register.ts'
import type { Served } from '../openapi.ts'

/** The API's own description; it is made when it is first asked for, as that takes a moment. */
export function openapiRoute(served: () => Served): Pick<Handlers, 'openapi'> {
  let made: Promise<unknown> | undefined
  return {
    openapi: async () => {
      made ??= import('../openapi.ts').then(({ describeApi }) => describeApi(served()))
      const json = JSON.stringify(await made)
      return { cacheControl: PUBLIC, etag: etagOf(json), json: async () => json }
    },
  }
}
