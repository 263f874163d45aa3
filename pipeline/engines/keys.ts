import type { EngineName } from '../contract/terms.ts'

/**
 * Whether a key can be sent to this vendor: 8 to 512 printable ASCII characters without spaces, for AI_OVERVIEW
 * `login:password`. Check it before creating a client: Node's error for an invalid header character repeats the key.
 */
export function isUsableKey(engine: EngineName, key: string): boolean {
  if (!/^[\x21-\x7e]{8,512}$/.test(key)) return false
  // The password may contain colons too.
  const colon = key.indexOf(':')
  return engine !== 'AI_OVERVIEW' || (colon > 0 && colon < key.length - 1)
}
