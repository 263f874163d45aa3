import { dayName, daysOf } from './dates.ts'
import { isDefaultMarket, type Market, type MarketFields, marketOf } from './market/market.ts'
import { inMarket, languageName, theCountry } from './market/market-words.ts'
import type { RankedBrand, Ranking } from './ranking.ts'
import type { EngineName, Interval } from './terms.ts'
import { counted, listed, percent, percents } from './wording.ts'
import { ENGINE_LABELS } from './words.ts'

/** A piece of a sentence: our own words, or a name from outside, which may be in any script. */
export type Stretch = { readonly text: string } | { readonly name: string }

/** What a headline is made from. */
export interface HeadlineData extends MarketFields {
  readonly category: string
  readonly answersCounted: number
  readonly brands: readonly Pick<RankedBrand, 'name' | 'mentions' | 'interval' | 'rankRange'>[]
}

const NAMED = 3

/** Who leads a ranking, in how many answers, how sure that is, and which brands can't be told apart from the leader. */
export function headline({ answersCounted, brands, ...asked }: HeadlineData): Stretch[] {
  const [leader] = brands
  const place = inMarket(asked)
  const about = [{ text: ' about ' }, { name: asked.category }, ...(place === '' ? [] : [{ text: place }])]
  if (answersCounted === 0) return [{ text: 'No answer' }, ...about, { text: ' could be counted.' }]
  if (leader === undefined)
    return [{ text: `No brand is named in ${counted(answersCounted, 'answer')}` }, ...about, { text: '.' }]
  const rate = percent(leader.mentions / answersCounted)
  return [
    { name: leader.name },
    { text: ` is named in ${leader.mentions} of ${counted(answersCounted, 'answer')}` },
    ...about,
    { text: ` (${rate}${forOthers(leader.interval)}).` },
    ...notToldApart(brands),
  ]
}

const RIGHT_TO_LEFT = /[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}]/u
const LEFT_TO_RIGHT_MARK = '\u200e'

/** A headline as plain text; direction marks keep right-to-left names from reordering the figures around them. */
export function plainText(stretches: readonly Stretch[]): string {
  const named = (name: string) =>
    RIGHT_TO_LEFT.test(name) ? `${LEFT_TO_RIGHT_MARK}${name}${LEFT_TO_RIGHT_MARK}` : name
  return stretches.map((stretch) => ('name' in stretch ? named(stretch.name) : stretch.text)).join('')
}

function forOthers(interval: Interval): string {
  return interval.low === 0 && interval.high === 1 ? '' : `; ${percents(interval)} for other questions`
}

function notToldApart(brands: HeadlineData['brands']): Stretch[] {
  const [leader, ...others] = brands
  if (leader?.rankRange === undefined) return []
  const equal = others.filter(({ rankRange }) => rankRange?.from === 1)
  if (equal.length === 0) return others.length === 0 ? [] : [{ text: ' No other brand can be first.' }]
  if (equal.length > NAMED) return [{ text: ` ${equal.length} others can’t be told apart from it.` }]
  return [{ text: ' ' }, ...namesInText(equal.map(({ name }) => name)), { text: ' can’t be told apart from it.' }]
}

function namesInText(names: readonly string[]): Stretch[] {
  return names.flatMap((name, index): Stretch[] => {
    if (index === 0) return [{ name }]
    return [{ text: index === names.length - 1 ? ' and ' : ', ' }, { name }]
  })
}

/** The names by which readers know the engines, such as `Claude, Gemini and Grok`. */
export function engineNames(engines: readonly EngineName[]): string {
  return listed(engines.map((engine) => ENGINE_LABELS[engine]))
}

/** The same for a table's cell, shortened if it is all `asked` of them. */
export function enginesInShort(engines: readonly EngineName[], asked: number): string {
  return engines.length > 2 && engines.length === asked ? `all ${asked}` : engineNames(engines)
}

/** Whether an engine's API has a field for the country; the others are told in words. */
export const TAKES_COUNTRY: Readonly<Record<EngineName, boolean>> = {
  OPENAI: true,
  ANTHROPIC: true,
  PERPLEXITY: true,
  GEMINI: false,
  GROK: false,
  AI_OVERVIEW: true,
}

/** What was measured and what wasn't, as sentences for below a headline. */
export function whatWasAsked({
  engines,
  models,
  asked,
  checkedAt,
  simulated,
  ...named
}: Pick<Ranking, 'engines' | 'asked' | 'checkedAt' | 'simulated' | 'country' | 'language'> & {
  readonly models: readonly { readonly engine: EngineName; readonly models: readonly string[] }[]
}): string[] {
  if (simulated) return ['These answers are made up for testing: no engine was asked.']
  const served = models
    .filter((each) => each.models.length > 0)
    .map((each) => `${ENGINE_LABELS[each.engine]} by ${each.models.join(', ')}`)
  const days = asked === undefined ? `on ${dayName(checkedAt)}` : daysOf(asked.from, asked.until)
  const place = placeOf(marketOf(named), engines)
  return [
    `Asked through the makers’ APIs, with web search on, ${days}, ${place}${served.length > 0 ? `: ${served.join('; ')}` : ''}.`,
    'Apps may search and cite differently; this measures the APIs, not what one person sees.',
  ]
}

function placeOf(market: Market, engines: readonly EngineName[]): string {
  const others = engines.filter((engine) => !TAKES_COUNTRY[engine])
  const from = `as from ${theCountry(market)}`
  if (!isDefaultMarket(market)) {
    const told = others.length === 0 ? '' : ` (${engineNames(others)} told in words)`
    return `${from}, in ${languageName(market)}${told}`
  }
  if (others.length === engines.length) return 'without a country'
  return others.length === 0 ? from : `${from} (${engineNames(others)} without a country)`
}
