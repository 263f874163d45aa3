import { z } from 'zod'
import { marketWords } from '../../contract/market/market.ts'
import { citation, type EngineName } from '../../contract/terms.ts'
import type { Asking, Engine, Reading } from '../engine.ts'
import { toSearches } from '../searches.ts'
import { MAX_NAMED, writeAnswer } from './answer.ts'
import { drawBrands, marketOf, withProduct } from './market.ts'
import { type Random, randomOf } from './random.ts'
import { drawSources, markerOf } from './sources.ts'

const MODEL = 'simulated-1'

/** The probabilities that Google shows no overview, that another engine refuses, and that an answer has no search. */
const NO_OVERVIEW = 0.3
const REFUSED = 0.01
const UNGROUNDED = 0.03

/**
 * A simulated reply's body; for AI_OVERVIEW a refusal means that no overview was shown. AI_OVERVIEW doesn't say what it searched
 * for, and neither did earlier releases.
 */
const simulatedBody = z.union([
  z.object({ simulated: z.literal(true), refused: z.literal(true), text: z.string() }),
  z.object({
    simulated: z.literal(true),
    text: z.string(),
    citations: z.array(citation),
    grounded: z.boolean(),
    searches: z.array(z.string()).optional(),
  }),
])
type SimulatedBody = z.infer<typeof simulatedBody>

/** The engine's reply to this asking, the same on every machine at any time. */
function toSimulatedBody(engine: EngineName, asking: Asking): SimulatedBody {
  const { category, question, tag, product } = asking
  const cell = [engine, category, question, withoutReportSlug(tag), ...marketWords(asking.market)]
  const random = randomOf('answer', ...cell)
  if (random.chance(engine === 'AI_OVERVIEW' ? NO_OVERVIEW : REFUSED)) {
    return { simulated: true, refused: true, text: engine === 'AI_OVERVIEW' ? '' : 'I can’t help with that request.' }
  }
  const invented = marketOf(category)
  const market = product === undefined ? invented : withProduct(invented, product)
  const named = drawBrands(market, { engine, category, question, month: monthIn(tag) }, random).slice(0, MAX_NAMED)
  const grounded = !random.chance(UNGROUNDED)
  const citations = grounded ? drawSources(market, named, category, random) : []
  const cite = markerOf(engine, citations, random)
  const text = writeAnswer({ question, category, market, named, cite, random })
  if (engine === 'AI_OVERVIEW') return { simulated: true, text, citations, grounded }
  // A separate generator keeps the answers those of earlier releases.
  const searching = randomOf('searches', ...cell)
  return { simulated: true, text, citations, grounded, searches: grounded ? drawSearches(asking, searching) : [] }
}

/** One to three queries, some of which other answers share. */
function drawSearches({ question, category }: Asking, random: Random): string[] {
  const queries = [
    question.replace(/\?+$/, ''),
    `best ${category}`,
    `best ${category} compared`,
    `${category} reviews`,
    `${category} pricing`,
  ]
  return random.shuffled(queries).slice(0, random.int(1, 3))
}

/** Reads a simulated reply; any other body is `empty`. */
function fromSimulatedReply(bodies: readonly unknown[]): Reading {
  const body = simulatedBody.safeParse(bodies.at(-1)).data
  if (body === undefined) return { kind: 'empty' }
  if ('refused' in body) return { kind: 'noAnswer', text: body.text, model: MODEL }
  const { text, citations, grounded } = body
  const searches = body.searches === undefined ? null : toSearches(body.searches, grounded)
  return { kind: 'answered', text, citations, grounded, searches, model: MODEL }
}

/** A stand-in for the named engine: free, never fails, and always gives the same answer to the same asking. */
export function createSimulated(name: EngineName): Engine {
  return {
    name,
    estimate: { typicalUsd: 0, worstUsd: 0, typicalMs: 0 },
    ask: async (asking) => {
      const raw = JSON.stringify(toSimulatedBody(name, asking))
      return { raw, body: JSON.parse(raw), costUsd: 0 }
    },
    read: fromSimulatedReply,
  }
}

/** The tag without a report's random slug, so that two reports on the same input get the same answers. */
function withoutReportSlug(tag: string): string {
  return tag.replace(/^report\/[^/]+/, 'report')
}

/** Months since the year 0 from a tag such as `2026-11/crm-software/q3/r0`; null for other tags. */
function monthIn(tag: string): number | null {
  const [, year, month] = /^(\d{4})-(\d{2})\//.exec(tag) ?? []
  return year === undefined || month === undefined ? null : Number(year) * 12 + Number(month)
}
