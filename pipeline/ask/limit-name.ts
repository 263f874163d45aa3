import { scrypt } from 'node:crypto'

const BYTES = 18
/** About 10 ms per guess; the default would take 40 ms for each engine of a report with its own keys. */
const COST = 4_096

/**
 * The stored name of the limit for one use of a key: a slow hash, so that guesses of the key are expensive to test
 * against the store, and impossible without the service's secret (32 bytes) if it has one. Processes with different
 * secrets share no limit.
 */
export function limitName(use: string, key: string, secret: Buffer | undefined): Promise<string> {
  const salt = Buffer.concat([Buffer.from(`svc vendor limit of ${use}\n`), secret ?? Buffer.alloc(0)])
  return new Promise((resolve, reject) => {
    scrypt(key, salt, BYTES, { cost: COST }, (fault, hash) => {
      if (fault === null) resolve(`${use} ${hash.toString('base64url')}`)
      else reject(fault)
    })
  })
}
