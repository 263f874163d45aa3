/**
 * The delay in ms that a vendor's headers ask for: `retry-after-ms`, else `retry-after` as seconds or as an HTTP date
 * (RFC 9110, 10.2.3) relative to `now` (epoch ms). Undefined if neither is present and valid.
 */
export function retryAfterMs(headers: Headers, now: number): number | undefined {
  const ms = number(headers.get('retry-after-ms'))
  if (ms !== undefined) return ms
  const after = headers.get('retry-after')
  const seconds = number(after)
  if (seconds !== undefined) return seconds * 1000
  // Date.parse accepts "-5" and "2" as dates.
  const date = after?.endsWith(' GMT') ? Date.parse(after) : Number.NaN
  return Number.isNaN(date) ? undefined : Math.max(0, date - now)
}

function number(text: string | null): number | undefined {
  return text !== null && /^\d+(\.\d+)?$/.test(text.trim()) ? Number(text) : undefined
}
