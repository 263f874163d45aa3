import type { FrozenRanking, RankedBrand, RankingAnswer } from '../../pipeline/contract/ranking.ts'
import { type EngineName, type Evidence, isCounted } from '../../pipeline/contract/terms.ts'
import { ENGINES } from '../../pipeline/contract/words.ts'
import { frozenRanking } from '../support/rankings.ts'

/** What a made-up ranking is of. */
interface Shape {
  readonly slug: string
  readonly category: string
  readonly questions: readonly string[]
  /** The first is named most often. */
  readonly names: readonly string[]
  readonly engines?: readonly EngineName[]
  readonly runs?: number
  readonly sentences: Sentences
}

/** The sentences of answers in one language. */
export interface Sentences {
  readonly opening: string
  readonly reasons: readonly string[]
  readonly closing: string
}

/** A ranking of made-up answers, the same every time. */
export function made({
  slug,
  category,
  questions,
  names,
  engines = ENGINES,
  runs = 1,
  sentences,
}: Shape): FrozenRanking {
  const random = randomFrom(slug.length)
  const answers = questions.flatMap((_, question) =>
    engines.flatMap((engine) =>
      Array.from({ length: runs }, (_, run) => answer({ question, engine, run }, names, sentences, random)),
    ),
  )
  const brands = names
    .map((name) => brand(name, engines, answers))
    .sort((a, b) => b.mentions - a.mentions)
    .map((each, index, all) => ({
      ...each,
      rankRange: { from: Math.max(1, index - 1), to: Math.min(all.length, index + 3) },
    }))
  return frozenRanking({
    slug,
    category,
    month: '2026-11',
    prompts: [...questions],
    checkedAt: '2026-11-03T08:30:00.000Z',
    asked: { from: '2026-11-02T23:30:00.000Z', until: '2026-11-03T01:30:00.000Z' },
    engines: [...engines],
    top: brands.slice(0, 5).map(({ name, mentions }) => ({ name, mentions })),
    answersCounted: answers.filter(isCounted).length,
    brands,
    answers,
    sources: [
      {
        domain: 'example.com',
        citations: answers.flatMap((each) => each.citations).length,
        answers: answers.filter(({ citations }) => citations.length > 0).length,
        engines: [...engines],
      },
    ],
    ledger: engines.map((engine) => {
      const own = answers.filter((each) => each.engine === engine)
      const [failed, noAnswer] = [own.filter((each) => each.failed).length, own.filter((each) => each.noAnswer).length]
      return { engine, planned: own.length, counted: own.length - failed - noAnswer, noAnswer, failed, skipped: 0 }
    }),
    method: {
      detector: '7',
      namesBy: 'model',
      reader: { model: 'reader-1', prompt: '3' },
      unverified: 0,
      agreement: null,
    },
  })
}

/** An answer in Markdown that names a few of the names; some fail, and some have nothing to score. */
function answer(
  cell: Pick<RankingAnswer, 'question' | 'engine' | 'run'>,
  names: readonly string[],
  { opening, reasons, closing }: Sentences,
  random: () => number,
): RankingAnswer {
  const fate = random()
  const flags = { failed: fate < 0.02, noAnswer: fate > 0.98, grounded: fate < 0.9 }
  const named = names.filter((_, index) => random() < 0.9 / (1 + index / 3))
  let text = `## ${opening}\n\n`
  const evidence: Evidence[] = []
  for (const [index, name] of named.entries()) {
    const start = text.length + `${index + 1}. **`.length
    const reason = reasons[Math.floor(random() * reasons.length)] ?? ''
    evidence.push({ brand: name, start, end: start + name.length, rule: random() < 0.9 ? 'read' : 'found' })
    text += `${index + 1}. **${name}** ${reason} ([example.com](https://www.example.com/${Math.floor(1e6 * random())}?utm_source=x)).\n`
  }
  text += `\n${closing}`
  const counts = isCounted(flags)
  return {
    ...{
      ...cell,
      ...flags,
      text: flags.failed ? '' : text,
      model: flags.failed ? null : `model-${cell.engine.length}`,
    },
    brands: counts ? named : [],
    citations: (counts ? named : []).map((name, index) => ({
      url: `https://www.example.com/${index}`,
      title: name,
      domain: 'example.com',
    })),
    evidence: counts ? evidence : [],
  }
}

function brand(name: string, engines: readonly EngineName[], answers: readonly RankingAnswer[]): RankedBrand {
  const counted = answers.filter(isCounted)
  const naming = counted.filter((each) => each.brands.includes(name))
  const positions = naming.map((each) => each.brands.indexOf(name) + 1)
  const rate = naming.length / Math.max(1, counted.length)
  return {
    name,
    mentions: naming.length,
    averagePosition: positions.length === 0 ? null : positions.reduce((sum, each) => sum + each, 0) / positions.length,
    ...intervalsAround(rate),
    tie: 1,
    engines: engines.map((engine) => ({
      engine,
      mentions: naming.filter((each) => each.engine === engine).length,
      answers: counted.filter((each) => each.engine === engine).length,
    })),
  }
}

/** Intervals of a fixed width. */
export function intervalsAround(rate: number): Pick<RankedBrand, 'interval' | 'intervalSameQuestions'> {
  const around = (width: number) => ({ low: Math.max(0, rate - width), high: Math.min(1, rate + width) })
  return { interval: around(0.09), intervalSameQuestions: around(0.05) }
}

/** The same numbers every time. */
function randomFrom(seed: number): () => number {
  let state = seed
  return () => {
    state = (1_664_525 * state + 1_013_904_223) % 4_294_967_296
    return state / 4_294_967_296
  }
}
