import type { Change, FrozenRanking, RankedBrand } from '../../pipeline/contract/ranking.ts'
import { intervalsAround, made, type Sentences } from './made-ranking.ts'

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

/** Six months of one category: in September another model answered, and in November a brand was counted otherwise. */
export function sixMonths(): FrozenRanking[] {
  const names = ['Acme', 'Bolt', 'شركة', 'Consolidated Pipeline', 'Echo', 'Trovundra’s', 'Gale']
  const first = made({
    slug: 'six-months',
    category: 'Newsletter software',
    questions: ['Which newsletter tool is the best?', 'Which one is cheap?', 'Which one is easy?'],
    names,
    runs: 3,
    sentences: ENGLISH,
  })
  const months = ['06', '07', '08', '09', '10', '11'].map((month) => `2026-${month}`)
  return months.map((month, at) => {
    const share = (mentions: number, brand: number) =>
      Math.max(0, Math.min(first.answersCounted, Math.round(mentions + 12 * Math.sin(at + brand))))
    const brands = first.brands.map((each, index): RankedBrand => {
      const mentions = share(each.mentions, index)
      const moved = index % 3 === 1
      return {
        ...each,
        ...intervalsAround(mentions / first.answersCounted),
        mentions,
        ...(at > 0 && { change: at === 5 && index === 2 ? COUNTED_OTHERWISE : changeOf(moved) }),
      }
    })
    const answers = first.answers.map((each) => ({ ...each, model: each.model && (at < 3 ? 'model-1' : 'model-2') }))
    const day = `${month}-03`
    return {
      ...first,
      ...{ month, brands, answers },
      checkedAt: `${day}T08:30:00.000Z`,
      asked: { from: `${day}T01:30:00.000Z`, until: `${day}T02:30:00.000Z` },
      ...(at > 0 && { comparedWith: { month: months[at - 1] ?? '', version: 1 } }),
    }
  })
}

const changeOf = (moved: boolean): Change => ({
  ...{ from: 0.4, to: moved ? 0.6 : 0.42, points: moved ? 0.2 : 0.02, moved },
  ...{ interval: { low: moved ? 0.1 : -0.08, high: moved ? 0.3 : 0.12 }, comparedCells: 18, leftOut: [] },
})

const COUNTED_OTHERWISE: Change = {
  ...{ from: null, to: null, points: null, interval: null, moved: null },
  ...{ comparedCells: 0, leftOut: [], reason: 'RULES_CHANGED' },
}

/** All of the above. */
export function hardRankings(): FrozenRanking[] {
  return [largeRanking(), arabicRanking(), hebrewRanking(), oneEngineRanking(), emptyRanking(), ...sixMonths()]
}

/** `Aa`, `Ba`, …, `Ab`. */
function letter(index: number): string {
  return String.fromCharCode(65 + (index % 26), 97 + Math.floor(index / 26))
}
