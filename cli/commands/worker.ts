import { flushCompileCache } from 'node:module'
import { readConfig, takeEnvironment } from '../../pipeline/config.ts'
import { createLogger } from '../../pipeline/log.ts'
import type { WorkerFlags } from '../flags/services.ts'
import { onInterrupt } from '../interrupt.ts'
import { createJobs, openJobsQueue } from '../jobs.ts'
import { metricsLine, serveMetrics } from '../metrics/listen.ts'
import type { Terminal } from '../output.ts'
import { EXIT, printJson } from '../output.ts'
import { openPatiently } from '../store.ts'

/** `svc worker`: runs queued reports, without a server, until it is told to stop. */
export async function worker(terminal: Terminal, flags: WorkerFlags): Promise<number> {
  const config = readConfig(takeEnvironment(), flags)
  const db = await openPatiently(terminal, config.database)
  const interrupt = onInterrupt(terminal, 'Stopping: what is under way is finished first; Ctrl-C again cuts it off.')
  try {
    const log = createLogger(config.log, { write: terminal.err })
    await using opened = await openJobsQueue(config, db, log)
    await using watched = await serveMetrics(db, flags)
    const jobs = createJobs(config, { db, queue: opened.queue }, log, interrupt, flags.workers, watched?.metrics)
    // As for `svc serve`: one that is killed would compile everything at each start.
    flushCompileCache()
    if (flags.json === true) printJson(terminal, { workers: flags.workers, metrics: watched?.url })
    else terminal.out(`working on queued reports, ${flags.workers} at once\n${metricsLine(watched)}`)
    await jobs.run(interrupt.stop)
    return EXIT.done
  } finally {
    interrupt.dispose()
    await db.destroy()
  }
}
