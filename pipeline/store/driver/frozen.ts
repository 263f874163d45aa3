import type { Change, FrozenRanking, RankedBrand } from '../../contract/ranking.ts'
import type { FrozenReport } from '../../contract/report.ts'
import type { Method } from '../../contract/terms.ts'

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

/** A frozen text in bytes as today's contract has it: one that an earlier version of the program froze is read and written anew. */
export function wholeJson(text: Uint8Array, read: (json: string) => unknown): Uint8Array {
  const json = Buffer.from(text.buffer, text.byteOffset, text.byteLength)
  // A quote within a value is escaped: only the field of `method` reads so.
  return json.includes('"unverified":') ? text : Buffer.from(JSON.stringify(read(json.toString())))
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
