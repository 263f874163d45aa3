import { createHash } from 'node:crypto'
import type { ReadName } from '../contract/terms.ts'
import { readableParts } from '../scribe/readings.ts'
import type { Store } from '../store/driver/open.ts'
import type { Reader, StoredReading } from '../store/survey/readings.ts'
import { storedReadings } from '../store/survey/readings.ts'

/** The SHA-256 under which the reading of a text is kept. */
export function textHash(text: string): string {
  return createHash('sha256').update(text).digest('hex')
}

/** What a survey's readers read, from the store. */
export interface Readings {
  /** Who read the answers; null where nobody did. */
  readonly reader: Reader | null
  /** The names that the reader saw in this text; null where it did not read it, or not to its end. */
  namesIn(text: string): readonly ReadName[] | null
  /** The same of the second reader. */
  secondNamesIn(text: string): readonly ReadName[] | null
}

/** Nobody read anything. */
export const UNREAD: Readings = { reader: null, namesIn: () => null, secondNamesIn: () => null }

/**
 * The stored readings of a survey, until a time (epoch ms) where one is given: those of this reader, or of whoever read
 * most where none is named, the last one on a tie. The second reader is the other one that read last with the same prompt.
 */
export async function loadReadings(
  db: Store,
  surveyId: string,
  { reader, until }: { readonly reader?: Reader | null | undefined; readonly until?: number } = {},
): Promise<Readings> {
  return toReadings(await storedReadings(db, surveyId, until), reader)
}

/** The same of rows that are ordered by when they were read. */
export function toReadings(rows: readonly StoredReading[], reader?: Reader | null): Readings {
  if (reader === null) return UNREAD
  const first = reader ?? mainReader(rows)
  if (first === undefined || !rows.some((row) => isBy(first, row))) return UNREAD
  const second = rows.findLast(({ model, prompt }) => prompt === first.prompt && model !== first.model)
  return {
    reader: { model: first.model, prompt: first.prompt },
    namesIn: lookUp(rows, first),
    secondNamesIn: lookUp(rows, second),
  }
}

/** Who has the most readings, and of several the one that read last: a second reader reads a sample only. */
function mainReader(rows: readonly StoredReading[]): Reader | undefined {
  const own = [...Map.groupBy(rows, ({ model, prompt }) => `${model} ${prompt}`).values()]
  const most = Math.max(0, ...own.map((each) => each.length))
  const main = own.filter((each) => each.length === most).flat()
  return rows.findLast((row) => main.includes(row))
}

function lookUp(rows: readonly StoredReading[], of: Reader | undefined): Readings['namesIn'] {
  const own = of === undefined ? [] : rows.filter((row) => isBy(of, row))
  const byHash = new Map(own.map(({ hash, names }) => [hash, names]))
  return (text) => {
    const parts = readableParts(text).map((part) => byHash.get(textHash(part)))
    return parts.every((names) => names !== undefined) ? distinct(parts.flat()) : null
  }
}

/** Whether this reader read it. */
export function isBy(reader: Reader, read: Reader): boolean {
  return read.model === reader.model && read.prompt === reader.prompt
}

/** Names as parts of one text give them, each once; one that is a choice in any part is one. */
function distinct(names: readonly ReadName[]): ReadName[] {
  const kept = new Map<string, ReadName>()
  for (const each of names) {
    const earlier = kept.get(each.name)
    if (earlier === undefined || (earlier.role === 'passing' && each.role === 'choice')) kept.set(each.name, each)
  }
  return [...kept.values()]
}
