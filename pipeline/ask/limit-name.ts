import { scrypt } from 'node:crypto'

const BYTES = 18
/** About 10 ms a guess; the library's default takes four times as long, once for each engine of a report on own keys. */
const COST = 4_096

/**
 * The name of a key's limit in the store, for one use of the key. Under the service's secret (32 bytes) no guess at the key
 * can be tested with the store alone, and scrypt makes guesses dear without one. Processes with different secrets share no limit.
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
