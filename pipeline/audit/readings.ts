import { SCRIBE_VENDORS } from '../contract/words.ts'
import { replyReader } from '../scribe/scribe.ts'
import type { Store } from '../store/driver/open.ts'
import { answeredCalls, type Reader, type StoredReading, storedReadings } from '../store/survey/readings.ts'
import type { Survey } from '../store/survey/surveys.ts'
import { namesByHash } from '../survey/read-call.ts'
import { type Readings, toReadings } from '../survey/readings.ts'
import { parsed } from './audited.ts'
import type { Findings } from './compare.ts'

/** The readings up to `until` (epoch ms), derived from the replies to the reader's calls and compared with the stored ones. */
export async function deriveReadings(
  db: Store,
  findings: Findings,
  what: string,
  { id, simulated }: Survey,
  { reader, until }: { readonly reader: Reader | null; readonly until: number },
): Promise<{ readonly readings: Readings; readonly replies: number }> {
  const stored = await storedReadings(db, id, until)
  const byCall = Map.groupBy(stored, ({ callId }) => callId)
  const replies = await answeredCalls(db, id, ['read'])
  const derived = new Map<string, StoredReading['names']>()
  for (const reply of replies) {
    const vendor = SCRIBE_VENDORS.find((name) => name === reply.vendor)
    const isValue = simulated || vendor === undefined
    const read = isValue ? (body: unknown) => body : await replyReader(vendor)
    for (const { hash, names } of namesByHash({ read }, reply, parsed(reply.body)))
      derived.set(`${reply.id} ${hash}`, names)
  }
  for (const { callId, hash, names } of stored)
    findings.compare(`${what} readings/${hash}`, names, derived.get(`${callId} ${hash}`) ?? 'no reply that says so')
  return {
    readings: toReadings(
      stored.map((row) => ({ ...row, names: derived.get(`${row.callId} ${row.hash}`) ?? row.names })),
      reader,
    ),
    replies: replies.filter(({ id: call }) => byCall.has(call)).length,
  }
}
