import type { FrozenRanking, RankedBrand, RankingAnswer } from '../../pipeline/contract/ranking.ts'
import type { EngineName, Evidence } from '../../pipeline/contract/terms.ts'
import { isCounted } from '../../pipeline/contract/terms.ts'
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
interface Sentences {
  readonly opening: string
  readonly reasons: readonly string[]
  readonly closing: string
}

const ENGLISH: Sentences = {
  opening: 'There is no single best choice; it depends on the size of the team and on what it already uses.',
  reasons: [
    'is easy to learn, and most teams are at work with it within a day',
    'has the most complete reporting of all that were compared, at a price',
    'integrates with nearly everything, though support is slow to answer',
    'costs little, has a free plan for three people, and does what it says',
  ],
  closing: 'Try two of them with your own data before you decide, and look at what leaving would cost.',
}

const ARABIC: Sentences = {
  opening: 'لا يوجد خيار واحد هو الأفضل؛ الأمر يعتمد على حجم الفريق.',
  reasons: ['سهل التعلم ويناسب الفرق الصغيرة', 'يقدم أفضل التقارير ولكن بسعر أعلى', 'يتكامل مع معظم الأدوات الأخرى'],
  closing: 'جرّب اثنين منها قبل أن تقرر.',
}

const HEBREW: Sentences = {
  opening: 'אין בחירה אחת שמתאימה לכולם; זה תלוי בגודל הצוות.',
  reasons: ['קל ללמידה ומתאים לצוותים קטנים', 'מציע את הדוחות הטובים ביותר, אך יקר יותר', 'משתלב כמעט עם כל כלי אחר'],
  closing: 'כדאי לנסות שניים מהם לפני שמחליטים.',
}

/** Names of 80 characters, one without a place to break it. */
export const LONG_NAMES = [
  'The Consolidated International Customer Relationship and Sales Pipeline Company',
  `Unbreakable${'customerrelationship'.repeat(4)}`.slice(0, 80),
  'شركة إدارة علاقات العملاء والمبيعات الموحدة الدولية للحلول البرمجية السحابية الم',
]

/** Names whose addresses collide, or that have no letter. */
export const ODD_NAMES = ['Acme', 'acme', 'ACME!', 'Acme 2', 'Acme OpenAI', '+++', '!!!', 'Content']

/** 600 answers, 20 questions, sixty brands with every odd and long name among them. */
export function largeRanking(): FrozenRanking {
  const plain = Array.from(
    { length: 60 - LONG_NAMES.length - ODD_NAMES.length },
    (_, index) => `Brand ${letter(index)}`,
  )
  return made({
    slug: 'large-category',
    category: 'Customer relationship management software for sales teams of all sizes',
    questions: Array.from(
      { length: 20 },
      (_, index) => `Which CRM is the best for a team of ${5 * (index + 1)} people?`,
    ),
    names: [...plain.slice(0, 4), ...LONG_NAMES, ...plain.slice(4), ...ODD_NAMES],
    runs: 5,
    sentences: ENGLISH,
  })
}

/** All right to left but the engines and two brands. */
export function arabicRanking(): FrozenRanking {
  return made({
    slug: 'arabic-category',
    category: 'برامج إدارة علاقات العملاء',
    questions: ['ما هو أفضل برنامج لإدارة علاقات العملاء؟', 'أي برنامج يناسب فريق مبيعات صغير (5 أشخاص)؟'],
    names: ['سيلزفورس', 'Acme (EU)', 'زوهو', 'Bolt 3', 'أودو'],
    runs: 2,
    sentences: ARABIC,
  })
}

export function hebrewRanking(): FrozenRanking {
  return made({
    slug: 'hebrew-category',
    category: 'תוכנות לניהול לקוחות (CRM)',
    questions: ['מהי תוכנת ה-CRM הטובה ביותר?', 'איזו תוכנה מתאימה לעסק קטן?'],
    names: ['מאנדיי', 'Acme!', 'זוהו 2', 'Bolt'],
    sentences: HEBREW,
  })
}

/** One engine, one question, one brand. */
export function oneEngineRanking(): FrozenRanking {
  return made({
    slug: 'one-engine',
    category: 'Password managers',
    questions: ['Which password manager should I use?'],
    names: ['Acme'],
    engines: ['AI_OVERVIEW'],
    runs: 2,
    sentences: ENGLISH,
  })
}

/** A month of which nothing could be counted. */
export function emptyRanking(): FrozenRanking {
  const ranking = made({
    slug: 'empty-category',
    category: 'Crystal balls',
    questions: ['Which crystal ball is the best?', 'Which one is cheap?'],
    names: [],
    engines: ['OPENAI', 'GROK'],
    sentences: ENGLISH,
  })
  const answers = ranking.answers.map((answer) => ({ ...answer, failed: true, model: null, text: '', citations: [] }))
  const ledger = ranking.ledger.map((row) => ({
    ...row,
    counted: 0,
    noAnswer: 0,
    failed: row.planned,
    failures: [{ kind: 'TIMEOUT' as const, count: row.planned, words: 'timeout' }],
  }))
  return { ...ranking, answers, ledger, answersCounted: 0, sources: [], engines: [] }
}

/** All of the above. */
export function hardRankings(): FrozenRanking[] {
  return [largeRanking(), arabicRanking(), hebrewRanking(), oneEngineRanking(), emptyRanking()]
}

function made({ slug, category, questions, names, engines = ENGINES, runs = 1, sentences }: Shape): FrozenRanking {
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
  const around = (width: number) => ({ low: Math.max(0, rate - width), high: Math.min(1, rate + width) })
  return {
    name,
    mentions: naming.length,
    averagePosition: positions.length === 0 ? null : positions.reduce((sum, each) => sum + each, 0) / positions.length,
    interval: around(0.09),
    intervalSameQuestions: around(0.05),
    tie: 1,
    engines: engines.map((engine) => ({
      engine,
      mentions: naming.filter((each) => each.engine === engine).length,
      answers: counted.filter((each) => each.engine === engine).length,
    })),
  }
}

/** `Aa`, `Ba`, …, `Ab`. */
function letter(index: number): string {
  return String.fromCharCode(65 + (index % 26), 97 + Math.floor(index / 26))
}

/** The same numbers every time. */
function randomFrom(seed: number): () => number {
  let state = seed
  return () => {
    state = (1_664_525 * state + 1_013_904_223) % 4_294_967_296
    return state / 4_294_967_296
  }
}
