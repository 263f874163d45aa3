import { isDefaultMarket, type Market } from '../../pipeline/contract/market/market.ts'
import { languageName, theCountry } from '../../pipeline/contract/market/market-words.ts'
import { sameIntentInWords } from '../../pipeline/contract/method-words.ts'
import { PLANS } from '../../pipeline/contract/report.ts'
import { counted } from '../../pipeline/contract/wording.ts'
import { type ReportField, understandReport } from '../../pipeline/report/understand.ts'
import { TEMPLATES_LANGUAGE } from '../../pipeline/scribe/suggest.ts'
import { sameIntent } from '../../pipeline/statistics/intents.ts'
import type { AskedProduct } from '../../pipeline/store/report/rows.ts'
import type { SurveyEstimate } from '../../pipeline/survey/estimate.ts'
import type { ProductFlags } from '../command/product.ts'
import { costInWords, estimateTable, scribesJson } from '../setup/estimate.ts'
import { CommandError, costJson, EXIT, print, roundedUsd, type Terminal } from '../terminal/output.ts'
import type { EndFlags } from './end.ts'

export interface RunFlags extends ProductFlags, EndFlags {
  readonly budget?: number
  readonly dryRun?: boolean
  readonly simulate?: boolean
}

/** The report that the flags describe. Throws CommandError with the first invalid option. */
export function understood(flags: ProductFlags): AskedProduct {
  const asked = understandReport({ ...flags, aliases: flags.alias, seedPrompts: flags.question }, flags.plan)
  if (!('fields' in asked)) return asked
  throw new CommandError(asked.fields.map((field) => toFix(field, flags))[0] ?? 'Some options do not fit.', EXIT.usage)
}

/** Refuses a report whose questions nobody can write in its language. Throws CommandError. */
export function refuseUnwritten(
  { language, plan, seedPrompts }: Pick<AskedProduct, 'language' | 'plan' | 'seedPrompts'>,
  { simulated, scribe }: { readonly simulated: boolean; readonly scribe: boolean },
): void {
  const { questions } = PLANS[plan]
  if (language === TEMPLATES_LANGUAGE || (scribe && !simulated) || seedPrompts.length >= questions) return
  const own = `give all ${questions} of the ${plan} plan with --question, in ${languageName({ language })}`
  throw new CommandError(
    simulated
      ? `Simulated reports use templates, which exist only in English; ${own}.`
      : `No scribe has a key to write questions, and templates exist only in English; ${own}, or set OPENAI_API_KEY, ANTHROPIC_API_KEY or GEMINI_API_KEY.`,
    EXIT.usage,
  )
}

function toFix(field: ReportField, { plan, alias, question = [] }: ProductFlags): string {
  const { questions, engines } = PLANS[plan]
  const product = alias === undefined ? 'the product' : 'the product or one of its --alias'
  switch (field) {
    case 'domain':
      return 'The --domain is not a host name with a dot; give one such as acme.com.'
    case 'brand':
      return 'The --brand has no letter or digit to look for; give the name as answers would write it.'
    case 'aliases':
      return 'An --alias has no letter or digit to look for; give the name as answers would write it.'
    case 'engines':
      return `The ${plan} plan asks ${engines.join(', ')} and no others; choose from these or a larger --plan.`
    case 'category':
      return `The --category names ${product}, so every question would too; give what buyers search for who do not know it.`
    case 'description':
      return 'The --description must be one line of plain text.'
    case 'seedPrompts':
      return question.length > questions
        ? `The ${plan} plan asks ${questions} questions; leave out some of --question or choose a larger --plan.`
        : `A --question names ${product}, so its answers would too; ask like buyers who do not know it.`
  }
}

/** Says which of the operator's questions are repeats, and which ask for the same thing. */
export function sayRepeats(terminal: Terminal, { question = [] }: ProductFlags, { seedPrompts }: AskedProduct): void {
  if (seedPrompts.length < question.length)
    terminal.err('A --question was given more than once; it is asked once, and another one is written in its place.\n')
  // Only the customer's questions can ask for the same thing: those that are written never do.
  for (const sentence of sameIntentInWords(sameIntent(seedPrompts))) terminal.err(`${sentence}\n`)
}

/** The estimate as a sentence. */
export function estimateSentence(estimate: SurveyEstimate, { simulated }: { readonly simulated: boolean }): string {
  const calls = `${counted(estimate.calls, 'call')} to ${counted(estimate.engines.length, 'engine')}`
  return simulated ? `SIMULATED: ${calls}, which cost nothing.` : `${calls}, ${costInWords(estimate)}.`
}

/** Prints the estimate of `svc report run --dry-run`. */
export function printEstimate(
  terminal: Terminal,
  flags: RunFlags,
  estimate: SurveyEstimate,
  { plan, simulated, country, language }: Pick<AskedProduct, 'plan'> & Market & { readonly simulated: boolean },
): number {
  const { calls, usd, worstUsd, seconds, engines, scribes } = estimate
  const document = {
    ...{ plan, country, language, simulated, calls, cost: costJson(usd, worstUsd), seconds },
    engines: engines.map((each) => ({ ...each, usd: roundedUsd(each.usd) })),
    scribes: scribesJson(scribes),
  }
  const market = { country, language }
  const place = isDefaultMarket(market) ? '' : ` as from ${theCountry(market)}, in ${languageName(market)}`
  const text = `\n${plan}${place}: ${estimateSentence(estimate, { simulated })} Nothing was asked.\n`
  return print(terminal, flags, document, estimateTable(estimate) + text)
}
