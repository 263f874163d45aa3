import { createHash } from 'node:crypto'
import { HTTPResponse } from 'h3'

/**
 * A 200 with a strong ETag over the body's bytes, or a 304 without a body where If-None-Match holds that ETag, as a
 * list, in its weak form, or as `*` (RFC 9110 section 13.1.2).
 */
export function conditionalResponse(
  ifNoneMatch: string | null,
  body: string | Uint8Array<ArrayBuffer>,
  headers: Readonly<Record<string, string>>,
): HTTPResponse {
  const etag = `"${createHash('sha256').update(body).digest('base64url')}"`
  if (ifNoneMatch !== null && matches(ifNoneMatch, etag))
    return new HTTPResponse(null, { status: 304, headers: { ...headers, etag } })
  const length = String(Buffer.byteLength(body))
  return new HTTPResponse(body, { status: 200, headers: { ...headers, etag, 'content-length': length } })
}

function matches(ifNoneMatch: string, etag: string): boolean {
  if (ifNoneMatch.trim() === '*') return true
  return ifNoneMatch.split(',').some((tag) => tag.trim().replace(/^W\//, '') === etag)
}
