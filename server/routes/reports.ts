import { reportUrl, statusUrl } from '../../pipeline/contract/addresses.ts'
import type { Kit } from '../../pipeline/contract/kit.ts'
import { MAX_REPORTS } from '../../pipeline/contract/operations.ts'
import { idempotencyKey, type StartResponse, startRequest } from '../../pipeline/contract/start.ts'
import { buildKit } from '../../pipeline/render/kit.ts'
import { comparisonOf } from '../../pipeline/report/over-time/history.ts'
import { type Started, type StartOptions, startReport } from '../../pipeline/report/start.ts'
import type { Store } from '../../pipeline/store/driver/open.ts'
import { findOwnReport, frozenReport, type StoredReport } from '../../pipeline/store/report/reports.ts'
import { listReports, ownProgress, ownReportJson } from '../../pipeline/store/report/views.ts'
import type { Refusal } from '../http/errors.ts'
import { slugOf, wrongForm } from '../http/input.ts'
import type { Handlers } from '../http/operations.ts'
import { etagOf, type Reply } from '../http/reply.ts'

/** Only the caller may cache it, and must revalidate each time. */
const OWN = 'private, no-cache'

/** How often to poll a running report, in seconds. */
const POLL = { 'retry-after': '60' }

/** Reports over HTTP (interface specification 4.1 to 4.5). */
export function reportRoutes(
  options: StartOptions,
  baseUrl: () => string,
): Pick<Handlers, 'startReport' | 'listReports' | 'getReport' | 'reportStatus' | 'getKit' | 'compareReports'> {
  const { db, siteUrl } = options
  return {
    startReport: async (request) => {
      const parsed = startRequest.safeParse(request.body)
      if (!parsed.success) return wrongForm(parsed.error)
      const key = idempotencyKeyOf(request.headers.get('idempotency-key'), parsed.data.idempotencyKey)
      if (key === 'bad') return { refusal: 'badIdempotencyKey' }
      const outcome = await startReport(options, request.caller, parsed.data, key)
      return 'refusal' in outcome ? outcome : toReply(outcome, siteUrl(), baseUrl())
    },

    listReports: async ({ caller, query }) => {
      const page = { limit: Number(query.limit ?? MAX_REPORTS), after: query.cursor }
      const listed = await listReports(db, caller.accountId, siteUrl(), page)
      if (listed === undefined) return { refusal: 'wrongFields', fields: ['cursor'] }
      const { reports, more } = listed
      return { body: { reports, ...(more && { nextCursor: reports.at(-1)?.slug }) } }
    },

    getReport: async ({ caller, params }) => {
      const report = await ownReportJson(db, caller.accountId, slugOf(params), siteUrl())
      if (report === undefined) return { refusal: 'noReport' }
      return { cacheControl: OWN, etag: report.digest, json: async () => report.json }
    },

    reportStatus: async ({ caller, params }) => {
      const status = await ownProgress(db, caller.accountId, slugOf(params), siteUrl())
      if (status === undefined) return { refusal: 'noReport' }
      const open = status.status === 'PENDING' || status.status === 'RUNNING'
      return { body: { status }, ...(open && { headers: POLL }) }
    },

    getKit: async ({ caller, params }) => {
      const kit = await kitOf(db, await findOwnReport(db, caller.accountId, slugOf(params)))
      return 'refusal' in kit ? kit : { body: { kit } }
    },

    compareReports: async ({ caller, params }) => {
      const slugs = [slugOf(params), slugOf(params, 'other')] as const
      const [one, other] = await Promise.all(slugs.map((slug) => findOwnReport(db, caller.accountId, slug)))
      const comparison = one && other && (await comparisonOf(db, one.slug, other.slug))
      if (comparison === undefined) return { refusal: 'noReport' }
      if ('notComparable' in comparison) return { refusal: 'notComparable', ...comparison }
      const json = JSON.stringify({ comparison })
      return { cacheControl: OWN, etag: etagOf(json), json: async () => json }
    },
  }
}

/** The kit of a paid, complete report (interface specification 4.4). */
export async function kitOf(db: Store, report: StoredReport | undefined): Promise<Kit | Refusal> {
  if (report === undefined) return { refusal: 'noReport' }
  const { slug, funding, status } = report
  if (funding === 'FREE') return { refusal: 'unpaidKit' }
  const frozen = status === 'COMPLETE' ? await frozenReport(db, slug) : undefined
  return frozen === undefined ? { refusal: 'notComplete', status } : buildKit(frozen)
}

/** The idempotency key from the header or the body; `bad` if it is malformed or the two differ. */
function idempotencyKeyOf(header: string | null, field: string | undefined): string | undefined {
  const sent = [header ?? [], field ?? []].flat()
  const valid = sent.every((key) => idempotencyKey.safeParse(key).success) && new Set(sent).size <= 1
  return valid ? sent[0] : 'bad'
}

function toReply({ keyUse, ...started }: Started, siteUrl: string, baseUrl: string): Reply {
  const { slug, reused } = started
  const body: StartResponse = { ...started, url: reportUrl(siteUrl, slug), statusUrl: statusUrl(baseUrl, slug) }
  return { ...(!reused && { status: 202 }), body, ...(keyUse && { headers: { 'idempotency-key-use': keyUse } }) }
}
