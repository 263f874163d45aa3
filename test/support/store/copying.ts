import { once } from 'node:events'
import type { Store } from '../../../pipeline/store/driver/open.ts'
import { type Copy, copyStore } from '../../../pipeline/store/upkeep/copy.ts'
import { startScript } from './script.ts'
import { everyRow } from './store.ts'

export interface Addresses {
  readonly from: string
  readonly to: string
}

/** Copies a store; `at` is called with the number of rows done at each report of progress. */
export function copied(addresses: Addresses, at: (rows: number) => void = () => {}, now = 0): Promise<Copy> {
  let rows = 0
  const progress = {
    begin: () => at(0),
    done: (more: number) => {
      rows += more
      at(rows)
    },
  }
  return copyStore(addresses, { now, stop: new AbortController().signal, progress })
}

/** Copies a store in a process that is killed after `rows` rows; each row counts when copied and again when checked. */
export async function copyKilledAt(addresses: Addresses, rows: number): Promise<void> {
  const script = `
    import { copyStore } from ${JSON.stringify(new URL('../../../pipeline/store/upkeep/copy.ts', import.meta.url).href)}
    const [, from, to, last] = process.argv
    let done = 0
    const count = (rows) => {
      done += rows
      if (done >= Number(last)) process.kill(process.pid, 'SIGKILL')
    }
    const progress = { begin: () => count(0), done: count }
    await copyStore({ from, to }, { now: 0, stop: new AbortController().signal, progress })`
  const child = startScript(script, addresses.from, addresses.to, String(rows))
  child.stderr.pipe(process.stderr)
  const [, signal] = await once(child, 'close')
  if (signal !== 'SIGKILL') throw new Error(`the copy ended by itself before row ${rows}`)
}

const LEFT_OUT = [
  'migrations',
  'leases',
  'sealed_keys',
  'wrapped_keys',
  'vendor_limits',
  'batches',
  'batch_categories',
  'batch_calls',
  'counted_rankings',
]

/** The rows that a copy includes, by table. */
export async function copiedRows(db: Store): Promise<Record<string, unknown[]>> {
  return Object.fromEntries([...(await everyRow(db))].filter(([table]) => !LEFT_OUT.includes(table)).sort())
}

/** The number of rows in a copy of this store. */
export async function rowsToCopy(db: Store): Promise<number> {
  return Object.values(await copiedRows(db)).flat().length
}
