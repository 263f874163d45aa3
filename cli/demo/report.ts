import { join } from 'node:path'
import type { z } from 'zod'
import { systemClock } from '../../pipeline/ask/clock.ts'
import type { Operation } from '../../pipeline/contract/operations.ts'
import { createAccount } from '../../pipeline/store/accounts/accounts.ts'
import { grantCredits } from '../../pipeline/store/accounts/credits.ts'
import { createKey } from '../../pipeline/store/accounts/keys.ts'
import type { Store } from '../../pipeline/store/driver/open.ts'
import { type ApiRequest, createClient, operationOf } from '../mcp/client.ts'
import { writeKit } from '../report/kit.ts'
import { CommandError } from '../terminal/output.ts'

const PRODUCT = {
  domain: 'harborline.example',
  category: 'CRM software',
  description: 'Keeps customers, deals and mail of a small team in one place.',
  funding: 'credits',
  seedPrompts: ['What is the best CRM for a small sales team?'],
}
const EMAIL = 'demo@agency.example'
const POLL_MS = 100

export interface DemoReport {
  readonly slug: string
  /** The report page. */
  readonly url: string
  /** The API key of the demo's account. */
  readonly key: string
  readonly kitDir: string
}

/** Starts a report over HTTP as a client would, waits for it and writes its kit into `dir`. */
export async function demoReport(db: Store, baseUrl: string, dir: string, stop: AbortSignal): Promise<DemoReport> {
  const now = systemClock.now()
  const account = await createAccount(db, { email: EMAIL, verified: true }, now)
  if (account === 'taken') throw new CommandError("This store already has the demo's account; give a new --dir.")
  await grantCredits(db, account.id, 1, now)
  const made = await createKey(db, account.id, 'demo', now)
  if (made === 'tooMany') throw new CommandError("The demo's account already has all its keys; give a new --dir.")

  const api = createClient({ baseUrl, apiKey: made.key }, fetch)
  const call = async <Body>(operation: Operation & { readonly response: z.ZodType<Body> }, request: ApiRequest) => {
    const outcome = await api.call(operation, request, new AbortController().signal)
    if ('body' in outcome) return outcome.body
    throw new CommandError(`The demo's report failed: HTTP ${outcome.failure.httpStatus}.`)
  }
  const { slug, url } = await call(operationOf('startReport'), {
    body: { ...PRODUCT, idempotencyKey: 'demo-report-0000001' },
  })
  for (;;) {
    const { status } = await call(operationOf('reportStatus'), { params: { slug } })
    if (status.status === 'COMPLETE') break
    if (status.status === 'FAILED' || stop.aborted)
      throw new CommandError(`The demo's report did not finish: ${status.error ?? 'it was interrupted'}.`)
    await systemClock.sleep(POLL_MS, stop)
  }
  const kitDir = join(dir, 'kit')
  const { kit } = await call(operationOf('getKit'), { params: { slug } })
  await writeKit(kit, kitDir)
  return { slug, url, key: made.key, kitDir }
}
