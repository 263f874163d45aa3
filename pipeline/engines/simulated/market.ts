import type { EngineName } from '../../contract/terms.ts'
import { type InventedName, inventNames } from './names.ts'
import { type Random, randomOf } from './random.ts'

/** An invented brand. `strength` is about its share of a category's answers, in 0..1. */
export interface MarketBrand extends InventedName {
  readonly domain: string
  readonly strength: number
  /** What one month adds or takes in logits, 0 for a brand that holds its place. */
  readonly drift: number
  /** Whether it is always a link to its site: so a simulated reader knows a name that it did not invent. */
  readonly linked?: true
}

/** How far a leaning goes, as a deviation in logits. */
const ENGINE_LEANING = 0.4
const QUESTION_LEANING = 0.6
const JOINT_LEANING = 0.3
/** Movers go up for this many months, then down for as many. */
const SWING_MONTHS = 4
const DRIFT = 0.9
const MOVERS = 3

/** The invented brands of a category, 13 to 16, the strongest first; the same text always gives the same ones. */
export function marketOf(category: string): readonly MarketBrand[] {
  const random = randomOf('market', category)
  const names = random.shuffled(inventNames(random))
  // The first and the last of the list have no room to move, so movers come from its upper middle.
  const movers = new Set(random.shuffled(names.slice(1, 8)).slice(0, MOVERS))
  return names.map((invented, rank) => ({
    ...invented,
    domain: `${invented.label}.example`,
    strength: 0.05 + 0.78 * (1 - rank / names.length) ** 1.4,
    drift: movers.has(invented) ? (random.chance(0.5) ? DRIFT : -DRIFT) : 0,
  }))
}

/**
 * The market with the product that a report is about at its end, in the place of an invented brand of the same name; the
 * same product is always as strong, and named in between about a tenth and a half of the answers.
 */
export function withProduct(
  market: readonly MarketBrand[],
  { brand, domain }: { readonly brand: string; readonly domain: string },
): readonly MarketBrand[] {
  const others = market.filter(({ name }) => name.toLowerCase() !== brand.toLowerCase())
  const label = domain.replace(/\..*$/, '')
  const strength = 0.1 + 0.4 * randomOf('product', brand, domain).next()
  return [...others, { name: brand, label, domain, distinctive: false, strength, drift: 0, linked: true }]
}

/** Where one asking stands: what leans a brand's chance to one side or the other. */
export interface Stand {
  readonly engine: EngineName
  readonly category: string
  readonly question: string
  /** Months since the year 0; null outside of a month, where nothing drifts. */
  readonly month: number | null
}

/**
 * The brands that one answer names, the most prominent first: each is drawn by its own chance, which leans by engine and
 * by question and drifts with the month.
 */
export function drawBrands(market: readonly MarketBrand[], stand: Stand, random: Random): MarketBrand[] {
  return market
    .map((brand) => ({ brand, logit: logitOf(brand, stand), draw: random.next(), noise: random.normal() }))
    .filter(({ logit, draw }) => draw < 1 / (1 + Math.exp(-logit)))
    .sort((a, b) => b.logit + b.noise - (a.logit + a.noise))
    .map(({ brand }) => brand)
}

function logitOf(brand: MarketBrand, { engine, category, question, month }: Stand): number {
  const lean = (...words: string[]) => randomOf('lean', category, brand.name, ...words).normal()
  return (
    Math.log(brand.strength / (1 - brand.strength)) +
    ENGINE_LEANING * lean('engine', engine) +
    QUESTION_LEANING * lean('question', question) +
    JOINT_LEANING * lean('both', engine, question) +
    (month === null ? 0 : brand.drift * swing(month))
  )
}

/** From -half to +half in whole steps and back, so that every two months in a row differ by exactly one step. */
function swing(month: number): number {
  return Math.abs((month % (2 * SWING_MONTHS)) - SWING_MONTHS) - SWING_MONTHS / 2
}
