import { createHash } from 'node:crypto'
import { FastResponse } from 'srvx'

/** A strong ETag over the bytes of a body, or over the parts that determine them; without quotes. */
export function etagOf(...parts: readonly (string | Uint8Array)[]): string {
  const hash = createHash('sha256')
  for (const part of parts) hash.update(part)
  return hash.digest('base64url')
}

/**
 * A 304 without a body where If-None-Match holds the ETag, which comes without quotes, as a list, in its weak form, or as `*`
 * (RFC 9110 section 13.1.2); undefined where the body is to be sent.
 */
export function unchangedResponse(
  ifNoneMatch: string | null,
  etag: string,
  headers: Readonly<Record<string, string>>,
): Response | undefined {
  const quoted = `"${etag}"`
  if (ifNoneMatch === null || !matches(ifNoneMatch, quoted)) return undefined
  return new FastResponse(null, { status: 304, headers: { ...headers, etag: quoted } })
}

function matches(ifNoneMatch: string, etag: string): boolean {
  if (ifNoneMatch.trim() === '*') return true
  return ifNoneMatch.split(',').some((tag) => tag.trim().replace(/^W\//, '') === etag)
}
