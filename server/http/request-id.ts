import { randomBytes } from 'node:crypto'

/** Bytes of an id of ours, 144 random bits, and how many ids are drawn at once: drawn singly they are 2 % of a server's time. */
const BYTES = 18
const DRAWN = 256

let pool = Buffer.alloc(0)
let used = 0

/** The id of a request: the caller's own where it is sane, else a new one of 144 random bits. */
export function requestId(sent: string | null | undefined): string {
  if (sent && /^[A-Za-z0-9._-]{8,128}$/.test(sent)) return sent
  if (used >= pool.length) {
    pool = randomBytes(BYTES * DRAWN)
    used = 0
  }
  used += BYTES
  return pool.toString('base64url', used - BYTES, used)
}
