import type { EngineName } from '../contract/terms.ts'

/**
 * Whether a key has a form that can be sent to this vendor at all: 8 to 512 printable ASCII characters without blanks,
 * for AI_OVERVIEW `login:password`. Checked before a client is built, because the error that Node throws for a
 * character that no header can hold repeats the whole key.
 */
export function isUsableKey(engine: EngineName, key: string): boolean {
  if (!/^[\x21-\x7e]{8,512}$/.test(key)) return false
  // A password may contain colons, so the first one divides.
  const colon = key.indexOf(':')
  return engine !== 'AI_OVERVIEW' || (colon > 0 && colon < key.length - 1)
}
