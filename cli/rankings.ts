import { Option } from 'commander'
import { ENGINES, SECOND_SHARE } from '../pipeline/contract/words.ts'
import type { Command } from './command/command.ts'
import { addMetricsOptions } from './command/metrics.ts'
import { TERMS } from './command/terms.ts'
import { parseCount, parseDollars, parseEngines, parseMonth, parseShare, parseSlug } from './command/values.ts'

/** `svc rankings`. */
export function addRankings(program: Command): void {
  const rankings = program.noun('rankings', 'the public rankings of categories', 'list').summary('the monthly batch')
  const batch = 'the monthly batch; run again, it asks only what is missing or failed'
  const command = rankings
    .verb('run', batch, '--categories categories.yaml --budget 20')
    .requiredOption('--categories <file>', 'the YAML file that lists the categories')
    .addOption(
      new Option('--month <YYYY-MM>', 'the month').argParser(parseMonth).default(undefined, 'the current one, UTC'),
    )
    .option('--backfill', 'ask today for a past month; every page says so')
    .option('--category <slug...>', 'only these categories of the file')
    .option('--engines <list>', `only these engines, of ${ENGINES.join(',')}`, parseEngines)
    .option('--runs <n>', 'times each engine is asked each question', parseCount, 3)
    .option('--concurrency <n>', 'calls at once for each engine, in place of SVC_CONCURRENCY_<ENGINE>', parseCount)
    .option('--budget <usd>', 'the most that this invocation may spend, including the scribe', parseDollars)
    .option(
      '--second-reader <share>',
      'the share of answers that a second scribe reads too: all, none or a decimal',
      parseShare,
      SECOND_SHARE,
    )
    .option('--canaries', 'also ask the five canary questions, which show when an engine itself has changed')
    .option('--dry-run', 'show calls, cost and time without asking anything')
    .option('--simulate', 'simulated engines: made-up answers, marked as such everywhere')
    .option('--no-site', 'leave the published site as it is')
    .addHelpText('after', TERMS.asking)
  addMetricsOptions(command).runs(async () => (await import('./rankings/month.ts')).rankingsRun)
  rankings
    .verb('alert', "mails SVC_OPERATOR_MAIL that a run was cut off; for systemd's OnFailure=")
    .runs(async () => (await import('./rankings/alert.ts')).rankingsAlert)
  rankings
    .verb('list', "each category's latest month")
    .runs(async () => (await import('./rankings/show.ts')).rankingsList)
  rankings
    .verb('show', 'one ranking: every brand with its count, interval and change', 'crm-software --month 2026-10')
    .argument('<slug>', 'the category', parseSlug)
    .option('--month <YYYY-MM>', 'an earlier month', parseMonth)
    .addOption(new Option('--csv', 'as CSV').conflicts('json'))
    .runs(async () => (await import('./rankings/show.ts')).rankingsShow)
  rankings
    .verb('export', 'writes a published month as a signed bundle that anybody can verify', 'crm-software 2026-11')
    .argument('<slug>', 'the category', parseSlug)
    .argument('<month>', 'the month, YYYY-MM', parseMonth)
    .addOption(new Option('--out <file>', 'the file').default(undefined, 'where svc site build takes it from'))
    .runs(async () => (await import('./rankings/export.ts')).rankingsExport)
  rankings
    .verb('key', 'prints a new key that signs bundles, for SVC_SIGNING_KEY')
    .runs(async () => (await import('./rankings/key.ts')).rankingsKey)
}
