import { randomUUID } from 'node:crypto'

/** The id of a request: the caller's own where it is sane, else a new one. A UUID has 122 random bits; this one 154. */
export function requestId(sent: string | null | undefined): string {
  return sent && /^[A-Za-z0-9._-]{8,128}$/.test(sent) ? sent : `${randomUUID()}${randomUUID().slice(0, 8)}`
}
