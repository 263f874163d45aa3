import { Option } from 'commander'
import type { Command, CommonFlags } from './command/command.ts'
import { withStore } from './setup/store.ts'
import { print, type Terminal } from './terminal/output.ts'

/** `svc site`. */
export function addSite(program: Command): void {
  const site = program.noun('site', 'the static rankings site', 'build').summary('publishes the static rankings site')
  site
    .verb('build', 'publishes the static site', '--out public')
    .addOption(new Option('--out <dir>', 'the folder to publish into').default(undefined, 'SVC_SITE_DIR'))
    .runs(() => build)
}

async function build(terminal: Terminal, flags: CommonFlags & { readonly out?: string }): Promise<number> {
  const { buildSite } = await import('./setup/site.ts')
  // The build opens the store read-only, so its schema is migrated first.
  const config = await withStore(flags, async (opened) => opened.config)
  const dir = flags.out ?? config.siteDir
  const pages = await buildSite(config, dir)
  return print(terminal, flags, { site: { dir, pages } }, `The site has ${pages} pages: ${dir}\n`)
}
