import { auditStore } from '../../pipeline/audit/audit.ts'
import type { Audited } from '../../pipeline/audit/audited.ts'
import type { Difference } from '../../pipeline/audit/compare.ts'
import type { AuditFlags } from '../flags/counting.ts'
import type { Terminal } from '../output.ts'
import { CommandError, EXIT, plain, printJson } from '../output.ts'
import { withStore } from '../store.ts'
import { table } from '../table.ts'

/** More differences than this are in the JSON alone. */
const SHOWN = 40

/** `svc audit`. */
export async function audit(terminal: Terminal, slugs: readonly string[], flags: AuditFlags): Promise<number> {
  const { audited, unknown } = await withStore(flags, (db) => auditStore(db, { slugs, month: flags.month }))
  if (unknown.length > 0)
    throw new CommandError(
      `Nothing is published under ${unknown.map(plain).join(', ')}${flags.month === undefined ? '' : ' for that month'}; \`./svc rankings list\` and \`./svc report list\` name what is.`,
    )
  const checked = audited.reduce((total, each) => total + each.checked, 0)
  const differences = audited.flatMap((each) => each.differences)
  if (flags.json === true)
    printJson(terminal, {
      checked,
      differences,
      audited: audited.map(({ differences: own, ...each }) => ({ ...each, differences: own.length })),
    })
  else terminal.out(toText(audited, checked, differences))
  return differences.length === 0 ? EXIT.done : EXIT.failed
}

function toText(audited: readonly Audited[], checked: number, differences: readonly Difference[]): string {
  if (audited.length === 0) return 'Nothing is published yet, so there is nothing to derive again.\n'
  const rows = audited.map((each) => [
    plain(each.what),
    each.version === null ? '' : `version ${each.version}`,
    String(each.replies),
    String(each.checked),
    String(each.differences.length),
    each.simulated ? 'SIMULATED' : '',
  ])
  const named = differences
    .slice(0, SHOWN)
    .map(({ what, published, derived }) => `${plain(what)}: published ${shown(published)}, derived ${shown(derived)}`)
  const more = differences.length - named.length
  return [
    table(['', '', 'replies', 'values', 'differences', ''], rows),
    ...audited.flatMap(({ notes }) => notes.map((note) => `${plain(note)}\n`)),
    ...(named.length > 0 ? [`${named.join('\n')}\n`] : []),
    ...(more > 0 ? [`… and ${more} more; --json has all of them.\n`] : []),
    differences.length === 0
      ? `No difference: all ${checked} values are what the stored replies give.`
      : `${differences.length} of ${checked} values differ from what the stored replies give.`,
    '',
  ].join('\n')
}

function shown(value: Difference['published']): string {
  return value === null ? 'nothing' : plain(JSON.stringify(value))
}
