import { type MarketBrand, marketOf } from '../engines/simulated/market.ts'
import { ORDINARY_WORDS } from '../engines/simulated/names.ts'
import { randomOf } from '../engines/simulated/random.ts'
import type { ScribeVendor } from './call.ts'
import type { Scribe } from './scribe.ts'

/** What a second simulated reader overlooks of the names, so that two readers differ as real ones do. */
const OVERLOOKED = 0.04

/** A name that is a link to its own site: the product of a report, which no market has. */
const LINKED_NAME = /\[([^\][\n]+)\]\(https:\/\/([^/\s)]+)\/\)/g

/** The models of simulated scribes, the first reader's and the second's. */
export const SIMULATED_READERS = ['simulated-reader-1', 'simulated-reader-2'] as const

/**
 * A scribe without its vendor: free, never failing, and the same reply to the same prompt. It reads the invented brands
 * of the simulated engines, which it knows from the prompt's category, and what links to its own site; it writes no
 * questions, so that templates serve.
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
    read: readSimulated,
  }
}

/** The value in the body of a simulated reply. */
export function readSimulated(body: unknown): unknown {
  return body
}

function readPrompt(prompt: string, model: string) {
  const market = marketOf(categoryIn(prompt))
  return [...prompt.matchAll(/^<answer (\S+)>\n([\s\S]*?)\n<\/answer \1>$/gm)].map(([, answer = '', text = '']) => ({
    answer,
    names: namesIn(text, market).filter(
      ({ name }) => model === SIMULATED_READERS[0] || !randomOf(model, answer, name).chance(OVERLOOKED),
    ),
  }))
}

/** The category that the prompt names, as JSON in a line of its own. */
function categoryIn(prompt: string): string {
  const [, json = '""'] = /^Category: (".*")$/m.exec(prompt) ?? []
  const category: unknown = JSON.parse(json)
  return typeof category === 'string' ? category : ''
}

/** The market's names in the text, in order of first appearance, each once; in no sentence where they are ordinary words. */
function namesIn(text: string, market: readonly MarketBrand[]) {
  let left = text.replaceAll('’', "'")
  const found: { at: number; name: string; role: 'choice'; domain: string }[] = []
  for (const sentence of Object.values(ORDINARY_WORDS).flat()) left = masked(left, sentence)
  // The longest first: one name can be part of another.
  for (const brand of market.toSorted((a, b) => b.name.length - a.name.length)) {
    const at = Math.min(...spellingsOf(brand).flatMap((each) => (left.includes(each) ? [left.indexOf(each)] : [])))
    if (at === Number.POSITIVE_INFINITY) continue
    found.push({ at, name: text.slice(at, at + brand.name.length), role: 'choice', domain: brand.domain })
    for (const spelling of spellingsOf(brand)) left = masked(left, spelling)
  }
  for (const { 1: name = '', 2: domain = '', index } of left.matchAll(LINKED_NAME))
    if (name.trim() !== '' && !found.some((each) => each.name === name))
      found.push({ at: index, name: text.slice(index + 1, index + 1 + name.length), role: 'choice', domain })
  return found.sort((a, b) => a.at - b.at).map(({ at: _, ...name }) => name)
}

/** A name as simulated answers write it: now and then in lower case behind its first letter. */
function spellingsOf({ name, distinctive }: MarketBrand): string[] {
  return distinctive ? [name, name.slice(0, 1) + name.slice(1).toLowerCase()] : [name]
}

/** The text with something in it made unreadable, all else where it was. */
function masked(text: string, part: string): string {
  return text.replaceAll(part, ' '.repeat(part.length))
}
