import {
  advice,
  enumeration,
  foreignParagraph,
  ordinarySentence,
  reason,
  type Scene,
  sentenceOn,
  written,
} from './prose.ts'

/** Most brands that one answer has room for. */
export const MOST_NAMED = 8
const MOST_WORDS = 340
const LEAST_WORDS = 65

type Form = (scene: Scene) => string[]

/** The text of one simulated answer in Markdown, 60 to 350 words; every brand of the scene is named in it, except by the form that names nobody. */
export function writeAnswer(scene: Scene): string {
  const { random, market, named } = scene
  const form = named.length < 2 ? (named.length === 0 ? nobody : prose) : random.pick(FORMS)
  const body = form(scene)
  const extras = [
    ...(random.chance(0.6) ? [ordinarySentence(market, random)] : []),
    ...(random.chance(0.35) ? [keyFeatures(scene)] : []),
    ...(random.chance(0.3) ? [`## Pricing\n\n${advice(scene)}${scene.cite()}`] : []),
    ...(form !== nobody && random.chance(0.12) ? [foreignParagraph(named, random)] : []),
    ...(random.chance(0.3) ? [`**Bottom line:** ${advice(scene)}`] : []),
  ].flatMap((block) => block ?? [])
  const blocks = [...opening(scene), ...body]
  for (const extra of extras) if (wordsIn([...blocks, extra]) <= MOST_WORDS) blocks.push(extra)
  while (wordsIn(blocks) < LEAST_WORDS) blocks.push(`${advice(scene)} ${advice(scene)}`)
  return blocks.join('\n\n')
}

function opening({ question, category, random, cite }: Scene): string[] {
  const lead = `Several options for ${category} come up again and again in current tests and discussions.${cite()}`
  return random.pick([[lead], [`## ${question}`, lead], [`You asked: “${question}” ${lead}`], [], []])
}

const numberedList: Form = (scene) => {
  const { named, random, cite } = scene
  const bold = random.chance(0.8)
  const linked = random.chance(0.25)
  const items = named.map((brand, index) => {
    const name = written(brand, random)
    const label = linked && brand.linked !== true ? `[${name}](https://${brand.domain}/)` : name
    return `${index + 1}. ${bold ? `**${label}**` : label} ${random.pick(['–', '-', '—'])} ${reason(scene)}.${cite()}`
  })
  return [items.join('\n')]
}

const bulletList: Form = (scene) => {
  const { named, random, cite } = scene
  const bullet = random.pick(['-', '*', '•'])
  const bold = random.chance(0.6)
  const items = named.map((brand) => {
    const name = written(brand, random)
    return `${bullet} ${bold ? `**${name}:**` : `${name}:`} ${reason(scene)}.${cite()}`
  })
  return [items.join('\n')]
}

const table: Form = (scene) => {
  const { named, random, cite } = scene
  const rows = named.map((brand) => {
    const name = written(brand, random)
    return `| ${random.chance(0.5) ? `**${name}**` : name} | ${reason(scene)} | ${random.pick(['$', '$$', '$$$'])}${cite()} |`
  })
  return [['| Option | Best for | Price |', '|---|---|---|', ...rows].join('\n')]
}

const prose: Form = (scene) => {
  const { named, category, random, cite } = scene
  const [first, ...rest] = named
  const paragraphs = first === undefined ? [] : [`${sentenceOn(first, scene)}${cite()}`]
  const told = rest.slice(0, 2).map((brand) => `${sentenceOn(brand, scene)}${cite()}`)
  if (told.length > 0) paragraphs.push(told.join(' '))
  const others = rest.slice(2)
  if (others.length > 0)
    paragraphs.push(
      `Other options for ${category}, such as ${enumeration(others, random)}, are named less often.${cite()}`,
    )
  return paragraphs
}

const AWARDS = ['Best overall', 'Best value', 'Best for beginners', 'Best for large teams', 'Runner-up']

const sections: Form = (scene) => {
  const { named, random, cite } = scene
  const awarded = named.slice(0, AWARDS.length).map((brand, index) => {
    const about = `${reason(scene)}.${cite()}`
    return `### ${AWARDS[index]}: ${written(brand, random)}\n\n${about.slice(0, 1).toUpperCase()}${about.slice(1)}`
  })
  const others = named.slice(AWARDS.length)
  return others.length === 0
    ? awarded
    : [...awarded, `### Also worth a look\n\nConsider ${enumeration(others, random)} too.`]
}

const comparison: Form = (scene) => {
  const { random, cite } = scene
  const [first, second, ...others] = scene.named
  if (first === undefined || second === undefined) return []
  const [left, right] = [written(first, random), written(second, random)]
  const head = `## ${left} ${random.pick(['vs.', 'vs', 'or'])} ${right}`
  const points = [
    `- **Price:** ${left} starts lower, ${right} includes more.${cite()}`,
    `- **Ease of use:** ${first.name} is ${reason(scene)}.${cite()}`,
    `- **Support:** Buyers say of ${second.name}: ${reason(scene)}.`,
  ]
  const rest = others.length === 0 ? [] : [`People who compare these two also look at ${enumeration(others, random)}.`]
  return [head, points.join('\n'), ...rest]
}

const nobody: Form = ({ category, cite }) => [
  `There is no single best answer for ${category}: it depends on what you need, and the tests disagree.${cite()}`,
  '1. **Set a budget** – decide what it may cost in two years.\n2. **List what you need** – separate musts from wishes.\n3. **Try before you buy** – most vendors let you.',
]

function keyFeatures({ random, cite }: Scene): string {
  const features = random.shuffled([
    'Ease of use',
    'Clear pricing',
    'Customer support',
    'Durability',
    'Good documentation',
  ])
  return [
    '### Key features to look for',
    '',
    ...features.slice(0, 3).map((feature) => `- **${feature}**${cite()}`),
  ].join('\n')
}

function wordsIn(blocks: readonly string[]): number {
  return blocks.join(' ').split(/\s+/).length
}

/** Lists are what engines write most; one answer in some thirty names nobody. */
const WEIGHTED: readonly (readonly [Form, number])[] = [
  [numberedList, 8],
  [bulletList, 6],
  [table, 4],
  [prose, 6],
  [sections, 5],
  [comparison, 3],
  [nobody, 1],
]
const FORMS = WEIGHTED.flatMap(([form, weight]) => Array<Form>(weight).fill(form))
