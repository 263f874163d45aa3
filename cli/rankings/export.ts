import { stat } from 'node:fs/promises'
import type { CommonFlags } from '../command/command.ts'
import { bundleFile, exportBundle } from '../setup/bundles.ts'
import { withStore } from '../setup/store.ts'
import { print, type Terminal } from '../terminal/output.ts'

/** `svc rankings export`. */
export async function rankingsExport(
  terminal: Terminal,
  slug: string,
  month: string,
  flags: CommonFlags & { readonly out?: string },
): Promise<number> {
  const { bundle, file } = await withStore(flags, ({ db, config }) =>
    exportBundle(config, db, { slug, month }, (version) => flags.out ?? bundleFile(config, { slug, month, version })),
  )
  const { version, simulated, publicKey } = bundle
  const { size: bytes } = await stat(file)
  const text = [
    `rankings/${slug}/${month} version ${version}${simulated ? ' (SIMULATED)' : ''}: ${file}, ${Math.ceil(bytes / 1_000)} kB, signed with ${publicKey}.`,
    flags.out === undefined
      ? 'The next `./svc site build` publishes it.'
      : 'Anybody can rebuild it with `./svc verify`, without a key.',
    '',
  ]
  const exported = { slug, month, version, simulated, file, bytes, publicKey }
  return print(terminal, flags, { bundle: exported }, text.join('\n'))
}
