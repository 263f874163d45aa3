import type { Stance } from '../contract/terms.ts'
import type { ScribeVendor } from '../contract/words.ts'
import { type MarketBrand, marketOf } from '../engines/simulated/market.ts'
import { ORDINARY_WORDS } from '../engines/simulated/names.ts'
import { randomOf } from '../engines/simulated/random.ts'
import type { Scribe } from './scribe.ts'

/** The share of names that a second simulated reader misses, so that two readers differ as real ones do. */
const MISSED_NAMES = 0.04
/** The share of stances that a second simulated reader misses. */
const MISSED_STANCES = 0.1

/** What a simulated answer says when it recommends a brand, and when it advises against it. */
const RECOMMENDED = /a safe pick|a choice with strong support|make it|easy to start with|dependable|überzeugt/
const ADVISED_AGAINST = /leaves out too much/

const sentences = new Intl.Segmenter('en', { granularity: 'sentence' })

/** A link in simulated answers: a report's product, which is in no market, links to its site. */
const LINKED_NAME = /\[([^\][\n]+)\]\(https:\/\/([^/\s)]+)\/\)/g

/** The model names of the first and the second simulated reader. */
export const SIMULATED_READERS = ['simulated-reader-1', 'simulated-reader-2'] as const

/**
 * A stand-in for a scribe: free, never fails, and always gives the same reply to the same prompt. It knows the invented
 * brands from the prompt's category and a product from its link; it writes no questions.
 */
export function createSimulatedScribe(vendor: ScribeVendor, model: (typeof SIMULATED_READERS)[number]): Scribe {
  return {
    vendor,
    model,
    worstUsd: () => 0,
    send: async ({ name, prompt }) => {
      const body = name === 'questions' ? { questions: [] } : { readings: readPrompt(prompt, model) }
      const raw = JSON.stringify({ simulated: true, ...body })
      return { raw, body: JSON.parse(raw), costUsd: 0 }
    },
    read: (body) => body,
  }
}

function readPrompt(prompt: string, model: string) {
  const market = marketOf(categoryIn(prompt))
  return [...prompt.matchAll(/^<answer (\S+)>\n([\s\S]*?)\n<\/answer \1>$/gm)].map(([, answer = '', text = '']) => ({
    answer,
    names: namesIn(text, market).flatMap((each) => {
      if (model === SIMULATED_READERS[0]) return [each]
      const random = randomOf(model, answer, each.name)
      if (random.chance(MISSED_NAMES)) return []
      return [random.chance(MISSED_STANCES) ? { ...each, stance: 'mentioned' } : each]
    }),
  }))
}

/** The prompt has the category as JSON on its own line. */
function categoryIn(prompt: string): string {
  const [, json = '""'] = /^Category: (".*")$/m.exec(prompt) ?? []
  const category: unknown = JSON.parse(json)
  return typeof category === 'string' ? category : ''
}

/**
 * The market's names in the text in order of first appearance, ignoring the sentences that use them as ordinary words.
 */
function namesIn(text: string, market: readonly MarketBrand[]) {
  let left = text.replaceAll('’', "'")
  const found: { at: number; name: string; role: 'choice'; domain: string }[] = []
  for (const sentence of Object.values(ORDINARY_WORDS).flat()) left = masked(left, sentence)
  // The longest comes first, because one name can be part of another.
  for (const brand of market.toSorted((a, b) => b.name.length - a.name.length)) {
    const at = Math.min(...spellingsOf(brand).flatMap((each) => (left.includes(each) ? [left.indexOf(each)] : [])))
    if (at === Number.POSITIVE_INFINITY) continue
    found.push({ at, name: text.slice(at, at + brand.name.length), role: 'choice', domain: brand.domain })
    for (const spelling of spellingsOf(brand)) left = masked(left, spelling)
  }
  for (const { 1: name = '', 2: domain = '', index } of left.matchAll(LINKED_NAME))
    if (name.trim() !== '' && !found.some((each) => each.name === name))
      found.push({ at: index, name: text.slice(index + 1, index + 1 + name.length), role: 'choice', domain })
  return found.sort((a, b) => a.at - b.at).map(({ at, ...name }) => ({ ...name, ...saidAt(text, at) }))
}

/** Citations, whose addresses would end a sentence. */
const CITED = /\(\[[^\][\n]*\]\([^()\s]*\)\)|\(https:[^()\s]*\)/g

/** The sentence at this place, and the stance that it takes. */
function saidAt(text: string, at: number): { readonly quote: string; readonly stance: Stance } {
  const start = text.lastIndexOf('\n', at) + 1
  const end = text.indexOf('\n', at)
  const line = text.slice(start, end < 0 ? undefined : end).replace(CITED, (cited) => ' '.repeat(cited.length))
  const quote = sentences.segment(line).containing(at - start)?.segment ?? line
  const stance = ADVISED_AGAINST.test(quote) ? 'advisedAgainst' : RECOMMENDED.test(quote) ? 'recommended' : 'mentioned'
  return { quote, stance }
}

/** The spellings of a name in simulated answers, which sometimes lower-case all but its first letter. */
function spellingsOf({ name, distinctive }: MarketBrand): string[] {
  return distinctive ? [name, name.slice(0, 1) + name.slice(1).toLowerCase()] : [name]
}

/** The text with every occurrence of `part` blanked out; offsets stay the same. */
function masked(text: string, part: string): string {
  return text.replaceAll(part, ' '.repeat(part.length))
}
