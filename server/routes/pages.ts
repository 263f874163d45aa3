import type { H3Event } from 'h3'
import { pageStyleSource, renderMissingPage, renderReportPage } from '../../pipeline/render/page.ts'
import type { Store } from '../../pipeline/store/driver/open.ts'
import { progressOf, publicReport } from '../../pipeline/store/report/views.ts'
import { errorReply } from '../http/errors.ts'
import type { PlainResponse } from '../http/headers.ts'
import { slugOf } from '../http/input.ts'

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
    const progress = ended ? undefined : await progressOf(db, slug, siteUrl())
    return html(200, renderReportPage(report, progress?.progress))
  }
}

/** No script runs on the page, and it loads nothing. */
function html(status: number, body: string): PlainResponse {
  return {
    status,
    body,
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-store',
      'content-security-policy': `default-src 'none'; style-src ${pageStyleSource()}; form-action 'none'; frame-ancestors 'none'; base-uri 'none'`,
      'referrer-policy': 'no-referrer',
      'x-robots-tag': 'noindex',
    },
  }
}
