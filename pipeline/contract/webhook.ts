import { z } from 'zod'
import { rankingUrl, reportUrl, statusUrl } from './addresses.ts'
import { marketFields } from './market/fields.ts'
import { marketOf } from './market/market.ts'
import { type FrozenRanking, rankedBrand, ranking } from './ranking.ts'
import { reportListItem } from './report.ts'
import { interval, month } from './terms.ts'
import type { WEBHOOK_EVENTS } from './words.ts'

export type WebhookEventType = (typeof WEBHOOK_EVENTS)[number]

const endedReport = reportListItem
  .pick({ slug: true, simulated: true, plan: true, overallScore: true, brand: true, domain: true, category: true })
  .extend({ ...marketFields, status: z.enum(['COMPLETE', 'FAILED']), completedAt: z.iso.datetime() })

const publishedRanking = ranking.pick({
  slug: true,
  category: true,
  country: true,
  language: true,
  month: true,
  version: true,
  simulated: true,
  checkedAt: true,
  asked: true,
})

const movedRanking = publishedRanking.extend({
  comparedWith: z.object({ month, version: z.int() }),
  /** The brands whose moves are announced, with the figures of their `change`. */
  brands: z.array(
    rankedBrand.pick({ name: true, domain: true }).extend({
      from: z.number(),
      to: z.number(),
      points: z.number(),
      interval,
      comparedCells: z.int(),
    }),
  ),
})

/** An event as it is stored, without its addresses, which depend on the settings. */
export const webhookEvent = z.discriminatedUnion('type', [
  z.object({ type: z.enum(['report.completed', 'report.failed']), data: endedReport }),
  z.object({ type: z.literal('ranking.published'), data: publishedRanking }),
  z.object({ type: z.literal('ranking.moved'), data: movedRanking }),
])
export type WebhookEvent = z.infer<typeof webhookEvent>

function body<Type extends WebhookEventType, Data extends z.ZodObject>(type: Type, data: Data) {
  return z.object({ id: z.string(), createdAt: z.iso.datetime(), type: z.literal(type), data })
}

const page = { url: z.url() }
/** `statusUrl` is null for a report without an account, because reading it takes an account's key. */
const sentReport = endedReport.extend({ ...page, statusUrl: z.url().nullable() })

/** The body that a webhook is sent for each type of event. */
export const WEBHOOK_BODIES = {
  'report.completed': body('report.completed', sentReport),
  'report.failed': body('report.failed', sentReport),
  'ranking.published': body('ranking.published', publishedRanking.extend(page)),
  'ranking.moved': body('ranking.moved', movedRanking.extend(page)),
} satisfies Record<WebhookEventType, z.ZodObject>

/** The public addresses of the site and the API, without a trailing slash. */
export interface Addresses {
  readonly siteUrl: string
  readonly baseUrl: string
}

/** The event's data with the report's or ranking's addresses. `hasAccount` says whether the webhook is an account's. */
export function withAddresses({ type, data }: WebhookEvent, { siteUrl, baseUrl }: Addresses, hasAccount: boolean) {
  switch (type) {
    case 'report.completed':
    case 'report.failed':
      return {
        ...data,
        url: reportUrl(siteUrl, data.slug),
        statusUrl: hasAccount ? statusUrl(baseUrl, data.slug) : null,
      }
    case 'ranking.published':
    case 'ranking.moved':
      return { ...data, url: rankingUrl(siteUrl, data.slug, data.month) }
  }
}

/** The events of a published version: that it is published, and the moves that it announces, if any. */
export function rankingEvents(published: FrozenRanking): WebhookEvent[] {
  const { slug, category, month, version, simulated, checkedAt, asked, comparedWith } = published
  const data = { slug, category, ...marketOf(published), month, version, simulated, checkedAt, ...(asked && { asked }) }
  const events: WebhookEvent[] = [{ type: 'ranking.published', data }]
  const brands = published.brands.flatMap(({ name, domain, change }) => {
    if (change?.moved !== true) return []
    const { from, to, points, interval, comparedCells } = change
    // A move is announced only if both months counted something in common.
    if (from === null || to === null || points === null || interval === null || comparedCells === undefined) return []
    return [{ name, ...(domain !== undefined && { domain }), from, to, points, interval, comparedCells }]
  })
  if (comparedWith !== undefined && brands.length > 0) {
    const before = { month: comparedWith.month, version: comparedWith.version }
    events.push({ type: 'ranking.moved', data: { ...data, comparedWith: before, brands } })
  }
  return events
}
