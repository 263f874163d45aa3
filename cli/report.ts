import { Option } from 'commander'
import type { Command } from './command/command.ts'
import { addProductOptions, addTrackedOption } from './command/product.ts'
import { TERMS } from './command/terms.ts'
import { parseDollars, parseFolder, parseThreshold, wholeNumberUpTo } from './command/values.ts'
import type { RunFlags } from './report/start.ts'
import type { Terminal } from './terminal/output.ts'
import type { TrackedFlags } from './track/run.ts'

const SLUG = "the report's slug, from `svc report list`"
const SAMPLE = '--domain acme.com --category "CRM software" --description "A CRM for small teams." --plan QUICK'

/** `svc report`. */
export function addReport(program: Command): void {
  const report = program
    .noun('report', 'ad-hoc reports: does AI name this product?', 'list')
    .summary('about one product')
  const asked = "asks the engines about one product, in the foreground, on the environment's provider keys"
  const command = addProductOptions(report.verb('run', asked, SAMPLE), "adds the report to this account's list")
  addEndOptions(addTrackedOption(command, ['kit', 'csv', 'failUnder', 'summary']))
    .option('--dry-run', 'show calls, cost and time without asking anything')
    .option('--simulate', 'simulated engines: made-up answers, marked as such everywhere')
    .addOption(answersAsCsv())
    .addHelpText('after', TERMS.report)
    .runs(() => reportRun)
  report
    .verb('list', 'the reports of the store, newest first')
    .option('--limit <n>', 'the most reports to list', wholeNumberUpTo(10_000), 100)
    .option('--after <slug>', 'the reports after this one, for the next page')
    .runs(async () => (await import('./report/read.ts')).reportList)
  const shown = 'one report: score, engines, rivals, sources, what to do first'
  report
    .verb('show', shown, '4fT9mPq2XbLk7RwZs0HcVa')
    .argument('<slug>', SLUG)
    .addOption(answersAsCsv())
    .runs(async () => (await import('./report/read.ts')).reportShow)
  const compared = 'two complete reports of a product side by side: what moved, what is noise, what else changed'
  report
    .verb('compare', compared, '4fT9mPq2XbLk7RwZs0HcVa 7kQ2wZr9TbXm4PfLs0HcVd')
    .argument('<slug>', SLUG)
    .argument('<other>', 'that of the other report; the earlier of the two is shown first')
    .runs(async () => (await import('./report/compare.ts')).reportCompare)
  addEndOptions(
    report.verb('resume', 'resumes a stopped report; nothing stored is asked again', '4fT9mPq2XbLk7RwZs0HcVa'),
  )
    .argument('<slug>', SLUG)
    .option('--simulate', 'simulated engines, for a report that was started with them')
    .addOption(answersAsCsv())
    .runs(async () => (await import('./report/run.ts')).reportResume)
  report
    .verb('kit', 'writes the Distribution Kit of a complete report', '4fT9mPq2XbLk7RwZs0HcVa --out kit')
    .argument('<slug>', SLUG)
    .requiredOption('--out <dir>', 'the folder to write it into', parseFolder)
    .runs(async () => (await import('./report/read.ts')).reportKit)
}

/** `svc report run`, of one product or of those that are tracked. */
async function reportRun(terminal: Terminal, flags: RunFlags | TrackedFlags): Promise<number> {
  if ('tracked' in flags) return (await import('./track/run.ts')).runTracked(terminal, flags)
  return (await import('./report/run.ts')).reportRun(terminal, flags)
}

/** Adds the options that say what to do with a report once it has ended, and the budget. */
function addEndOptions(command: Command): Command {
  const failing = 'exits with 1 if a smaller share of all counted answers names the product: 0 to 1'
  return command
    .option('--kit <dir>', 'writes the Distribution Kit there', parseFolder)
    .option('--fail-under <share>', failing, parseThreshold)
    .option('--summary <file>', 'adds a summary in Markdown to this file, such as $GITHUB_STEP_SUMMARY')
    .option('--budget <usd>', 'the most that this invocation may spend, including the scribe', parseDollars)
}

function answersAsCsv(): Option {
  return new Option('--csv', 'the answers as CSV').conflicts('json')
}
