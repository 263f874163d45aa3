import type { Command } from 'commander'
import { Option } from 'commander'
import { ENGINES } from '../pipeline/contract/words.ts'
import { SECOND_SHARE } from '../pipeline/survey/sample.ts'
import type { Run } from './command/command.ts'
import { addNoun, addVerb, later } from './command/command.ts'
import { metricsHost, metricsPort } from './command/metrics.ts'
import { TERMS } from './command/terms.ts'
import { aCount, aMonth, aShare, aSlug, engineList, money } from './command/values.ts'

/** `svc rankings`. */
export function addRankings(program: Command, run: Run): void {
  const rankings = addNoun(program, 'rankings', {
    summary: 'the monthly batch of categories',
    description: 'the public rankings of categories',
    sample: './svc rankings list',
  })
  const batch = 'the monthly batch; run again, it asks only what is missing or failed'
  addVerb(rankings, 'run', batch, './svc rankings run --categories categories.yaml --budget 20')
    .requiredOption('--categories <file>', 'the YAML file that lists the categories')
    .addOption(
      new Option('--month <YYYY-MM>', 'the month').argParser(aMonth).default(undefined, 'the current one, UTC'),
    )
    .option('--backfill', 'ask today for a month that is over; every page says so')
    .option('--category <slug...>', 'only these categories of the file')
    .option('--engines <list>', `only these engines, of ${ENGINES.join(',')}`, engineList)
    .option('--runs <n>', 'how often each engine is asked each question', aCount, 3)
    .option('--concurrency <n>', 'calls at once for each engine, in place of SVC_CONCURRENCY_<ENGINE>', aCount)
    .option('--budget <usd>', 'the most that this invocation may spend, the scribe included', money)
    .option(
      '--second-reader <share>',
      'how many answers a second scribe reads too: all, none or a share',
      aShare,
      SECOND_SHARE,
    )
    .option('--dry-run', 'say calls, cost and time, and ask nothing')
    .option('--simulate', 'simulated engines: made-up answers, marked as such everywhere')
    .option('--no-site', 'leave the published site as it is')
    .addOption(metricsPort())
    .addOption(metricsHost())
    .addHelpText('after', TERMS.asking)
    .action(run(later(async () => (await import('./rankings/month.ts')).rankingsRun)))
  const alerted = 'mails SVC_OPERATOR_MAIL that a run was cut off; for OnFailure= of systemd'
  addVerb(rankings, 'alert', alerted, './svc rankings alert').action(
    run(later(async () => (await import('./rankings/alert.ts')).rankingsAlert)),
  )
  addVerb(rankings, 'list', "each category's latest month", './svc rankings list').action(
    run(later(async () => (await import('./rankings/show.ts')).rankingsList)),
  )
  const shown = 'one ranking: every brand with its count, interval and change'
  addVerb(rankings, 'show', shown, './svc rankings show crm-software --month 2026-10')
    .argument('<slug>', 'the category', aSlug)
    .addOption(new Option('--month <YYYY-MM>', 'an earlier month').argParser(aMonth))
    .addOption(new Option('--csv', 'as CSV').conflicts('json'))
    .action(run(later(async () => (await import('./rankings/show.ts')).rankingsShow)))
}
