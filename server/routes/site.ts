import type { H3Event } from 'h3'
import { HTTPResponse } from 'h3'
import { FastResponse } from 'srvx'
import { etagOf, unchangedResponse } from '../http/conditional.ts'
import { errorResponse } from '../http/errors.ts'
import { findFile } from '../http/static-file.ts'

/** The pages run no script and load nothing from elsewhere. */
const HEADERS = {
  'content-security-policy':
    "default-src 'none'; style-src 'self'; img-src 'self' data:; form-action 'none'; frame-ancestors 'none'; base-uri 'none'",
  'referrer-policy': 'strict-origin-when-cross-origin',
  'cache-control': 'no-cache',
}

/** The handler that answers every other address with the published site in `siteDir`, or with 404. */
export function siteHandler(siteDir: string): (event: H3Event) => Promise<Response | HTTPResponse> {
  return async (event) => {
    const found = await findFile(siteDir, event.url.pathname)
    if (found === undefined) return notFound(event, siteDir)
    if (event.req.method !== 'GET' && event.req.method !== 'HEAD')
      return errorResponse({ refusal: 'wrongMethod', allow: 'GET, HEAD' })
    if ('folder' in found) return closeFolder(found.folder, event.url.search)
    const headers = { ...HEADERS, 'content-type': found.type }
    const etag = etagOf(found.bytes)
    const unchanged = unchangedResponse(event.req.headers.get('if-none-match'), etag, headers)
    if (unchanged !== undefined) return unchanged
    const length = String(found.bytes.byteLength)
    return new FastResponse(found.bytes, { headers: { ...headers, etag: `"${etag}"`, 'content-length': length } })
  }
}

/** Relative, so that it holds behind a proxy that serves the site under a path; encoded, so that it is no other address. */
function closeFolder(folder: string, search: string): HTTPResponse {
  const location = `${encodeURIComponent(folder)}/${search}`
  return new HTTPResponse(null, { status: 301, headers: { ...HEADERS, location, 'content-length': '0' } })
}

async function notFound(event: H3Event, siteDir: string): Promise<HTTPResponse> {
  const reads = event.req.method === 'GET' || event.req.method === 'HEAD'
  const page =
    reads && event.req.headers.get('accept')?.includes('text/html') ? await findFile(siteDir, '/404.html') : undefined
  if (page === undefined || 'folder' in page) return errorResponse({ refusal: 'unknownPath' })
  const length = String(page.bytes.byteLength)
  return new HTTPResponse(page.bytes, {
    status: 404,
    headers: { ...HEADERS, 'content-type': page.type, 'content-length': length, vary: 'Accept' },
  })
}
