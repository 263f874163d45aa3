import { appendFile } from 'node:fs/promises'
import type { Report } from '../../pipeline/contract/report.ts'
import { buildKit, reportSummary } from '../../pipeline/render/kit.ts'
import type { CommonFlags } from '../command/command.ts'
import type { Opened } from '../setup/store.ts'
import { CommandError, EXIT, percent, range, type Terminal } from '../terminal/output.ts'
import { writeKit } from './kit.ts'
import { showReport } from './read.ts'

/** What is done with a report that has ended. */
export interface EndFlags extends CommonFlags {
  readonly csv?: boolean
  /** The folder for its kit. */
  readonly kit?: string
  /** The file to which its summary is added. */
  readonly summary?: string
  /** The share of counted answers, 0..1, under which the command fails. */
  readonly failUnder?: number
}

/** Shows a report that has ended, writes what the flags ask for, and returns the exit code. */
export async function showEnd(
  terminal: Terminal,
  opened: Pick<Opened, 'config' | 'db'>,
  slug: string,
  flags: EndFlags,
): Promise<number> {
  const report = await showReport(terminal, opened, slug, flags)
  if (report.status !== 'COMPLETE') {
    terminal.err(`The report failed: ${report.error ?? 'it did not finish.'} Start another one.\n`)
    return EXIT.failed
  }
  const verdict = flags.failUnder === undefined ? undefined : verdictOn(report, flags.failUnder)
  if (verdict !== undefined) terminal.err(`${report.simulated ? 'SIMULATED: ' : ''}${verdict.sentence}\n`)
  try {
    await writeFiles(terminal, report, flags, verdict?.sentence)
  } catch (fault) {
    if (!(fault instanceof CommandError)) throw fault
    // The report has been printed, and with --json a second document must not follow it.
    terminal.err(`${fault.message}\n`)
    return EXIT.failed
  }
  return verdict?.isBelow === true ? EXIT.failed : EXIT.done
}

/** Whether the product's share of all counted answers is below a threshold, and a sentence with n of m and the interval. */
function verdictOn({ brand, pooled, engines, answersCounted }: Report, threshold: number) {
  const mentions = pooled?.mentions ?? engines.reduce((sum, row) => sum + row.runsMentioned, 0)
  const answers = pooled?.answers ?? answersCounted
  const isBelow = mentions / answers < threshold
  const interval = pooled === undefined ? '' : ` (95 % for other questions: ${range(pooled.interval)})`
  const sentence = `${brand} is named in ${mentions} of ${answers} counted answers, ${percent(mentions / answers)}${interval}: ${isBelow ? '' : 'not '}below the threshold of ${percent(threshold)}.`
  return { isBelow, sentence }
}

async function writeFiles(
  terminal: Terminal,
  report: Report,
  { kit, summary }: EndFlags,
  verdict: string | undefined,
): Promise<void> {
  if (summary !== undefined)
    await appendFile(summary, reportSummary(report, verdict)).catch(() => {
      throw new CommandError(
        `The summary could not be written; \`./svc report resume ${report.slug} --summary FILE\` tries again.`,
      )
    })
  if (kit === undefined) return
  const files = await writeKit(buildKit(report), kit).catch((fault: unknown) => {
    if (!(fault instanceof CommandError)) throw fault
    throw new CommandError(`${fault.message} \`./svc report kit ${report.slug} --out DIR\` tries again.`)
  })
  terminal.err(`The kit is in ${kit}: ${files.length} files.\n`)
}
