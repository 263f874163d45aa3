import { systemClock } from '../../pipeline/ask/clock.ts'
import { readConfig, takeEnvironment } from '../../pipeline/config.ts'
import { openExistingStore } from '../../pipeline/store/driver/open.ts'
import type { SiteFlags } from '../flags/services.ts'
import type { Terminal } from '../output.ts'
import { EXIT, printJson } from '../output.ts'
import { buildSite } from '../site.ts'

/** `svc site build`. */
export async function siteBuild(terminal: Terminal, flags: SiteFlags): Promise<number> {
  const config = readConfig(takeEnvironment(), flags)
  const siteDir = flags.out ?? config.siteDir
  const db = await openExistingStore(config.database, systemClock.now())
  await db.destroy()
  const pages = await buildSite(config, siteDir)
  if (flags.json === true) printJson(terminal, { site: { dir: siteDir, pages } })
  else terminal.out(`The site has ${pages} pages: ${siteDir}\n`)
  return EXIT.done
}
