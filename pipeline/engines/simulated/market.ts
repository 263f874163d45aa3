import type { EngineName } from '../../contract/terms.ts'
import { type InventedName, inventNames } from './names.ts'
import { type Random, randomOf } from './random.ts'

/** An invented brand; `strength` is roughly its share of a category's answers, in 0..1. */
export interface MarketBrand extends InventedName {
  readonly domain: string
  readonly strength: number
  /** The monthly change in logits, 0 for most brands. */
  readonly drift: number
  /** Always written as a link to its site, so that a simulated reader recognises a product that it didn't invent. */
  readonly linked?: true
}

/** Standard deviations, in logits, of a brand's effects by engine, by question, and by both together. */
const ENGINE_EFFECT = 0.4
const QUESTION_EFFECT = 0.6
const JOINT_EFFECT = 0.3
/** The months for which a moving brand rises before it falls again. */
const SWING_MONTHS = 4
const DRIFT = 0.9
const MOVERS = 3

/** The 13 to 16 invented brands of a category, strongest first; the same category always has the same brands. */
export function marketOf(category: string): readonly MarketBrand[] {
  const random = randomOf('market', category)
  const names = random.shuffled(inventNames(random))
  // The strongest and the weakest brands have no room to move.
  const movers = new Set(random.shuffled(names.slice(1, 8)).slice(0, MOVERS))
  return names.map((invented, rank) => ({
    ...invented,
    domain: `${invented.label}.example`,
    strength: 0.05 + 0.78 * (1 - rank / names.length) ** 1.4,
    drift: movers.has(invented) ? (random.chance(0.5) ? DRIFT : -DRIFT) : 0,
  }))
}

/**
 * The market with a report's product at its end, in place of an invented brand of the same name. A product always has
 * the same strength, between 0.1 and 0.5.
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

/** What a brand's chance of being named depends on. */
interface Circumstances {
  readonly engine: EngineName
  readonly category: string
  readonly question: string
  /** Months since the year 0; null outside a monthly ranking, where nothing drifts. */
  readonly month: number | null
}

/** The brands that one answer names, most prominent first; each is drawn independently. */
export function drawBrands(market: readonly MarketBrand[], given: Circumstances, random: Random): MarketBrand[] {
  return market
    .map((brand) => ({ brand, logit: logitOf(brand, given), draw: random.next(), noise: random.normal() }))
    .filter(({ logit, draw }) => draw < 1 / (1 + Math.exp(-logit)))
    .sort((a, b) => b.logit + b.noise - (a.logit + a.noise))
    .map(({ brand }) => brand)
}

function logitOf(brand: MarketBrand, { engine, category, question, month }: Circumstances): number {
  const effect = (...words: string[]) => randomOf('lean', category, brand.name, ...words).normal()
  return (
    Math.log(brand.strength / (1 - brand.strength)) +
    ENGINE_EFFECT * effect('engine', engine) +
    QUESTION_EFFECT * effect('question', question) +
    JOINT_EFFECT * effect('both', engine, question) +
    (month === null ? 0 : brand.drift * swing(month))
  )
}

/** A triangle wave in whole steps, so that consecutive months always differ by exactly one. */
function swing(month: number): number {
  return Math.abs((month % (2 * SWING_MONTHS)) - SWING_MONTHS) - SWING_MONTHS / 2
}
