import { randomInt } from 'node:crypto'

const BASE62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'

/** Cryptographically random base62 characters, 5.95 bits each. */
export function randomBase62(length: number): string {
  return Array.from({ length }, () => BASE62.charAt(randomInt(BASE62.length))).join('')
}

/** A new row's id: 131 random bits, without a hyphen, which a command line could take for a flag. */
export function randomId(): string {
  return randomBase62(22)
}
