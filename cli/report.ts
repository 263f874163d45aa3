import type { Command } from 'commander'
import { InvalidArgumentError, Option } from 'commander'
import type { PlanName } from '../pipeline/contract/report.ts'
import { ENGINES, PLAN_NAMES, TEXT_LIMITS } from '../pipeline/contract/words.ts'
import type { Run } from './command/command.ts'
import { addNoun, addVerb, later } from './command/command.ts'
import { TERMS } from './command/terms.ts'
import { anAddress, aText, engineList, money, wholeNumber } from './command/values.ts'

/** A start takes whole addresses for a domain. */
const ADDRESS = 2_000
const LISTED = 100
const LISTED_AT_MOST = 10_000
const SLUG = "the report's, as `svc report list` shows it"
const SAMPLE =
  './svc report run --domain acme.com --category "CRM software" --description "A CRM for small teams." --plan QUICK'

/** `svc report`. */
export function addReport(program: Command, run: Run): void {
  const report = addNoun(program, 'report', {
    summary: 'does AI name this product?',
    description: 'ad-hoc reports: does AI name this product?',
    sample: './svc report list',
  })
  const asked = "asks the engines about one product, in the foreground, on the environment's provider keys"
  addVerb(report, 'run', asked, SAMPLE)
    .requiredOption('--domain <domain>', "the product's domain", aText(ADDRESS))
    .requiredOption('--category <text>', 'what buyers search for, in their words', aText(TEXT_LIMITS.category))
    .requiredOption('--description <text>', 'one line on what the product does', aText(TEXT_LIMITS.description))
    .option('--brand <name>', "the product's name; left out, it comes from the domain", aText(TEXT_LIMITS.brand))
    .option('--alias <name...>', 'another spelling that counts as the product', collect(aText(TEXT_LIMITS.brand)))
    .option('--plan <plan>', `how much is asked: ${PLAN_NAMES.join(', ')}`, aPlan, 'FULL')
    .option('--engines <list>', `only these engines, of ${ENGINES.join(',')}`, engineList)
    .option('--question <text...>', 'a question to ask; the rest are written', collect(aText(TEXT_LIMITS.seedPrompt)))
    .option('--account <address>', 'joins the list of this account', anAddress)
    .option('--kit <dir>', 'writes the Distribution Kit there', aFolder)
    .option('--budget <usd>', 'the most that this invocation may spend, the scribe included', money)
    .option('--dry-run', 'say calls, cost and time, and ask nothing')
    .option('--simulate', 'simulated engines: made-up answers, marked as such everywhere')
    .addOption(answersAsCsv())
    .addHelpText('after', TERMS.report)
    .action(run(later(async () => (await import('./report/run.ts')).reportRun)))
  addVerb(report, 'list', 'the reports of the store, newest first', './svc report list')
    .option('--limit <n>', 'so many at most', wholeNumber(LISTED_AT_MOST), LISTED)
    .option('--after <slug>', 'those after this one, for the next page')
    .action(run(later(async () => (await import('./report/read.ts')).reportList)))
  const shown = 'one report: score, engines, rivals, sources, what to do first'
  addVerb(report, 'show', shown, './svc report show 4fT9mPq2XbLk7RwZs0HcVa')
    .argument('<slug>', SLUG)
    .addOption(answersAsCsv())
    .action(run(later(async () => (await import('./report/read.ts')).reportShow)))
  const resumed = 'goes on with a report that was stopped; nothing stored is asked again'
  addVerb(report, 'resume', resumed, './svc report resume 4fT9mPq2XbLk7RwZs0HcVa')
    .argument('<slug>', SLUG)
    .option('--kit <dir>', 'writes the Distribution Kit there', aFolder)
    .option('--budget <usd>', 'the most that this invocation may spend, the scribe included', money)
    .option('--simulate', 'simulated engines, for a report that was begun with them')
    .addOption(answersAsCsv())
    .action(run(later(async () => (await import('./report/run.ts')).reportResume)))
  const written = 'writes the Distribution Kit of a complete report'
  addVerb(report, 'kit', written, './svc report kit 4fT9mPq2XbLk7RwZs0HcVa --out kit')
    .argument('<slug>', SLUG)
    .requiredOption('--out <dir>', 'the folder to write it into', aFolder)
    .action(run(later(async () => (await import('./report/read.ts')).reportKit)))
}

function answersAsCsv(): Option {
  return new Option('--csv', 'the answers as CSV').conflicts('json')
}

/** Reads a folder's path. An empty one would mean the folder that the command runs in; `.` says so. */
function aFolder(raw: string): string {
  if (raw.trim() === '') throw new InvalidArgumentError('Name a folder.')
  return raw
}

function aPlan(raw: string): PlanName {
  const plan = PLAN_NAMES.find((name) => name === raw.toUpperCase())
  if (plan === undefined) throw new InvalidArgumentError(`Plans are ${PLAN_NAMES.join(', ')}.`)
  return plan
}

/** Reads one more value of an option that may be given several times. */
function collect(read: (raw: string) => string): (raw: string, before?: readonly string[]) => string[] {
  return (raw, before = []) => [...before, read(raw)]
}
