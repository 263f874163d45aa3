import type { Quote, Said } from '../contract/said/said.ts'
import { inTurn } from '../contract/said/said-words.ts'
import type { Stance } from '../contract/terms.ts'
import { STANCES } from '../contract/words.ts'
import type { CountedAnswer, CountedMention } from './count.ts'

/** The most quotes of each stance. */
const EACH = 3
/** The most quotes of a brand that isn't a report's product. */
const OF_BRAND = 3

interface Taken {
  readonly answer: CountedAnswer
  readonly mention: CountedMention & { readonly stance: Stance }
}

/**
 * Returns a function that gives what the answers say of a brand: undefined if no reading gave a stance. Quotes are at most
 * three of each stance if `all`, otherwise three in all, beginning with one of each stance.
 */
export function createSaid(
  counted: readonly CountedAnswer[],
): (brand: string, options?: { readonly all?: boolean }) => Said | undefined {
  const taken = counted.flatMap((answer): Taken[] =>
    answer.mentions.flatMap(({ stance, ...mention }) =>
      stance === undefined ? [] : [{ answer, mention: { ...mention, stance } }],
    ),
  )
  const byBrand = Map.groupBy(taken, ({ mention }) => mention.brand)
  return (brand, { all = false } = {}) => {
    const own = byBrand.get(brand)
    if (own === undefined) return undefined
    const of = (stance: Stance) => own.filter(({ mention }) => mention.stance === stance)
    const quotes = STANCES.map((stance) => spread(of(stance).flatMap(toQuote)))
    return {
      answers: own.length,
      recommended: of('recommended').length,
      mentioned: of('mentioned').length,
      advisedAgainst: of('advisedAgainst').length,
      quotes: all ? quotes.flat() : inTurn(quotes).slice(0, OF_BRAND),
    }
  }
}

function toQuote({ answer, mention }: Taken): Quote[] {
  const { quote, stance } = mention
  if (quote === undefined) return []
  const { engine, question, run, text } = answer
  return [{ stance, engine, question, run, text: text.slice(quote.start, quote.end) }]
}

/** The first quotes with different words, from as many engines as possible, in the order of their answers. */
function spread(quotes: readonly Quote[]): Quote[] {
  const different = [...new Map(quotes.toReversed().map((quote) => [quote.text, quote])).values()].reverse()
  const byEngine = [...Map.groupBy(different, ({ engine }) => engine).values()]
  return inTurn(byEngine).slice(0, EACH)
}
