import { expect } from 'vitest'
import { startResponse } from '../../pipeline/contract/start.ts'
import type { Store } from '../../pipeline/store/driver/open.ts'
import { customer, start } from './customer.ts'
import { freshApp } from './fresh-app.ts'

export const KEY = 'retry-0123456789abcdef'

/** What a start writes; a refusal has written none of it. */
export async function written(db: Store) {
  const count = async (table: 'reports' | 'jobs' | 'outbox' | 'starts' | 'sealed_keys' | 'key_starts') =>
    (await db.selectFrom(table).selectAll().execute()).length
  const spends = await db.selectFrom('credit_entries').select('id').where('kind', '=', 'spend').execute()
  return {
    reports: await count('reports'),
    jobs: await count('jobs'),
    mails: await count('outbox'),
    starts: await count('starts'),
    sealed: await count('sealed_keys'),
    keyStarts: await count('key_starts'),
    spends: spends.length,
  }
}

export const NOTHING = { reports: 0, jobs: 0, mails: 0, starts: 0, sealed: 0, keyStarts: 0, spends: 0 }
export const ONE_CREDIT = { reports: 1, jobs: 1, mails: 1, starts: 1, sealed: 0, keyStarts: 1, spends: 1 }

/** The service with a customer, and what begins a report for it. */
export async function withCustomer(
  has: Parameters<typeof customer>[1] = {},
  changed: Parameters<typeof freshApp>[0] = {},
) {
  const service = await freshApp(changed)
  const ada = await customer(service.db, has)
  const begin = (body: unknown, key?: string) => service.send('/v1/reports', start(ada, body, key))
  return { ...service, ada, begin }
}

/** The start that a response says, of status 202 or the one given. */
export async function started(response: Response, status = 202) {
  expect(response.status).toBe(status)
  return startResponse.strict().parse(await response.json())
}
