import type { Command } from 'commander'
import { Option } from 'commander'
import type { CommonFlags, Run } from './command/command.ts'
import { addNoun, addVerb } from './command/command.ts'
import { withStore } from './setup/store.ts'
import type { Terminal } from './terminal/output.ts'
import { print } from './terminal/output.ts'

/** `svc site`. */
export function addSite(program: Command, run: Run): void {
  const site = addNoun(program, 'site', 'the static rankings site', './svc site build').summary(
    'publishes the static rankings site',
  )
  addVerb(site, 'build', 'publishes the static site', './svc site build --out public')
    .addOption(new Option('--out <dir>', 'the folder to publish into').default(undefined, 'SVC_SITE_DIR'))
    .action(run(build))
}

async function build(terminal: Terminal, flags: CommonFlags & { readonly out?: string }): Promise<number> {
  const { buildSite } = await import('./setup/site.ts')
  // The build opens the store read-only, so its schema is migrated first.
  const config = await withStore(flags, async (opened) => opened.config)
  const dir = flags.out ?? config.siteDir
  const pages = await buildSite(config, dir)
  return print(terminal, flags, { site: { dir, pages } }, `The site has ${pages} pages: ${dir}\n`)
}
