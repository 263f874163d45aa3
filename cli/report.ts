import type { Command } from 'commander'
import { InvalidArgumentError, Option } from 'commander'
import { DEFAULT_MARKET } from '../pipeline/contract/market/market.ts'
import type { PlanName } from '../pipeline/contract/report.ts'
import { ENGINES, PLAN_NAMES, TEXT_LIMITS } from '../pipeline/contract/words.ts'
import type { Run } from './command/command.ts'
import { addNoun, addVerb, later } from './command/command.ts'
import { TERMS } from './command/terms.ts'
import {
  parseBound,
  parseCountry,
  parseDollars,
  parseEmail,
  parseEngines,
  parseFolder,
  parseLanguage,
  textUpTo,
  wholeNumberUpTo,
} from './command/values.ts'

/** Characters; --domain also accepts a whole URL. */
const MOST_DOMAIN = 2_000
const SLUG = "the report's slug, from `svc report list`"
const SAMPLE =
  './svc report run --domain acme.com --category "CRM software" --description "A CRM for small teams." --plan QUICK'

/** `svc report`. */
export function addReport(program: Command, run: Run): void {
  const report = addNoun(program, 'report', {
    summary: 'about one product',
    description: 'ad-hoc reports: does AI name this product?',
    sample: './svc report list',
  })
  const asked = "asks the engines about one product, in the foreground, on the environment's provider keys"
  addVerb(report, 'run', asked, SAMPLE)
    .requiredOption('--domain <domain>', "the product's domain", textUpTo(MOST_DOMAIN))
    .requiredOption('--category <text>', 'what buyers search for, in their words', textUpTo(TEXT_LIMITS.category))
    .requiredOption('--description <text>', 'one line on what the product does', textUpTo(TEXT_LIMITS.description))
    .option('--brand <name>', "the product's name (default: taken from the domain)", textUpTo(TEXT_LIMITS.brand))
    .option('--alias <name...>', 'another spelling that counts as the product', collect(textUpTo(TEXT_LIMITS.brand)))
    .option('--plan <plan>', `how much is asked: ${PLAN_NAMES.join(', ')}`, parsePlan, 'FULL')
    .option('--country <code>', 'where the questions are asked from, such as DE', parseCountry, DEFAULT_MARKET.country)
    .option(
      '--language <code>',
      'the language in which they are asked, such as de',
      parseLanguage,
      DEFAULT_MARKET.language,
    )
    .option('--engines <list>', `only these engines, of ${ENGINES.join(',')}`, parseEngines)
    .option(
      '--question <text...>',
      'a question to ask; the rest are written',
      collect(textUpTo(TEXT_LIMITS.seedPrompt)),
    )
    .option('--account <address>', "adds the report to this account's list", parseEmail)
    .option('--kit <dir>', 'writes the Distribution Kit there', parseFolder)
    .addOption(failUnder())
    .addOption(summary())
    .option('--budget <usd>', 'the most that this invocation may spend, including the scribe', parseDollars)
    .option('--dry-run', 'show calls, cost and time without asking anything')
    .option('--simulate', 'simulated engines: made-up answers, marked as such everywhere')
    .addOption(answersAsCsv())
    .addHelpText('after', TERMS.report)
    .action(run(later(async () => (await import('./report/run.ts')).reportRun)))
  addVerb(report, 'list', 'the reports of the store, newest first', './svc report list')
    .option('--limit <n>', 'the most reports to list', wholeNumberUpTo(10_000), 100)
    .option('--after <slug>', 'the reports after this one, for the next page')
    .action(run(later(async () => (await import('./report/read.ts')).reportList)))
  const shown = 'one report: score, engines, rivals, sources, what to do first'
  addVerb(report, 'show', shown, './svc report show 4fT9mPq2XbLk7RwZs0HcVa')
    .argument('<slug>', SLUG)
    .addOption(answersAsCsv())
    .action(run(later(async () => (await import('./report/read.ts')).reportShow)))
  const compared = 'two complete reports of a product side by side: what moved, what is noise, what else changed'
  addVerb(report, 'compare', compared, './svc report compare 4fT9mPq2XbLk7RwZs0HcVa 7kQ2wZr9TbXm4PfLs0HcVd')
    .argument('<slug>', SLUG)
    .argument('<other>', 'that of the other report; the earlier of the two is shown first')
    .action(run(later(async () => (await import('./report/compare.ts')).reportCompare)))
  const resumed = 'resumes a stopped report; nothing stored is asked again'
  addVerb(report, 'resume', resumed, './svc report resume 4fT9mPq2XbLk7RwZs0HcVa')
    .argument('<slug>', SLUG)
    .option('--kit <dir>', 'writes the Distribution Kit there', parseFolder)
    .addOption(failUnder())
    .addOption(summary())
    .option('--budget <usd>', 'the most that this invocation may spend, including the scribe', parseDollars)
    .option('--simulate', 'simulated engines, for a report that was started with them')
    .addOption(answersAsCsv())
    .action(run(later(async () => (await import('./report/run.ts')).reportResume)))
  const written = 'writes the Distribution Kit of a complete report'
  addVerb(report, 'kit', written, './svc report kit 4fT9mPq2XbLk7RwZs0HcVa --out kit')
    .argument('<slug>', SLUG)
    .requiredOption('--out <dir>', 'the folder to write it into', parseFolder)
    .action(run(later(async () => (await import('./report/read.ts')).reportKit)))
}

function answersAsCsv(): Option {
  return new Option('--csv', 'the answers as CSV').conflicts('json')
}

/** For CI. */
function failUnder(): Option {
  const described = 'exits with 1 if a smaller share of all counted answers names the product: 0 to 1'
  return new Option('--fail-under <share>', described).argParser(parseBound)
}

/** For CI. */
function summary(): Option {
  return new Option('--summary <file>', 'adds a summary in Markdown to this file, such as $GITHUB_STEP_SUMMARY')
}

function parsePlan(raw: string): PlanName {
  const plan = PLAN_NAMES.find((name) => name === raw.toUpperCase())
  if (plan === undefined) throw new InvalidArgumentError(`Plans are ${PLAN_NAMES.join(', ')}.`)
  return plan
}

/** Collects the values of an option that may be repeated. */
function collect(read: (raw: string) => string): (raw: string, before?: readonly string[]) => string[] {
  return (raw, before = []) => [...before, read(raw)]
}
