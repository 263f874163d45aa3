import type { Settings } from './settings.ts'

/** Shorter ones are no keys, and blotting them out would make other text unreadable. */
const SHORTEST = 8

/** A function that blots every key of the settings out of all texts of a JSON value, wherever one might come back from. */
export function createRedactor({ apiKey, providerKeys }: Settings): <Value>(value: Value) => Value {
  const keys = [...(apiKey === undefined ? [] : [apiKey]), ...Object.values(providerKeys)]
  // `login:password` counts whole and in its parts. The longest goes first: one may be a part of another.
  const secrets = [...new Set([...keys, ...(providerKeys.AI_OVERVIEW?.split(':') ?? [])])]
    .filter((secret) => secret.length >= SHORTEST)
    .sort((a, b) => b.length - a.length)
  return (value) =>
    JSON.parse(JSON.stringify(value), (_, part: unknown) =>
      typeof part === 'string' ? secrets.reduce((text, secret) => text.replaceAll(secret, '[key]'), part) : part,
    )
}
