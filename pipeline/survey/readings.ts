import { createHash } from 'node:crypto'
import type { ReadName } from '../contract/terms.ts'
import { readableParts } from '../scribe/readings.ts'
import type { Store } from '../store/driver/open.ts'
import { type Reader, type StoredReading, storedReadings } from '../store/survey/readings.ts'

/** The SHA-256 under which a text's reading is stored, in hex. */
export function textHash(text: string): string {
  return createHash('sha256').update(text).digest('hex')
}

/** The stored readings of a survey's answers. */
export interface Readings {
  /** The reader of the answers; null if there was none. */
  readonly reader: Reader | null
  /** The names that the reader saw in this text; null if it did not read all of it. */
  namesIn(text: string): readonly ReadName[] | null
  /** Likewise for the second reader. */
  secondNamesIn(text: string): readonly ReadName[] | null
}

export const UNREAD: Readings = { reader: null, namesIn: () => null, secondNamesIn: () => null }

/**
 * The stored readings of a survey: by this reader or, without one given, the one with the most readings, on a tie `preferred`
 * or else the latest. The second reader is the latest other one with the same prompt.
 */
export async function loadReadings(
  db: Store,
  surveyId: string,
  { reader, preferred }: { readonly reader?: Reader | undefined; readonly preferred?: Reader | undefined } = {},
): Promise<Readings> {
  const rows = await storedReadings(db, surveyId)
  return toReadings(rows, reader ?? mainReader(rows, preferred))
}

/** The readings in these rows, which are ordered by time; none without a reader. */
export function toReadings(rows: readonly StoredReading[], first: Reader | null | undefined): Readings {
  if (first == null || !rows.some((row) => isBy(first, row))) return UNREAD
  const second = rows.findLast(({ model, prompt }) => prompt === first.prompt && model !== first.model)
  return {
    reader: { model: first.model, prompt: first.prompt },
    namesIn: lookUp(rows, first),
    secondNamesIn: lookUp(rows, second),
  }
}

/** The reader with the most readings: a second reader reads only a sample, and a new first one may have failed. */
function mainReader(rows: readonly StoredReading[], preferred: Reader | undefined): Reader | undefined {
  const own = [...Map.groupBy(rows, ({ model, prompt }) => `${model} ${prompt}`).values()]
  const most = Math.max(0, ...own.map((each) => each.length))
  const main = own.filter((each) => each.length === most).flat()
  return main.find((row) => preferred && isBy(preferred, row)) ?? rows.findLast((row) => main.includes(row))
}

function lookUp(rows: readonly StoredReading[], of: Reader | undefined): Readings['namesIn'] {
  const own = of === undefined ? [] : rows.filter((row) => isBy(of, row))
  const byHash = new Map(own.map(({ hash, names }) => [hash, names]))
  return (text) => {
    const parts = readableParts(text).map((part) => byHash.get(textHash(part)))
    return parts.every((names) => names !== undefined) ? distinct(parts.flat()) : null
  }
}

/** Whether a reading is by this reader. */
export function isBy(reader: Reader, read: Reader): boolean {
  return read.model === reader.model && read.prompt === reader.prompt
}

/** The names in the parts of a text, each once; a choice in any part makes it a choice. */
function distinct(names: readonly ReadName[]): ReadName[] {
  const kept = new Map<string, ReadName>()
  for (const each of names) {
    const earlier = kept.get(each.name)
    if (earlier === undefined || (earlier.role === 'passing' && each.role === 'choice')) kept.set(each.name, each)
  }
  return [...kept.values()]
}
