import { createHash } from 'node:crypto'
import type { Kysely, RawBuilder } from 'kysely'
import { sql } from 'kysely'
import type { Change, FrozenRanking, RankedBrand } from '../../contract/ranking.ts'
import type { FrozenReport } from '../../contract/report.ts'
import type { Method } from '../../contract/terms.ts'
import type { Tables } from './schema.ts'
import { isPostgres } from './schema.ts'

/** A part of the contract as a version of the program froze it that did not know these fields yet. */
type Earlier<Part, Later extends keyof Part> = Omit<Part, Later> & Partial<Pick<Part, Later>>

type EarlierMethod = Earlier<Method, 'reader' | 'agreement'>
type EarlierChange = Earlier<Change, 'points' | 'interval' | 'leftOut'> & { readonly modelChanged?: boolean }
type EarlierBrand = Omit<RankedBrand, 'change'> & { readonly change?: EarlierChange }
type EarlierRanking = Omit<FrozenRanking, 'brands' | 'method'> & {
  readonly brands: readonly EarlierBrand[]
  readonly method: EarlierMethod
}
type EarlierReport = Earlier<Omit<FrozenReport, 'method'>, 'overallScoreInterval'> & {
  readonly method: EarlierMethod | null
}

/**
 * A frozen ranking from its text, which was checked by type when it was written. What an earlier version of the program did
 * not say yet is null or an empty list, and absent where the contract has it optional; nothing else changes.
 */
export function frozenRanking(json: string): FrozenRanking {
  const text: EarlierRanking = JSON.parse(json)
  return { ...text, brands: text.brands.map(withWholeChange), method: whole(text.method) }
}

/** The same of a frozen report. */
export function frozenReport(json: string): FrozenReport {
  const text: EarlierReport = JSON.parse(json)
  const { overallScoreInterval = null, method } = text
  return { ...text, overallScoreInterval, method: method && whole(method) }
}

/** A column of text as its bytes in UTF-8: a megabyte is read in 0.3 ms where decoding it takes 1.1. */
export function utf8(db: Kysely<Tables>, column: string): RawBuilder<Uint8Array> {
  const text = sql.ref(column)
  return isPostgres(db) ? sql<Uint8Array>`convert_to(${text}, 'UTF8')` : sql<Uint8Array>`cast(${text} as blob)`
}

/** A JSON text in bytes, and their SHA-256 in base64url. */
export interface Digested {
  readonly json: Uint8Array<ArrayBuffer>
  readonly digest: string
}

/** The text with its digest. */
export function digested(text: string | Uint8Array<ArrayBuffer>): Digested {
  const json = typeof text === 'string' ? Buffer.from(text) : text
  return { json, digest: createHash('sha256').update(json).digest('base64url') }
}

/**
 * The JSON object `{[name]: {...frozen, ...fields}}` in bytes, from a frozen text in bytes that is not decoded, as it can be a
 * megabyte; one that an earlier version of the program froze is read and written anew.
 */
export function publishedJson(
  name: string,
  frozen: Uint8Array,
  read: (json: string) => unknown,
  fields: Readonly<Record<string, unknown>>,
): Uint8Array<ArrayBuffer> {
  const text = Buffer.from(frozen.buffer, frozen.byteOffset, frozen.byteLength)
  // A quote within a value is escaped: only the field of `method` reads so.
  const whole = text.includes('"unverified":') ? text : Buffer.from(JSON.stringify(read(text.toString())))
  const end = `,${JSON.stringify(fields).slice(1)}}`
  return Buffer.concat([Buffer.from(`{"${name}":`), whole.subarray(0, -1), Buffer.from(end)])
}

function whole(method: EarlierMethod): Method {
  return { ...method, reader: method.reader ?? null, agreement: method.agreement ?? null }
}

function withWholeChange({ change, ...brand }: EarlierBrand): RankedBrand {
  return change === undefined ? brand : { ...brand, change: wholeChange(change) }
}

function wholeChange({ modelChanged, ...change }: EarlierChange): Change {
  const { from, to, points = from === null || to === null ? null : to - from, interval = null, leftOut = [] } = change
  return { ...change, points, interval, leftOut, ...(modelChanged === true && { reason: 'MODEL_CHANGED' as const }) }
}
