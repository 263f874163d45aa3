import type { H3Event } from 'h3'
import { HTTPResponse } from 'h3'
import { pageStyleSource, renderMissingPage, renderReportPage } from '../../pipeline/render/page.ts'
import type { Store } from '../../pipeline/store/driver/open.ts'
import { progressOf, publicReport } from '../../pipeline/store/report/views.ts'
import { errorResponse } from '../http/errors.ts'
import { slugOf } from '../http/input.ts'

/** The handler of `GET /r/:slug`: the report's page for whoever has its address; it runs no script and loads nothing. */
export function reportPage(db: Store, siteUrl: () => string): (event: H3Event) => Promise<HTTPResponse> {
  return async (event) => {
    if (event.req.method !== 'GET' && event.req.method !== 'HEAD')
      return errorResponse({ refusal: 'wrongMethod', allow: 'GET, HEAD' })
    const slug = slugOf(event.context.params)
    const report = await publicReport(db, slug, siteUrl())
    if (report === undefined) return missing(event)
    const over = report.status === 'COMPLETE' || report.status === 'FAILED'
    const progress = over ? undefined : await progressOf(db, slug, siteUrl())
    return html(200, renderReportPage(report, progress?.progress))
  }
}

function missing(event: H3Event): HTTPResponse {
  const wantsPage = event.req.headers.get('accept')?.includes('text/html')
  return wantsPage ? html(404, renderMissingPage()) : errorResponse({ refusal: 'unknownPath' })
}

function html(status: number, page: string): HTTPResponse {
  return new HTTPResponse(page, {
    status,
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'content-length': String(Buffer.byteLength(page)),
      'cache-control': 'no-store',
      'content-security-policy': `default-src 'none'; style-src ${pageStyleSource()}; form-action 'none'; frame-ancestors 'none'; base-uri 'none'`,
      'referrer-policy': 'no-referrer',
      'x-robots-tag': 'noindex',
    },
  })
}
