import { InvalidArgumentError, Option } from 'commander'
import { DEFAULT_MARKET, type Market } from '../../pipeline/contract/market/market.ts'
import type { PlanName } from '../../pipeline/contract/report.ts'
import type { EngineName } from '../../pipeline/contract/terms.ts'
import { ENGINES, PLAN_NAMES, TEXT_LIMITS } from '../../pipeline/contract/words.ts'
import type { Command, CommonFlags } from './command.ts'
import { parseCountry, parseEmail, parseEngines, parseLanguage, textUpTo } from './values.ts'

/** A product to ask about, by its flags. */
export interface ProductFlags extends CommonFlags, Market {
  readonly domain: string
  readonly category: string
  readonly description: string
  readonly brand?: string
  readonly alias?: string[]
  readonly plan: PlanName
  readonly engines?: EngineName[]
  readonly question?: string[]
  readonly account?: string
}

/** Characters; --domain also accepts a whole URL. */
const MAX_DOMAIN = 2_000

/** Adds the options that describe a product, and `--account`, whose help is `account`. */
export function addProductOptions(command: Command, account: string): Command {
  return command
    .requiredOption('--domain <domain>', "the product's domain", textUpTo(MAX_DOMAIN))
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
    .option('--account <address>', account, parseEmail)
}

/** The options of a product's command that `--tracked` goes with. */
const SHARED = ['json', 'database', 'account']

/** Adds `--tracked`, which replaces the product's options and conflicts with them and with `others`. */
export function addTrackedOption(command: Command, others: readonly string[]): Command {
  const tracked = new Option('--tracked', 'every tracked product that is due, one after the other')
  const product = command.options.map((option) => option.attributeName()).filter((name) => !SHARED.includes(name))
  return command.addOption(tracked.conflicts([...product, ...others])).on('option:tracked', () => {
    for (const option of command.options) option.makeOptionMandatory(false)
  })
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
