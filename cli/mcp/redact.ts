import type { Settings } from './settings.ts'

/** A run of so many characters of a key is blotted out; a shorter one says too little, and stands in other texts by chance. */
const PIECE = 8

/**
 * A function that blots the keys of the settings out of all texts of a JSON value, wherever one might come back from: any
 * run of 8 or more characters of a key, and a shorter key whole; as it is, percent-encoded, or in base64 or base64url.
 */
export function createRedactor({ apiKey, providerKeys }: Settings): <Value>(value: Value) => Value {
  const { AI_OVERVIEW, ...others } = providerKeys
  const keys = [...(apiKey === undefined ? [] : [apiKey]), ...Object.values(others)]
  const plain = [...keys.flatMap(piecesOf), ...loginPieces(AI_OVERVIEW)]
  const encoded = [...keys, ...(AI_OVERVIEW === undefined ? [] : [AI_OVERVIEW])].flatMap(base64Pieces)
  const find = createFinder([...plain, ...plain.map((piece) => encodeURIComponent(piece.toWellFormed())), ...encoded])
  return (value) =>
    JSON.parse(JSON.stringify(value), (_, part: unknown) => (typeof part === 'string' ? blot(part, find) : part))
}

/** Every run of 8 characters, or all of a shorter text. */
function piecesOf(text: string): string[] {
  if (text.length < PIECE) return text === '' ? [] : [text]
  return Array.from({ length: text.length - PIECE + 1 }, (_, at) => text.slice(at, at + PIECE))
}

/**
 * The pieces of `login:password` that have some of the password. The login counts whole alone: it is mostly an e-mail
 * address, and its pieces would blot out the domain that a report is about.
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

/** The pieces of a key's base64 texts. What stands before the key moves it to one of three alignments. */
function base64Pieces(key: string): string[] {
  const bytes = Buffer.from(key)
  return (['base64', 'base64url'] as const).flatMap((encoding) =>
    [0, 1, 2].flatMap((skip) => {
      const text = bytes.subarray(skip).toString(encoding).replace(/=+$/, '')
      return skip > 0 && text.length < PIECE ? [] : piecesOf(text)
    }),
  )
}

/**
 * A function that gives the length of the longest of these texts that stands at a place, 0 for none. They are found by
 * their first characters, so that the time doesn't depend on how many there are.
 */
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

/** The text with each run of what `find` finds, overlapping or touching, as one `[key]`. */
function blot(text: string, find: (text: string, at: number) => number): string {
  let told = ''
  let end = -1
  for (let at = 0; at < text.length; at++) {
    const length = find(text, at)
    if (length === 0) continue
    if (at > end) told += `${text.slice(Math.max(0, end), at)}[key]`
    end = Math.max(end, at + length)
  }
  return told + text.slice(Math.max(0, end))
}
