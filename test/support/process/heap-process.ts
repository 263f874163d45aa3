/** Runs `svc serve` and, on input, writes a heap snapshot to the file in its argument; needs `--expose-gc`. */
import { once } from 'node:events'
import { writeHeapSnapshot } from 'node:v8'
import { startServing } from '../../../cli/setup/serving.ts'
import { systemClock } from '../../../pipeline/ask/clock.ts'
import { readConfig } from '../../../pipeline/config/config.ts'
import { openStore } from '../../../pipeline/store/driver/open.ts'

const [file = ''] = process.argv.slice(2)
const config = readConfig(process.env, {})
const db = await openStore(config.database, systemClock.now())
const terminal = { out: () => {}, err: () => {}, errIsTty: false }
const serving = await startServing(terminal, config, db, { host: '127.0.0.1', port: 0, workers: 1 })
process.stdout.write(`${serving.url}\n`)
await once(process.stdin, 'data')
globalThis.gc?.()
writeHeapSnapshot(file)
serving.stop()
await serving.stopped
await db.destroy()
process.exit()
