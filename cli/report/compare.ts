import { type Comparison, NOT_COMPARABLE } from '../../pipeline/contract/comparison/comparison.ts'
import {
  pointsInWords,
  pointsRange,
  whatElseChanged,
  whatMoved,
} from '../../pipeline/contract/comparison/comparison-words.ts'
import { momentName } from '../../pipeline/contract/dates.ts'
import { inMarket } from '../../pipeline/contract/market/market-words.ts'
import { changeVerdict } from '../../pipeline/contract/wording.ts'
import { comparisonOf } from '../../pipeline/report/over-time/history.ts'
import type { CommonFlags } from '../command/command.ts'
import { withStore } from '../setup/store.ts'
import { fitted, prose } from '../terminal/columns.ts'
import { CommandError, percent, plain, print, range, SIMULATED, type Terminal } from '../terminal/output.ts'
import { table } from '../terminal/table.ts'
import { noReport } from './read.ts'

const NAME = 14
const RIVALS = 12

/** `svc report compare`. */
export async function reportCompare(
  terminal: Terminal,
  slug: string,
  other: string,
  flags: CommonFlags,
): Promise<number> {
  const comparison = await withStore(flags, ({ db }) => comparisonOf(db, slug, other))
  if (comparison === undefined) throw noReport()
  if ('notComparable' in comparison) throw new CommandError(NOT_COMPARABLE[comparison.notComparable])
  return print(terminal, flags, { comparison }, comparisonText(comparison))
}

/** A comparison in 80 columns. */
function comparisonText(comparison: Comparison): string {
  const { brand, domain, category, simulated, before, after, brands, history } = comparison
  const shown = brands.slice(0, RIVALS + 1)
  const rest = brands.length - shown.length
  return [
    ...prose(`${brand} (${domain}), ${category}${inMarket(comparison)}`),
    ...[before, after].flatMap((side) =>
      prose(
        `${momentName(side.completedAt)}: ${side.plan} report, named in ${side.mentions} of ${side.answers} answers`,
      ),
    ),
    ...(simulated ? [SIMULATED] : []),
    '',
    table(
      ['brand', 'then', 'now', 'points', '95 %', ''],
      shown.map((row) => [
        fitted(plain(row.name), NAME).trimEnd(),
        countOf(row.before),
        countOf(row.after),
        row.change.points === null ? '–' : pointsInWords(row.change.points),
        pointsRange(row),
        changeVerdict(row.change),
      ]),
    ).trimEnd(),
    ...(rest > 0 ? [`and ${rest} more, with --json`] : []),
    '',
    ...[...whatMoved(comparison), ...whatElseChanged(comparison)].flatMap(prose),
    '',
    table(
      ['report of', 'plan', 'named in', 'share', '95 %', ''],
      history.map((each) => [
        each.completedAt.slice(0, 10),
        each.plan,
        `${each.mentions} of ${each.answers}`,
        percent(each.mentions / each.answers),
        range(each.interval),
        each.apart ? 'asked or counted differently' : '',
      ]),
    ),
  ].join('\n')
}

function countOf(side: Comparison['brands'][number]['before']): string {
  return side === null ? '–' : `${side.mentions} of ${side.answers}`
}
