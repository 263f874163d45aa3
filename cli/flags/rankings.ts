import type { Command } from 'commander'
import { Option } from 'commander'
import type { EngineName } from '../../pipeline/contract/terms.ts'
import { ENGINES } from '../../pipeline/contract/words.ts'
import { SECOND_SHARE } from '../../pipeline/survey/sample.ts'
import type { CommonFlags, Finish } from './common.ts'
import { common, example } from './common.ts'
import type { MetricsFlags } from './services.ts'
import { metricsHost, metricsPort } from './services.ts'
import { TERMS } from './terms.ts'
import { aCount, aMonth, aShare, aSlug, engineList, money } from './values.ts'

export interface RunFlags extends CommonFlags, MetricsFlags {
  readonly categories: string
  readonly month?: string
  readonly backfill?: boolean
  readonly category?: string[]
  readonly engines?: EngineName[]
  readonly runs: number
  readonly concurrency?: number
  readonly budget?: number
  readonly secondReader: number
  readonly dryRun?: boolean
  readonly simulate?: boolean
  readonly site: boolean
}

export interface ShowFlags extends CommonFlags {
  readonly month?: string
  readonly csv?: boolean
}

export interface RankingActions {
  rankingsRun(flags: RunFlags): Promise<number>
  rankingsAlert(flags: CommonFlags): Promise<number>
  rankingsList(flags: CommonFlags): Promise<number>
  rankingsShow(slug: string, flags: ShowFlags): Promise<number>
}

export function addRankings(program: Command, actions: RankingActions, finish: Finish): void {
  const rankings = program
    .command('rankings')
    .summary('the monthly batch of categories')
    .description('the public rankings of categories')
    .addHelpText('after', example('./svc rankings list'))
  common(rankings.command('run'))
    .description('the monthly batch; run again, it asks only what is missing or failed')
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
    .addHelpText('after', example('./svc rankings run --categories categories.yaml --budget 20'))
    .action(async (flags: RunFlags) => finish(await actions.rankingsRun(flags)))
  common(rankings.command('alert'))
    .description('mails SVC_OPERATOR_MAIL that a run was cut off; for OnFailure= of systemd')
    .addHelpText('after', example('./svc rankings alert'))
    .action(async (flags: CommonFlags) => finish(await actions.rankingsAlert(flags)))
  common(rankings.command('list'))
    .description("each category's latest month")
    .addHelpText('after', example('./svc rankings list'))
    .action(async (flags: CommonFlags) => finish(await actions.rankingsList(flags)))
  common(rankings.command('show'))
    .description('one ranking: every brand with its count, interval and change')
    .argument('<slug>', 'the category', aSlug)
    .addOption(new Option('--month <YYYY-MM>', 'an earlier month').argParser(aMonth))
    .addOption(new Option('--csv', 'as CSV').conflicts('json'))
    .addHelpText('after', example('./svc rankings show crm-software --month 2026-10'))
    .action(async (name: string, flags: ShowFlags) => finish(await actions.rankingsShow(name, flags)))
}
