import { systemClock } from '../../pipeline/ask/clock.ts'
import type { Config } from '../../pipeline/config.ts'
import { readConfig, takeEnvironment } from '../../pipeline/config.ts'
import type { Store } from '../../pipeline/store/open.ts'
import { openStore } from '../../pipeline/store/open.ts'
import { createApp } from '../../server/app.ts'
import type { Listening } from '../../server/listen.ts'
import { listen } from '../../server/listen.ts'
import type { ServeFlags } from '../index.ts'
import type { Terminal } from '../output.ts'
import { CommandError, EXIT, printJson } from '../output.ts'

/** `svc serve`: until it is told to stop. */
export async function serve(terminal: Terminal, flags: ServeFlags): Promise<number> {
  const config = readConfig(takeEnvironment(), flags)
  const db = await openStore(config.database, systemClock.now())
  try {
    const { url, closed } = await serveUntilStopped(terminal, config, db, flags)
    if (flags.json === true) printJson(terminal, { url })
    else terminal.out(`listening on ${url}\n`)
    await closed
    return EXIT.done
  } finally {
    await db.destroy()
  }
}

/** Serves the API and the site; `closed` resolves after SIGINT or SIGTERM, when the requests under way are answered. */
export async function serveUntilStopped(
  terminal: Terminal,
  config: Config,
  db: Store,
  at: { host: string; port: number },
): Promise<{ url: string; closed: Promise<void> }> {
  const shown = at.host.includes(':') ? `[${at.host}]` : at.host
  let url = `http://${shown}:${at.port}`
  const log = (_fault: unknown, requestId: string) =>
    terminal.err(`A request failed by a fault of ours: ${requestId}\n`)
  const { siteDir, trustedProxies } = config
  const app = createApp({
    db,
    siteUrl: () => config.siteUrl ?? url,
    siteDir,
    trustedProxies,
    now: systemClock.now,
    log,
  })
  let listening: Listening
  try {
    listening = await listen(app, at)
  } catch {
    throw new CommandError(`Nothing can listen on ${url}; another program may, so choose another --port.`)
  }
  url = `http://${shown}:${listening.address.port}`
  const closed = new Promise<void>((resolve, reject) => {
    const stop = () => listening.close().then(resolve, reject)
    process.once('SIGINT', stop)
    process.once('SIGTERM', stop)
  })
  return { url, closed }
}
