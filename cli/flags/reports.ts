import type { Command } from 'commander'
import { InvalidArgumentError, Option } from 'commander'
import type { PlanName } from '../../pipeline/contract/report.ts'
import type { EngineName } from '../../pipeline/contract/terms.ts'
import { ENGINES, PLAN_NAMES, TEXT_LIMITS } from '../../pipeline/contract/words.ts'
import type { CommonFlags, Finish } from './common.ts'
import { common, example } from './common.ts'
import { TERMS } from './terms.ts'
import { anAddress, aText, engineList, money, wholeNumber } from './values.ts'

export interface ReportRunFlags extends CommonFlags {
  readonly domain: string
  readonly category: string
  readonly description: string
  readonly account?: string
  readonly brand?: string
  readonly alias?: string[]
  readonly plan: PlanName
  readonly engines?: EngineName[]
  readonly question?: string[]
  readonly kit?: string
  readonly csv?: boolean
  readonly budget?: number
  readonly dryRun?: boolean
  readonly simulate?: boolean
}

export interface ReportResumeFlags extends CommonFlags {
  readonly kit?: string
  readonly csv?: boolean
  readonly budget?: number
  readonly simulate?: boolean
}

export interface ReportListFlags extends CommonFlags {
  readonly limit: number
  readonly after?: string
}

export interface ReportShowFlags extends CommonFlags {
  readonly csv?: boolean
}

export interface ReportKitFlags extends CommonFlags {
  readonly out: string
}

export interface ReportActions {
  reportRun(flags: ReportRunFlags): Promise<number>
  reportList(flags: ReportListFlags): Promise<number>
  reportShow(slug: string, flags: ReportShowFlags): Promise<number>
  reportResume(slug: string, flags: ReportResumeFlags): Promise<number>
  reportKit(slug: string, flags: ReportKitFlags): Promise<number>
}

/** A start takes whole addresses for a domain. */
const ADDRESS = 2_000
const LISTED = 100
const LISTED_AT_MOST = 10_000
const SLUG = "the report's, as `svc report list` shows it"

export function addReports(program: Command, actions: ReportActions, finish: Finish): void {
  const report = program
    .command('report')
    .summary('does AI name this product?')
    .description('ad-hoc reports: does AI name this product?')
    .addHelpText('after', example('./svc report list'))
  common(report.command('run'))
    .description("asks the engines about one product, in the foreground, on the environment's provider keys")
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
    .addOption(new Option('--csv', 'the answers as CSV').conflicts('json'))
    .addHelpText('after', TERMS.report)
    .addHelpText(
      'after',
      example(
        './svc report run --domain acme.com --category "CRM software" --description "A CRM for small teams." --plan QUICK',
      ),
    )
    .action(async (flags: ReportRunFlags) => finish(await actions.reportRun(flags)))
  common(report.command('list'))
    .description('the reports of the store, newest first')
    .option('--limit <n>', 'so many at most', wholeNumber(LISTED_AT_MOST), LISTED)
    .option('--after <slug>', 'those after this one, for the next page')
    .addHelpText('after', example('./svc report list'))
    .action(async (flags: ReportListFlags) => finish(await actions.reportList(flags)))
  common(report.command('show'))
    .description('one report: score, engines, rivals, sources, what to do first')
    .argument('<slug>', SLUG)
    .addOption(new Option('--csv', 'the answers as CSV').conflicts('json'))
    .addHelpText('after', example('./svc report show 4fT9mPq2XbLk7RwZs0HcVa'))
    .action(async (slug: string, flags: ReportShowFlags) => finish(await actions.reportShow(slug, flags)))
  common(report.command('resume'))
    .description('goes on with a report that was stopped; nothing stored is asked again')
    .argument('<slug>', SLUG)
    .option('--kit <dir>', 'writes the Distribution Kit there', aFolder)
    .option('--budget <usd>', 'the most that this invocation may spend, the scribe included', money)
    .option('--simulate', 'simulated engines, for a report that was begun with them')
    .addOption(new Option('--csv', 'the answers as CSV').conflicts('json'))
    .addHelpText('after', example('./svc report resume 4fT9mPq2XbLk7RwZs0HcVa'))
    .action(async (slug: string, flags: ReportResumeFlags) => finish(await actions.reportResume(slug, flags)))
  common(report.command('kit'))
    .description('writes the Distribution Kit of a complete report')
    .argument('<slug>', SLUG)
    .requiredOption('--out <dir>', 'the folder to write it into', aFolder)
    .addHelpText('after', example('./svc report kit 4fT9mPq2XbLk7RwZs0HcVa --out kit'))
    .action(async (slug: string, flags: ReportKitFlags) => finish(await actions.reportKit(slug, flags)))
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
