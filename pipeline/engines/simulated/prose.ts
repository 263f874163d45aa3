import type { MarketBrand } from './market.ts'
import { ORDINARY_WORDS } from './names.ts'
import type { Random } from './random.ts'

/** What one answer is written from. */
export interface Scene {
  readonly question: string
  readonly category: string
  readonly market: readonly MarketBrand[]
  /** The brands to name, the most prominent first; the list may be empty. */
  readonly named: readonly MarketBrand[]
  /** A footnote or link for the sentence before it, or nothing. */
  readonly cite: () => string
  readonly random: Random
  /** The phrases that this answer has used, so that it doesn't repeat itself. */
  readonly said: Set<string>
}

/** Each reads well after "is", after "call it" and on its own. */
const REASONS = [
  'easy to start with, and fair in what it costs',
  'a choice with strong support and steady reviews over the years',
  'the one with the widest choice, though it takes time to get to know',
  'a safe pick for most buyers',
  'good value for small teams, with a few rough edges',
  'popular with people who compared several options first',
  'clear in its terms, without surprises on the bill',
  'well made, but the cheapest tier leaves out too much',
  'dependable in long-term tests',
  'a newer option that has been improving quickly',
  'the right one where quality matters more than the price',
  'a specialist that does one thing very well',
]

const ADVICE = [
  'Prices change often, so check the current ones before you decide.',
  'The right choice depends on your budget, on how much you will use it, and on what you have today.',
  'Most of the tests read for this answer agree on the first two places and differ on the rest.',
  'A trial of two weeks says more than any list, so try at least two options side by side.',
  'Read recent reviews rather than the average of all years, because quality moves in both directions.',
  'Ask what happens when you leave: what you can take with you, and how long that takes.',
  'Total cost over two years is a better yardstick than the first invoice.',
  'Several reviewers point out that small details make the difference in daily use.',
]

/** What speaks for a brand, as the end of a sentence. */
export function reason(scene: Scene): string {
  return fresh(REASONS, scene)
}

/** A sentence of general advice. */
export function advice(scene: Scene): string {
  return fresh(ADVICE, scene)
}

function fresh(list: readonly string[], { random, said }: Scene): string {
  const left = list.filter((phrase) => !said.has(phrase))
  const phrase = random.pick(left.length > 0 ? left : list)
  said.add(phrase)
  return phrase
}

/** The name as this answer writes it: mostly as it is, now and then with a mark, a typographic apostrophe or in another case. */
export function written(brand: MarketBrand, random: Random): string {
  const name = random.chance(0.3) ? brand.name.replace("'", '’') : brand.name
  if (brand.linked === true) return `[${name}](https://${brand.domain}/)`
  if (!brand.distinctive || random.chance(0.9)) return name
  return random.pick([`${name}™`, `${name}®`, name.slice(0, 1) + name.slice(1).toLowerCase()])
}

/** A sentence about one brand, its name at the start, in the middle, or as a possessive. */
export function sentenceOn(brand: MarketBrand, scene: Scene): string {
  const { random } = scene
  const name = written(brand, random)
  const owner = /['’]s$/.test(name) ? name : `${name}${random.pick(["'s", '’s'])}`
  const why = reason(scene)
  return random.pick([
    `${name} is ${why}.`,
    `Reviewers call ${name} ${why}.`,
    `${owner} terms are among the fairest, and buyers find it ${why}.`,
    `If you can only try one, make it ${name}: ${why}.`,
  ])
}

/** `A, B and C`, with the comma before the last one at times. */
export function enumeration(brands: readonly MarketBrand[], random: Random): string {
  const names = brands.map((brand) => written(brand, random))
  const last = names.pop() ?? ''
  if (names.length === 0) return last
  return `${names.join(', ')}${names.length > 1 && random.chance(0.5) ? ',' : ''} ${random.pick(['and', 'or'])} ${last}`
}

/** A sentence in which a word that is a brand in this market isn't one; null where the market has no such word. */
export function ordinarySentence(market: readonly MarketBrand[], random: Random): string | null {
  const sentences = market.flatMap(({ name }) =>
    Object.hasOwn(ORDINARY_WORDS, name) ? (ORDINARY_WORDS[name] ?? []) : [],
  )
  return sentences.length === 0 ? null : random.pick(sentences)
}

/** A paragraph in German or Japanese on the first brands of the answer. */
export function foreignParagraph([first, second]: readonly MarketBrand[], random: Random): string | null {
  if (first === undefined || second === undefined) return null
  return random.pick([
    `Kurz auf Deutsch: ${first.name} gilt meist als erste Wahl; wer weniger ausgeben möchte, ist mit ${second.name} gut beraten. Ein Test über zwei Wochen lohnt sich.`,
    `Auf Deutsch: Im Vergleich mit ${second.name} überzeugt ${first.name} durch klare Preise und guten Kundendienst.`,
    `日本語での要約：${first.name}は初めての人にも使いやすく、${second.name}は価格の面で選ばれています。購入の前に最新の料金を確認してください。`,
  ])
}
