import type { Settings } from './settings.ts'

/** The shortest piece of a key that is redacted; shorter ones reveal little and occur in other texts by chance. */
const PIECE = 8

/**
 * A function that redacts the settings' keys in all texts of a JSON value: any piece of 8 or more characters of a key, and
 * a shorter key as a whole, whether plain, percent-encoded, or in base64 or base64url.
 */
export function createRedactor({ apiKey, providerKeys }: Settings): <Value>(value: Value) => Value {
  const { AI_OVERVIEW, ...others } = providerKeys
  const keys = [...(apiKey === undefined ? [] : [apiKey]), ...Object.values(others)]
  const plain = [...keys.flatMap(piecesOf), ...loginPieces(AI_OVERVIEW)]
  const encoded = [...keys, ...(AI_OVERVIEW === undefined ? [] : [AI_OVERVIEW])].flatMap(base64Pieces)
  const find = createFinder([...plain, ...plain.map((piece) => encodeURIComponent(piece.toWellFormed())), ...encoded])
  return (value) =>
    JSON.parse(JSON.stringify(value), (_, part: unknown) => (typeof part === 'string' ? redact(part, find) : part))
}

/** Every piece of 8 characters, or the whole of a shorter text. */
function piecesOf(text: string): string[] {
  if (text.length < PIECE) return text === '' ? [] : [text]
  return Array.from({ length: text.length - PIECE + 1 }, (_, at) => text.slice(at, at + PIECE))
}

/**
 * The pieces of `login:password` that include part of the password, and the whole login: pieces of the login, usually
 * an e-mail address, would redact the domain that a report is about.
 */
function loginPieces(key: string | undefined): string[] {
  if (key === undefined) return []
  const colon = key.indexOf(':')
  if (colon < 0) return piecesOf(key)
  const login = key.slice(0, colon)
  return [
    ...(login.length < PIECE ? [] : [login]),
    ...piecesOf(key.slice(Math.max(0, colon + 2 - PIECE))),
    ...piecesOf(key.slice(colon + 1)),
  ]
}

/** The pieces of a key in base64, in each of its three possible alignments. */
function base64Pieces(key: string): string[] {
  const bytes = Buffer.from(key)
  return (['base64', 'base64url'] as const).flatMap((encoding) =>
    [0, 1, 2].flatMap((skip) => {
      const text = bytes.subarray(skip).toString(encoding).replace(/=+$/, '')
      return skip > 0 && text.length < PIECE ? [] : piecesOf(text)
    }),
  )
}

/** A function that returns the length of the longest of these texts at a position, or 0; looks them up by their first characters. */
function createFinder(sought: readonly string[]): (text: string, at: number) => number {
  const byHead = Map.groupBy(new Set(sought), (each) => each.slice(0, PIECE))
  const sizes = [...new Set([...byHead.keys()].map((head) => head.length))]
  return (text, at) => {
    let most = 0
    for (const size of sizes)
      for (const each of byHead.get(text.slice(at, at + size)) ?? [])
        if (each.length > most && text.startsWith(each, at)) most = each.length
    return most
  }
}

/** The text with each match of `find` replaced by `[key]`, one for matches that overlap or touch. */
function redact(text: string, find: (text: string, at: number) => number): string {
  let redacted = ''
  let end = -1
  for (let at = 0; at < text.length; at++) {
    const length = find(text, at)
    if (length === 0) continue
    if (at > end) redacted += `${text.slice(Math.max(0, end), at)}[key]`
    end = Math.max(end, at + length)
  }
  return redacted + text.slice(Math.max(0, end))
}
