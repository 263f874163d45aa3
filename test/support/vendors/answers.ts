/** The answers of the loopback vendors: deterministic texts that name invented brands, and the pages behind them. */
import type { EngineName } from '../../../pipeline/contract/terms.ts'

/** All invented, none part of another; the first are named most often. */
export const BRANDS = [
  'Ridgeloom',
  'Pacewell',
  'Quillmark',
  'Brambleforge',
  'Tindervane',
  'Oakspindle',
  'Marrowgate',
  'Lumenthrush',
  'Corvessa',
  'Zephyrlane',
  'Haldenby',
  'Nimbrick',
  'Ostervale',
  'Pellucor',
  'Rivetfern',
  'Saltmeridian',
  'Velloquent',
  'Wexmoor',
  'Yarrowbit',
  'Dapplecore',
  'Emberlathe',
  'Glimmerholt',
  'Juniperack',
  'Kestrelune',
] as const

const FEATURES = ['reporting', 'onboarding', 'pricing', 'integrations', 'support', 'templates'] as const

const PAGES: readonly Source[] = [
  { host: 'reviews.example.com', url: 'https://reviews.example.com/wide-field', title: 'The field, tested' },
  { host: 'www.example.org', url: 'https://www.example.org/buyers-guide', title: "A buyer's guide" },
  { host: 'blog.example.net', url: 'https://blog.example.net/2026/compared', title: 'Compared side by side' },
  {
    host: 'www.plainverdict.example',
    url: 'https://www.plainverdict.example/roundup?page=2',
    title: 'Roundup of the year',
  },
  {
    host: 'forum.benchtalk.example',
    url: 'https://forum.benchtalk.example/t/what-do-you-use',
    title: 'What do you use?',
  },
  { host: 'marketnotes.example', url: 'https://marketnotes.example/short-list', title: 'Short list' },
]

/** A page behind an answer. */
export interface Source {
  readonly url: string
  readonly title: string
  readonly host: string
}

/** A stretch of the text, and the sources (by index) that it rests on. */
export interface Piece {
  readonly text: string
  readonly cites: readonly number[]
}

/** A text in pieces that join to it, the pages that they cite, and one page that was only retrieved. */
export interface Draft {
  readonly pieces: readonly Piece[]
  readonly cited: readonly Source[]
  readonly retrieved: Source
}

/** FNV-1a, 32 bits. */
export function hash(text: string): number {
  let value = 0x811c9dc5
  for (let i = 0; i < text.length; i++) value = Math.imul(value ^ text.charCodeAt(i), 0x01000193)
  return value >>> 0
}

/** Mulberry32: numbers in 0..1 from a seed. */
export function randomFrom(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296
  }
}

/**
 * The brands that the default answer names, in order of first appearance: three to six of BRANDS. `n` counts the
 * answers that this engine gave to this question before.
 */
export function brandsFor(question: string, engine: EngineName, n: number): readonly string[] {
  const random = randomFrom(hash(`${engine}|${n}|${question}`))
  const wanted = 3 + Math.floor(random() * 4)
  const left: string[] = [...BRANDS]
  const names: string[] = []
  while (names.length < wanted) {
    // The square makes early names likelier, so that a ranking has a shape.
    const [name] = left.splice(Math.floor(random() ** 2 * left.length), 1)
    if (name !== undefined) names.push(name)
  }
  return names
}

/** The default answer: a list, prose or a table around the names of `brandsFor`. */
export function answerFor(question: string, engine: EngineName, n: number): string {
  const names = brandsFor(question, engine, n)
  const seed = hash(`${question}|${n}|${engine}`)
  const feature = (i: number) => FEATURES[(seed + i) % FEATURES.length] ?? 'support'
  const first = names[0] ?? ''
  switch (seed % 3) {
    case 0: {
      const items = names.map((name, i) => `${i + 1}. **${name}** - known for its ${feature(i)}.`)
      return `These options come up most often:\n\n${items.join('\n')}\n\nMost buyers start with ${first}.`
    }
    case 1: {
      const rest = names.slice(1).map((name, i) => `${name} is worth a look for its ${feature(i)}.`)
      return `${first} is the usual first pick for most teams.\n\n${rest.join('\n\n')}`
    }
    default: {
      const rows = names.map((name, i) => `| ${name} | ${feature(i)} | ${(seed + i) % 40} USD |`)
      return `Here is a comparison.\n\n| Product | Strength | From |\n| --- | --- | --- |\n${rows.join('\n')}\n\n${first} suits most teams.`
    }
  }
}

/**
 * Cuts a text into lines and lets the first three that are prose or list items cite pages: the first one page, the
 * second two, the third the site of the first brand named.
 */
export function draft(text: string, question: string): Draft {
  const seed = hash(question)
  const page = (i: number): Source => PAGES[(seed + i) % PAGES.length] ?? { url: '', title: '', host: '' }
  const cited = [page(0), page(1)]
  const brand = firstBrand(text)
  if (brand !== undefined) {
    const host = `www.${brand.toLowerCase()}.example`
    cited.push({ url: `https://${host}/`, title: brand, host })
  }
  let citing = 0
  const pieces = text.split(/(?<=\n)/).flatMap((line): Piece[] => {
    const said = line.trimEnd()
    const space = line.slice(said.length)
    if (said === '' || /^\s*[|#]/.test(said)) return [{ text: line, cites: [] }]
    const cites = [[0], [0, 1], [2]][citing++]?.filter((index) => index < cited.length) ?? []
    return space === ''
      ? [{ text: said, cites }]
      : [
          { text: said, cites },
          { text: space, cites: [] },
        ]
  })
  return { pieces, cited, retrieved: page(2) }
}

function firstBrand(text: string): string | undefined {
  let best: { name: string; at: number } | undefined
  for (const name of BRANDS) {
    const at = text.indexOf(name)
    if (at !== -1 && (best === undefined || at < best.at)) best = { name, at }
  }
  return best?.name
}

/** The first half of a text, cut at a line where it can be: what a reply that ran out of tokens has said. */
export function firstHalf(text: string): string {
  const half = text.slice(0, Math.ceil(text.length / 2))
  const line = half.lastIndexOf('\n')
  return line > 0 ? half.slice(0, line) : half
}

/** A plausible number of tokens. */
export function tokens(text: string): number {
  return Math.ceil(text.length / 4)
}
