import type { Command } from 'commander'
import { Option } from 'commander'
import type { EngineName } from '../../pipeline/contract/terms.ts'
import { ENGINES } from '../../pipeline/contract/words.ts'
import type { CommonFlags, Finish } from './common.ts'
import { common, example } from './common.ts'
import { aCount, aText, engineList, wholeNumber } from './values.ts'

export interface PlanFlags extends CommonFlags {
  readonly questions: number
  readonly engines?: EngineName[]
  readonly runs: number
  readonly simulate?: boolean
}

export interface SuggestFlags extends CommonFlags {
  readonly category: string
  readonly count: number
}

export interface MentionsFlags extends CommonFlags {
  readonly brand?: string
  readonly domain?: string
  readonly jsonl?: boolean
}

export interface AnalystActions {
  plan(flags: PlanFlags): Promise<number>
  promptsSuggest(flags: SuggestFlags): Promise<number>
  mentions(file: string | undefined, flags: MentionsFlags): Promise<number>
}

export function addAnalyst(program: Command, actions: AnalystActions, finish: Finish): void {
  common(program.command('plan'))
    .summary('calls, cost, time and what the design could find')
    .description('before any money: calls, cost, time, and what the design could find')
    .option('--questions <n>', 'buyer questions', aCount, 10)
    .option('--engines <list>', `only these engines, of ${ENGINES.join(',')}`, engineList)
    .option('--runs <n>', 'how often each engine is asked each question', aCount, 3)
    .option('--simulate', 'simulated engines, which cost nothing')
    .addHelpText('after', example('./svc plan --questions 20 --runs 5'))
    .action(async (flags: PlanFlags) => finish(await actions.plan(flags)))
  const prompts = program
    .command('prompts')
    .summary('template questions of a category')
    .description('buyer questions')
    .addHelpText('after', example('./svc prompts suggest --category "CRM software"'))
  common(prompts.command('suggest'))
    .description('template questions for a category; no model is called')
    .requiredOption('--category <text>', 'what buyers search for, in their words', aText(200))
    .option('--count <n>', 'how many', wholeNumber(20), 10)
    .addHelpText('after', example('./svc prompts suggest --category "CRM software" --count 5'))
    .action(async (flags: SuggestFlags) => finish(await actions.promptsSuggest(flags)))
  common(program.command('mentions'))
    .summary('what would be counted in a text, and by which rule')
    .description('what would be counted in a text, with the place and the rule of each')
    .argument('[file]', 'the text; left out, standard input')
    .option('--brand <name>', "the product's name", aText(100))
    .option('--domain <domain>', "the product's domain", aText(253))
    .addOption(
      new Option('--jsonl', "reads and writes one JSON object a line, with --json also what isn't counted").conflicts([
        'brand',
        'domain',
      ]),
    )
    .addHelpText('after', example('./svc mentions --brand Acme --domain acme.com answer.md'))
    .action(async (file: string | undefined, flags: MentionsFlags) => finish(await actions.mentions(file, flags)))
}
