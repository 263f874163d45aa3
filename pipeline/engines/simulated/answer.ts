import type { MarketBrand } from './market.ts'
import { ORDINARY_WORDS } from './names.ts'
import type { Random } from './random.ts'

/** What one answer is written from. */
interface Scene {
  readonly question: string
  readonly category: string
  readonly market: readonly MarketBrand[]
  /** The brands to name, the most prominent first. */
  readonly named: readonly MarketBrand[]
  /** Returns a citation marker for the sentence before it, or the empty string. */
  readonly cite: () => string
  readonly random: Random
}

/** A brand as this answer writes it, and what it says about it. */
interface Entry {
  readonly brand: MarketBrand
  readonly name: string
  readonly reason: string
}

type Form = (entries: readonly Entry[], scene: Scene) => string

/** The most brands that one answer names. */
export const MAX_NAMED = 8
const MIN_WORDS = 65
const NOBODY_NAMED = 0.03

const REASONS = [
  'easy to start with, and fair in what it costs',
  'a choice with strong support and steady reviews over the years',
  'a broad range that takes time to get to know',
  'a safe pick for most buyers',
  'good value for small teams, with a few rough edges',
  'popular with people who compared several options first',
  'clear in its terms, without surprises on the bill',
  'well made, but the cheapest tier leaves out too much',
  'dependable in long-term tests',
  'a newer option that has been improving quickly',
]

const ADVICE = [
  'Prices change often, so check the current ones before you decide.',
  'The right choice depends on your budget, on how much you will use it, and on what you have today.',
  'Most of the tests read for this answer agree on the first two places and differ on the rest.',
  'A trial of two weeks says more than any list, so try at least two options side by side.',
  'Read recent reviews rather than the average of all years, because quality moves in both directions.',
  'Total cost over two years is a better yardstick than the first invoice.',
]

/**
 * One simulated answer in Markdown, 60 to 350 words; about one in thirty names nobody, the others every brand in
 * `named`.
 */
export function writeAnswer(scene: Scene): string {
  const { question, category, market, named, cite, random } = scene
  const reasons = random.shuffled(REASONS)
  const advice = random.shuffled(ADVICE)
  const entries = named.map((brand, at) => ({ brand, name: written(brand, random), reason: reasons[at] ?? '' }))
  const form = named.length === 0 || random.chance(NOBODY_NAMED) ? nobody : random.pick(FORMS)
  const lead = `Several options for ${category} come up again and again in current tests and discussions.${cite()}`
  const blocks = [...random.pick([[lead], [`## ${question}`, lead], []]), form(entries, scene)]
  const ordinary = market.flatMap(({ name }) => (Object.hasOwn(ORDINARY_WORDS, name) ? ORDINARY_WORDS[name] : []) ?? [])
  if (ordinary.length > 0 && random.chance(0.6)) blocks.push(random.pick(ordinary))
  if (form !== nobody && random.chance(0.12)) blocks.push(...foreign(named, random))
  if (random.chance(0.3)) blocks.push(`**Bottom line:** ${advice.pop()}`)
  while (blocks.join(' ').split(/\s+/).length < MIN_WORDS) blocks.push(advice.pop() ?? ADVICE.join(' '))
  return blocks.join('\n\n')
}

/** The name as this answer spells it, sometimes with a trademark sign, a typographic apostrophe or in another case. */
function written(brand: MarketBrand, random: Random): string {
  const name = random.chance(0.3) ? brand.name.replace("'", '’') : brand.name
  if (brand.linked === true) return `[${name}](https://${brand.domain}/)`
  if (!brand.distinctive || random.chance(0.9)) return name
  return random.pick([`${name}™`, `${name}®`, name.slice(0, 1) + name.slice(1).toLowerCase()])
}

const numberedList: Form = (entries, { random, cite }) => {
  const linked = random.chance(0.25)
  const dash = random.pick(['–', '-', '—'])
  return entries
    .map(({ brand, name, reason }, index) => {
      const label = linked && brand.linked !== true ? `[${name}](https://${brand.domain}/)` : name
      return `${index + 1}. **${label}** ${dash} ${reason}.${cite()}`
    })
    .join('\n')
}

const bulletList: Form = (entries, { random, cite }) => {
  const bullet = random.pick(['-', '*', '•'])
  const bold = random.pick(['**', ''])
  return entries.map(({ name, reason }) => `${bullet} ${bold}${name}:${bold} ${reason}.${cite()}`).join('\n')
}

const table: Form = (entries, { random, cite }) => {
  const rows = entries.map(
    ({ name, reason }) => `| ${name} | ${reason} | ${random.pick(['$', '$$', '$$$'])}${cite()} |`,
  )
  return ['| Option | Best for | Price |', '|---|---|---|', ...rows].join('\n')
}

const prose: Form = (entries, { category, random, cite }) => {
  const sentences = entries.slice(0, 3).map(({ name, reason }) => {
    const owner = /['’]s$/.test(name) ? name : `${name}${random.pick(["'s", '’s'])}`
    const sentence = random.pick([
      `${name} is ${reason}.`,
      `Reviewers call ${name} ${reason}.`,
      `${owner} terms are among the fairest, and buyers find it ${reason}.`,
      `If you can only try one, make it ${name}: ${reason}.`,
    ])
    return sentence + cite()
  })
  const others = entries.slice(3).map(({ name }) => name)
  const list = new Intl.ListFormat('en', { type: random.pick(['conjunction', 'disjunction'] as const) }).format(others)
  const rest = `Other options for ${category}, such as ${list}, are named less often.${cite()}`
  return (others.length > 0 ? [...sentences, rest] : sentences).join(' ')
}

const nobody: Form = (_, { category, cite }) =>
  `There is no single best answer for ${category}: it depends on what you need, and the tests disagree.${cite()}

1. **Set a budget** – decide what it may cost in two years.
2. **List what you need** – separate musts from wishes.
3. **Try before you buy** – most vendors let you.`

/** A paragraph in German or Japanese on the first two brands. */
function foreign([first, second]: readonly MarketBrand[], random: Random): string[] {
  if (first === undefined || second === undefined) return []
  return random.pick([
    [`Auf Deutsch: Im Vergleich mit ${second.name} überzeugt ${first.name} durch klare Preise und guten Kundendienst.`],
    [`日本語での要約：${first.name}は初めての人にも使いやすく、${second.name}は価格の面で選ばれています。`],
  ])
}

/** Lists are in here twice, because engines write them most. */
const FORMS: readonly Form[] = [numberedList, numberedList, bulletList, bulletList, table, prose]
