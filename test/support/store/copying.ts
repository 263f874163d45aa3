import { spawn } from 'node:child_process'
import { once } from 'node:events'
import type { Store } from '../../../pipeline/store/driver/open.ts'
import type { Copy } from '../../../pipeline/store/upkeep/copy.ts'
import { copyStore } from '../../../pipeline/store/upkeep/copy.ts'
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
    import { copied } from ${JSON.stringify(import.meta.url)}
    const [from, to, rows] = process.argv.slice(1)
    await copied({ from, to }, (done) => done >= Number(rows) && process.kill(process.pid, 'SIGKILL'))`
  const args = ['--input-type=module', '-e', script, addresses.from, addresses.to, String(rows)]
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'ignore', 'inherit'] })
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
