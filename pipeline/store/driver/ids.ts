import { randomInt } from 'node:crypto'

const BASE62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'

/** That many characters of base62 from the system's random source, 5.95 bits each. */
export function randomBase62(length: number): string {
  return Array.from({ length }, () => BASE62.charAt(randomInt(BASE62.length))).join('')
}

/** A new row's id of 131 random bits, without a hyphen: a command line would take one at its start for a flag. */
export function randomId(): string {
  return randomBase62(22)
}
