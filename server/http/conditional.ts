import { createHash } from 'node:crypto'
import { FastResponse } from 'srvx'

/** A strong ETag over the bytes of a body, or over the parts that determine them; without quotes. */
export function etagOf(...parts: readonly (string | Uint8Array)[]): string {
  const hash = createHash('sha256')
  for (const part of parts) hash.update(part)
  return hash.digest('base64url')
}

/**
 * A 200 with its ETag, or a 304 without a body where If-None-Match holds that ETag, as a list, in its weak form, or as `*`
 * (RFC 9110 section 13.1.2). The body is made only where it is sent.
 */
export async function conditionalResponse(
  ifNoneMatch: string | null,
  etag: string,
  body: () => string | Uint8Array<ArrayBuffer> | Promise<string | Uint8Array<ArrayBuffer>>,
  headers: Readonly<Record<string, string>>,
): Promise<Response> {
  const quoted = `"${etag}"`
  if (ifNoneMatch !== null && matches(ifNoneMatch, quoted))
    return new FastResponse(null, { status: 304, headers: { ...headers, etag: quoted } })
  const sent = await body()
  const length = String(Buffer.byteLength(sent))
  return new FastResponse(sent, { status: 200, headers: { ...headers, etag: quoted, 'content-length': length } })
}

function matches(ifNoneMatch: string, etag: string): boolean {
  if (ifNoneMatch.trim() === '*') return true
  return ifNoneMatch.split(',').some((tag) => tag.trim().replace(/^W\//, '') === etag)
}
