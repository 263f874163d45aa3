import type { Audited } from '../pipeline/audit/audited.ts'
import type { Difference } from '../pipeline/audit/compare.ts'
import type { Command, CommonFlags } from './command/command.ts'
import { parseMonth } from './command/values.ts'
import { withStore } from './setup/store.ts'
import { CommandError, EXIT, plain, print, type Terminal } from './terminal/output.ts'
import { table } from './terminal/table.ts'

/** `svc audit`. */
export function addAudit(program: Command): void {
  const described = 'recomputes every published number from the stored replies and lists each difference'
  program
    .verb('audit', described, 'crm-software --month 2026-11')
    .summary('recomputes every published number from the replies')
    .argument('[slug...]', 'categories or reports (default: all)')
    .option('--month <YYYY-MM>', 'only the rankings of this month', parseMonth)
    .runs(() => audit)
}

/** The most differences that the text lists; the JSON has all of them. */
const MAX_LISTED = 40

async function audit(
  terminal: Terminal,
  slugs: readonly string[],
  flags: CommonFlags & { readonly month?: string },
): Promise<number> {
  const { auditStore } = await import('../pipeline/audit/audit.ts')
  const { audited, unknown } = await withStore(flags, ({ db }) => auditStore(db, { slugs, month: flags.month }))
  if (unknown.length > 0) {
    const named = `${unknown.map(plain).join(', ')}${flags.month === undefined ? '' : ' for that month'}`
    throw new CommandError(
      `Nothing is published under ${named}; \`./svc rankings list\` and \`./svc report list\` list what is.`,
    )
  }
  const checked = audited.reduce((total, each) => total + each.checked, 0)
  const differences = audited.flatMap((each) => each.differences)
  const summary = audited.map(({ differences: own, ...each }) => ({ ...each, differences: own.length }))
  const text = toText(audited, checked, differences)
  print(terminal, flags, { checked, differences, audited: summary }, text)
  return differences.length === 0 ? EXIT.done : EXIT.failed
}

function toText(audited: readonly Audited[], checked: number, differences: readonly Difference[]): string {
  if (audited.length === 0) return 'Nothing is published yet, so there is nothing to audit.\n'
  const rows = audited.map((each) => [
    plain(each.what),
    each.version === null ? '' : `version\u00a0${each.version}`,
    String(each.replies),
    String(each.checked),
    String(each.differences.length),
    each.simulated ? 'SIMULATED' : '',
  ])
  const listed = differences.slice(0, MAX_LISTED).map(differenceInWords)
  const more = differences.length - listed.length
  return [
    table(['', '', 'replies', 'values', 'differences', ''], rows),
    ...audited.flatMap(({ notes }) => notes.map((note) => `${plain(note)}\n`)),
    ...(listed.length > 0 ? [`${listed.join('\n')}\n`] : []),
    ...(more > 0 ? [`… and ${more} more; --json has all of them.\n`] : []),
    differences.length === 0
      ? `No differences: all ${checked} values match the stored replies.`
      : `${differences.length} of ${checked} values differ from the stored replies.`,
    '',
  ].join('\n')
}

/** A difference, such as `rankings/crm-software/2026-11 brands/Acme mentions: published 4, derived 5`. */
export function differenceInWords({ what, published, derived }: Difference): string {
  const shown = (value: Difference['published']) => (value === null ? 'nothing' : plain(JSON.stringify(value)))
  return `${plain(what)}: published ${shown(published)}, derived ${shown(derived)}`
}
