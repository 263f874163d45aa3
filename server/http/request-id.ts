import { randomBytes } from 'node:crypto'

/** 20 bytes: 160 random bits, where a UUID has 122. */
const ID_BYTES = 20

/** The id of a request: the caller's own where it is sane, else a new one. */
export function requestId(sent: string | null | undefined): string {
  return sent && /^[A-Za-z0-9._-]{8,128}$/.test(sent) ? sent : randomBytes(ID_BYTES).toString('base64url')
}
