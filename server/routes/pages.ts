import type { H3Event } from 'h3'
import { pageStyleSource, renderMissingPage, renderReportPage } from '../../pipeline/render/page.ts'
import { sincePrevious } from '../../pipeline/report/over-time/history.ts'
import { creditState } from '../../pipeline/store/accounts/credits.ts'
import type { Store } from '../../pipeline/store/driver/open.ts'
import { findReport } from '../../pipeline/store/report/reports.ts'
import { progressOf, publicReport } from '../../pipeline/store/report/views.ts'
import { errorReply } from '../http/errors.ts'
import type { PlainResponse } from '../http/headers.ts'
import { slugOf } from '../http/input.ts'
import { kitOf } from './reports.ts'

/** The handler of `GET /r/:slug`: the report's page, for anyone who has its address. */
export function reportPage(db: Store, siteUrl: () => string): (event: H3Event) => Promise<PlainResponse> {
  return async (event) => {
    if (event.req.method !== 'GET' && event.req.method !== 'HEAD')
      return errorReply({ refusal: 'wrongMethod', allow: 'GET, HEAD' })
    const slug = slugOf(event.context.params)
    const report = await publicReport(db, slug, siteUrl())
    if (report === undefined) {
      const wantsPage = event.req.headers.get('accept')?.includes('text/html')
      return wantsPage ? html(404, renderMissingPage()) : errorReply({ refusal: 'unknownPath' })
    }
    const ended = report.status === 'COMPLETE' || report.status === 'FAILED'
    const progress = ended ? undefined : (await progressOf(db, slug, siteUrl()))?.progress
    const credit = await creditState(db, slug)
    const since = await sincePrevious(db, slug)
    return html(200, renderReportPage(report, { credit, ...(progress && { progress }), ...(since && { since }) }))
  }
}

/**
 * The handler of `GET /r/:slug/kit/:file`: a file of the kit, under the conditions of the API's kit (interface specification
 * 4.4) but without its key. Anybody with the page's address can read all that the kit is made of.
 */
export function kitFile(db: Store): (event: H3Event) => Promise<PlainResponse> {
  return async ({ req, context: { params } }) => {
    if (req.method !== 'GET' && req.method !== 'HEAD') return errorReply({ refusal: 'wrongMethod', allow: 'GET, HEAD' })
    const kit = await kitOf(db, await findReport(db, slugOf(params)))
    if ('refusal' in kit) return errorReply(kit)
    const file = kit.files.find(({ path }) => path === params?.file)
    if (file === undefined) return errorReply({ refusal: 'unknownPath' })
    const headers = {
      ...PRIVATE,
      'content-type': 'text/markdown; charset=utf-8',
      'content-disposition': `attachment; filename="${file.path}"`,
      'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
    }
    return { status: 200, body: file.content, headers }
  }
}

/** Not cached, not indexed, and its address not sent as a referrer. */
const PRIVATE = { 'cache-control': 'no-store', 'referrer-policy': 'no-referrer', 'x-robots-tag': 'noindex' }

/** No script runs on the page, and it loads nothing. */
function html(status: number, body: string): PlainResponse {
  const policy = `default-src 'none'; style-src ${pageStyleSource()}; form-action 'none'; frame-ancestors 'none'; base-uri 'none'`
  const headers = { ...PRIVATE, 'content-type': 'text/html; charset=utf-8', 'content-security-policy': policy }
  return { status, body, headers }
}
