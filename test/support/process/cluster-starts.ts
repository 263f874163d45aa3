/** The starts that a cluster gets: two accounts with fewer credits than starts, two plans, and a plan with few reports at once. */
import { grantCredits } from '../../../pipeline/store/accounts/credits.ts'
import { activatePlan } from '../../../pipeline/store/accounts/plans.ts'
import { openStore } from '../../../pipeline/store/driver/open.ts'
import { accountWithKeys } from '../accounts.ts'

export const STARTS_PER_HOUR = 10
export const CONCURRENT = 3
const HOUR_MS = 3_600_000
/** Starts that are sent at once. */
const SENDERS = 24

export interface Start {
  readonly account: 'credits' | 'plan' | 'narrow'
  readonly apiKey: string
  readonly idempotencyKey: string
  readonly body: object
  /** The slugs returned, or the status of a refusal. */
  slugs: Set<string>
  refused: number | undefined
}

/** Cells of a report of each kind: a credit's full plan on one engine, and a quick one. */
export const CELLS = { credits: 30, plan: 8 }

/** Makes the accounts and keys in the store, and returns the starts to send. */
export async function seedStarts(address: string, keysEach: number): Promise<Start[]> {
  const now = Date.now()
  const db = await openStore(address, now)
  const limits = { projects: 10_000, reportsPerMonth: 10_000, perDay: 10_000, concurrent: 10_000 }
  const starts: Start[] = []
  const open = (email: string, count: number) => accountWithKeys(db, email, count, now)
  const add = (account: Start['account'], keys: readonly string[], count: number) => {
    for (let each = 0; each < count; each += 1) {
      const at = starts.length
      const apiKey = keys[each % keys.length] ?? ''
      starts.push({
        account,
        apiKey,
        idempotencyKey: `cluster-start-number-${at}`,
        body: bodyOf(at, account),
        slugs: new Set(),
        refused: undefined,
      })
    }
  }
  for (const number of [1, 2]) {
    const { id, keys } = await open(`credits-${number}@agency.example`, keysEach)
    await grantCredits(db, id, keysEach * STARTS_PER_HOUR - 5, now)
    add('credits', keys, keysEach * STARTS_PER_HOUR)
  }
  for (const number of [1, 2]) {
    const { id, keys } = await open(`plan-${number}@agency.example`, keysEach)
    await activatePlan(db, id, { limits }, now)
    add('plan', keys, keysEach * (STARTS_PER_HOUR + 1))
  }
  const { id, keys } = await open('narrow@agency.example', 2)
  await activatePlan(db, id, { limits: { ...limits, concurrent: CONCURRENT } }, now)
  add('narrow', keys, 4 * CONCURRENT)
  await db.destroy()
  // The narrow plan's starts go in the middle, when all workers are busy, so that none of its reports ends before all are sent.
  const narrow = starts.filter(({ account }) => account === 'narrow')
  const others = starts.filter(({ account }) => account !== 'narrow')
  return [...others.slice(0, others.length / 2), ...narrow, ...others.slice(others.length / 2)]
}

/**
 * How many of these starts the hourly limit of their keys lets through: a key's last one only if the hour turned meanwhile.
 * `createdAt` is when each report was started (epoch ms), by its slug.
 */
export function withinLimit(
  starts: readonly Pick<Start, 'apiKey' | 'slugs'>[],
  createdAt: ReadonlyMap<string, number>,
): number {
  return Map.groupBy(starts, ({ apiKey }) => apiKey)
    .values()
    .reduce((sum, own) => {
      const slugs = own.flatMap((start) => [...start.slugs])
      const hours = new Set(slugs.map((slug) => Math.floor((createdAt.get(slug) ?? 0) / HOUR_MS)))
      return sum + Math.min(own.length, STARTS_PER_HOUR * Math.max(1, hours.size))
    }, 0)
}

function bodyOf(at: number, account: Start['account']): object {
  const texts = { domain: `product${at}.example`, category: `trail shoes of kind ${at}`, description: 'Shoes.' }
  if (account === 'credits') return { ...texts, funding: 'credits', engines: ['GROK'] }
  const providerKeys = { OPENAI: 'test-own-openai-key' }
  return { ...texts, funding: 'byok', plan: 'QUICK', engines: ['OPENAI'], providerKeys }
}

/** Sends all starts, a fifth of them to all servers at once; retries on another server if the outcome is unknown, as a client would. */
export async function sendAll(starts: readonly Start[], urls: readonly string[], answered: () => void): Promise<void> {
  let next = 0
  const sender = async () => {
    for (;;) {
      const at = next
      next += 1
      const start = starts[at]
      if (start === undefined) return
      await Promise.all(at % 5 === 0 ? urls.map((_, first) => send(urls, first, start)) : [send(urls, at, start)])
      answered()
    }
  }
  await Promise.all(Array.from({ length: SENDERS }, sender))
}

async function send(urls: readonly string[], first: number, start: Start): Promise<void> {
  for (let tries = 0; ; tries += 1) {
    try {
      const response = await fetch(`${urls[(first + tries) % urls.length]}/v1/reports`, {
        method: 'POST',
        headers: {
          authorization: `Bearer ${start.apiKey}`,
          'content-type': 'application/json',
          'idempotency-key': start.idempotencyKey,
        },
        body: JSON.stringify(start.body),
      })
      const { slug } = (await response.json()) as { slug?: string }
      if (response.status === 503) continue
      if (slug === undefined) start.refused = response.status
      else start.slugs.add(slug)
      return
    } catch {
      // The server was killed, perhaps while it answered.
      await pause(20)
    }
  }
}

export function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms))
}
