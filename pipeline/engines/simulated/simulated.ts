import { z } from 'zod'
import { citation, type EngineName } from '../../contract/terms.ts'
import type { Asking, Engine, Reading } from '../engine.ts'
import { MOST_NAMED, writeAnswer } from './forms.ts'
import { drawBrands, marketOf, withProduct } from './market.ts'
import { randomOf } from './random.ts'
import { drawSources, markerOf } from './sources.ts'

const MODEL = 'simulated-1'

/** Shares of the askings: overviews that aren't shown, refusals of the other engines, answers without a search. */
const NO_OVERVIEW = 0.3
const REFUSED = 0.01
const UNGROUNDED = 0.03

/** The body of a simulated reply: an answer, or a refusal, which for AI_OVERVIEW means that none was shown. */
const simulatedBody = z.union([
  z.object({ simulated: z.literal(true), refused: z.literal(true), text: z.string() }),
  z.object({ simulated: z.literal(true), text: z.string(), citations: z.array(citation), grounded: z.boolean() }),
])
type SimulatedBody = z.infer<typeof simulatedBody>

/** The body that this engine gives to this asking: always the same one, whatever the clock or the machine. */
function toSimulatedBody(engine: EngineName, { category, question, tag, product }: Asking): SimulatedBody {
  const random = randomOf('answer', engine, category, question, lastingPart(tag))
  if (random.chance(engine === 'AI_OVERVIEW' ? NO_OVERVIEW : REFUSED)) {
    return { simulated: true, refused: true, text: engine === 'AI_OVERVIEW' ? '' : 'I can’t help with that request.' }
  }
  const invented = marketOf(category)
  const market = product === undefined ? invented : withProduct(invented, product)
  const named = drawBrands(market, { engine, category, question, month: monthIn(tag) }, random).slice(0, MOST_NAMED)
  const grounded = !random.chance(UNGROUNDED)
  const citations = grounded ? drawSources(market, named, category, random) : []
  const cite = markerOf(engine, citations, random)
  const text = writeAnswer({ question, category, market, named, cite, random, said: new Set() })
  return { simulated: true, text, citations, grounded }
}

/** Reads a simulated reply; what isn't one is empty. */
function fromSimulatedReply(bodies: readonly unknown[]): Reading {
  const body = simulatedBody.safeParse(bodies.at(-1)).data
  if (body === undefined) return { kind: 'empty' }
  if ('refused' in body) return { kind: 'noAnswer', text: body.text, model: MODEL }
  const { text, citations, grounded } = body
  return { kind: 'answered', text, citations, grounded, model: MODEL }
}

/** The engine of this name without its vendor: free, never failing, and the same answer to the same asking. */
export function createSimulated(name: EngineName): Engine {
  return {
    name,
    model: MODEL,
    simulated: true,
    estimate: { typicalUsd: 0, worstUsd: 0, typicalMs: 0 },
    ask: async (asking) => {
      const raw = JSON.stringify(toSimulatedBody(name, asking))
      return { raw, body: JSON.parse(raw), costUsd: 0 }
    },
    read: fromSimulatedReply,
  }
}

/** Without a report's slug, which is drawn anew each time: a report that is run again says the same. */
function lastingPart(tag: string): string {
  return tag.replace(/^report\/[^/]+/, 'report')
}

/** Months since the year 0 from a tag such as `2026-11/crm-software/q3/r0`; null where the tag begins otherwise. */
function monthIn(tag: string): number | null {
  const [, year, month] = /^(\d{4})-(\d{2})\//.exec(tag) ?? []
  return year === undefined || month === undefined ? null : Number(year) * 12 + Number(month)
}
