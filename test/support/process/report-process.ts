/** A worker in a process of its own, to be killed: works off the queue of a store with engines over loopback vendors. */
import { systemClock } from '../../../pipeline/ask/clock.ts'
import { createLane } from '../../../pipeline/ask/lane.ts'
import type { EngineName } from '../../../pipeline/contract/terms.ts'
import type { VendorAccess } from '../../../pipeline/engines/engine.ts'
import { createEngine } from '../../../pipeline/engines/index.ts'
import { openQueue } from '../../../pipeline/queue/open.ts'
import { DEADLINE_MS, type Job } from '../../../pipeline/report/job.ts'
import { openKeys } from '../../../pipeline/report/seal.ts'
import { createScribe } from '../../../pipeline/scribe/scribe.ts'
import { openStore, type Store } from '../../../pipeline/store/driver/open.ts'
import { createWorker } from '../../../pipeline/worker.ts'
import { never } from '../job.ts'
import { withLanes } from '../vendors/scripted-scribe.ts'

/** How each engine is reached on the service's own keys. */
export type Accesses = readonly (VendorAccess & { readonly name: EngineName })[]

export const SECRET = Buffer.alloc(32, 7)

/** A worker's scope with real time and the engines' own clients. */
export function processScope(db: Store, accesses: Accesses): Job {
  return {
    db,
    clock: systemClock,
    random: Math.random,
    simulated: false,
    engines: (keys) =>
      Promise.all(
        accesses
          .flatMap((access) => {
            const apiKey = keys === 'service' ? access.apiKey : keys[access.name]
            return apiKey === undefined ? [] : [{ ...access, apiKey }]
          })
          .map(async ({ name, ...access }) => ({
            engine: await createEngine(name, access),
            lane: createLane(3),
          })),
      ),
    scribes: async (keys) => {
      const access = accesses.find(({ name }) => name === 'OPENAI')
      const apiKey = keys === 'service' ? access?.apiKey : keys.OPENAI
      if (access === undefined || apiKey === undefined) return []
      return withLanes([await createScribe('OPENAI', { ...access, apiKey })])
    },
    openKeys: (slug) => openKeys({ db, secret: SECRET, now: systemClock.now }, slug),
    stop: never,
    cut: never,
    deadlineMs: DEADLINE_MS,
  }
}

if (import.meta.main) {
  const [database = '', accesses = '[]'] = process.argv.slice(2)
  const db = await openStore(database, Date.now())
  const log = { fault: (event: string, fault: unknown) => process.stderr.write(`${event} ${String(fault)}\n`) }
  const queue = await openQueue(db, database, { clock: systemClock, fault: () => {} })
  const options = { queue, workers: 2, sendMail: async () => {}, log }
  await createWorker(processScope(db, JSON.parse(accesses)), options).untilEmpty()
  await queue.close()
  await db.destroy()
}
