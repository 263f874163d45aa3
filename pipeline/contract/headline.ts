import { dayName, daysOf } from './dates.ts'
import type { RankedBrand, Ranking } from './ranking.ts'
import type { EngineName, Interval } from './terms.ts'
import { counted, percent, percents } from './wording.ts'
import { ENGINE_LABELS } from './words.ts'

/** A piece of a sentence: words of ours, or a name that came from outside, which may be in any script. */
export type Stretch = { readonly text: string } | { readonly name: string }

/** What a headline says of a ranking's brands. */
export interface Led {
  readonly category: string
  readonly answersCounted: number
  readonly brands: readonly Pick<RankedBrand, 'name' | 'mentions' | 'interval' | 'rankRange'>[]
}

const NAMED = 3

/**
 * Who leads a ranking, in how many answers, how sure that is, and who can't be told apart from it: those brands that no
 * other is surely ahead of, see `rankRange`.
 */
export function headline({ category, answersCounted, brands }: Led): Stretch[] {
  const [leader] = brands
  const about = [{ text: ' about ' }, { name: category }]
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

/** A headline as plain text, for titles, feeds and quotes; a mark on either side keeps a name from turning the figures around it. */
export function plainText(stretches: readonly Stretch[]): string {
  const named = (name: string) =>
    RIGHT_TO_LEFT.test(name) ? `${LEFT_TO_RIGHT_MARK}${name}${LEFT_TO_RIGHT_MARK}` : name
  return stretches.map((stretch) => ('name' in stretch ? named(stretch.name) : stretch.text)).join('')
}

function forOthers(interval: Interval): string {
  return interval.low === 0 && interval.high === 1 ? '' : `; ${percents(interval)} for other questions`
}

function notToldApart(brands: Led['brands']): Stretch[] {
  const [leader, ...others] = brands
  if (leader?.rankRange === undefined) return []
  const equal = others.filter(({ rankRange }) => rankRange?.from === 1)
  if (equal.length === 0) return others.length === 0 ? [] : [{ text: ' No other brand can be ahead of it.' }]
  if (equal.length > NAMED) return [{ text: ` ${equal.length} others can’t be told apart from it.` }]
  return [{ text: ' ' }, ...listed(equal.map(({ name }) => name)), { text: ' can’t be told apart from it.' }]
}

/** Names with commas, and an `and` before the last. */
function listed(names: readonly string[]): Stretch[] {
  return names.flatMap((name, index): Stretch[] => {
    if (index === 0) return [{ name }]
    return [{ text: index === names.length - 1 ? ' and ' : ', ' }, { name }]
  })
}

/** The names by which readers know the engines, as `Claude, Gemini and Grok`. */
export function engineNames(engines: readonly EngineName[]): string {
  return plainText(listed(engines.map((engine) => ENGINE_LABELS[engine])))
}

/** Engines that take the country a question is asked from; the others take none. */
const FROM_UNITED_STATES: readonly EngineName[] = ['OPENAI', 'ANTHROPIC', 'PERPLEXITY', 'AI_OVERVIEW']

/** What was measured and what wasn't, as sentences that stand under every headline. */
export function whatWasAsked({
  engines,
  models,
  asked,
  checkedAt,
  simulated,
}: Pick<Ranking, 'engines' | 'asked' | 'checkedAt' | 'simulated'> & {
  readonly models: readonly { readonly engine: EngineName; readonly models: readonly string[] }[]
}): string[] {
  if (simulated) return ['These answers are made up for testing: no engine was asked.']
  const served = models
    .filter((each) => each.models.length > 0)
    .map((each) => `${ENGINE_LABELS[each.engine]} by ${each.models.join(', ')}`)
  const days = asked === undefined ? `on ${dayName(checkedAt)}` : daysOf(asked.from, asked.until)
  const placed = engines.filter((engine) => FROM_UNITED_STATES.includes(engine))
  const place = placed.length === 0 ? 'without a country' : placesOf(placed, engines)
  return [
    `Asked over the makers’ interfaces, with web search on, ${days}, ${place}${served.length > 0 ? `: ${served.join('; ')}` : ''}.`,
    'Apps may search and cite differently; this measures that interface, not what one person sees.',
  ]
}

function placesOf(placed: readonly EngineName[], engines: readonly EngineName[]): string {
  const others = engines.filter((engine) => !placed.includes(engine))
  const rest = others.length === 0 ? '' : ` (${engineNames(others)} without a country)`
  return `as from the United States${rest}`
}
