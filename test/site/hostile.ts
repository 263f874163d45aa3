import type {
  Change,
  ChangeReason,
  FrozenRanking,
  RankedBrand,
  RankingAnswer,
} from '../../pipeline/contract/ranking.ts'
import { frozenRanking } from '../support/rankings.ts'

const INJECTED = '<img src=x onerror=alert(1)>'
const HOSTILE_SEARCH = '<script>alert(5)</script> \u202e"crm"'
/** A quote that tries to be markup, to turn its line around and to move a terminal's cursor. */
export const HOSTILE_QUOTE = '</blockquote><script>alert(6)</script> \u202e\u001b[2J=1+1 **Acme**'
const CITATIONS = [
  { url: 'https://good.example/a?b=1&c="2"', title: '<script>alert(2)</script>', domain: 'good.example' },
  { url: 'javascript:alert(3)', title: 'Click me', domain: null },
  { url: 'data:text/html,<script>alert(4)</script>', domain: null },
  { url: 'not an address', domain: null },
]

/** Texts that try to be markup, that run from right to left, that are not Latin, and evidence that is partly wrong. */
export const HOSTILE_ANSWERS: readonly RankingAnswer[] = [
  answer(
    0,
    'OPENAI',
    `<script>alert(1)</script> Acme & "Bolt"\u0007\u0085\n\n  </p>${INJECTED}\tend {expression} \${x}`,
    [
      ['Acme', 'Acme'],
      [INJECTED, INJECTED],
    ],
  ),
  answer(1, 'OPENAI', 'الأفضل هو Acme ثم \u202eBolt\u202c، وليس غيرهما.', [['Acme', 'Acme']]),
  answer(0, 'GEMINI', '最好的是北极星，其次是Acme。🚀\n'.repeat(40), [
    ['北极星', '北极星'],
    ['Acme', 'Acme'],
  ]),
  {
    ...answer(1, 'GEMINI', '🚀 Acme Bolt', [['Acme', 'Acme Bolt']]),
    evidence: [
      { brand: 'Acme', start: 3, end: 12, rule: 'name' },
      { brand: 'Overlaps', start: 8, end: 12, rule: 'name' },
      { brand: 'Outside', start: 2, end: 900, rule: 'name' },
      { brand: 'Before', start: -4, end: 2, rule: 'name' },
      { brand: 'Empty', start: 2, end: 2, rule: 'name' },
      { brand: 'Halves', start: 1, end: 3, rule: 'name' },
    ],
  },
  { ...answer(0, 'GROK', 'Acme, says a call that failed', []), failed: true, model: null, brands: ['Acme'] },
  { ...answer(1, 'GROK', 'Sorry.', []), noAnswer: true, citations: [] },
]
/** The pieces of evidence above that can be marked. */
export const MARKABLE = 6

const WIDE = { low: 0.1, high: 0.9 }
const BRANDS: readonly RankedBrand[] = [
  {
    ...brand('Acme', 4, 1),
    domain: 'acme.example',
    averagePosition: 1.25,
    said: {
      ...{ answers: 3, recommended: 2, mentioned: 0, advisedAgainst: 1 },
      quotes: [{ stance: 'advisedAgainst', engine: 'OPENAI', question: 0, run: 0, text: HOSTILE_QUOTE }],
    },
    change: change(0.41, 0.48, false),
  },
  { ...brand(INJECTED, 1, 2), change: change(0.1, 0.25, true) },
  { ...brand('北极星', 1, 2), change: notCompared('RULES_CHANGED') },
  { ...brand(`Unbroken${'x'.repeat(120)}`, 0, 3), averagePosition: null },
]

/** The latest of the two months of `crm-software`. */
export function hostileRanking(): FrozenRanking {
  return frozenRanking({
    month: '2026-11',
    checkedAt: '2026-11-02T08:30:00.000Z',
    prompts: ['Which CRM, <b>really</b>?', `A question of one long word: ${'long'.repeat(40)}`],
    engines: ['OPENAI', 'GEMINI', 'GROK'],
    top: BRANDS.map(({ name, mentions }) => ({ name, mentions })),
    version: 2,
    comparedWith: { month: '2026-10', version: 1, newQuestions: 2, droppedQuestions: 2 },
    movesDecidedOver: { rankings: 12, brands: 340, threshold: 0.001 },
    answersCounted: 4,
    searches: [{ question: 0, query: HOSTILE_SEARCH, answers: 1, of: 1, engines: ['OPENAI'] }],
    brands: [...BRANDS],
    answers: [...HOSTILE_ANSWERS],
    ledger: [
      { engine: 'OPENAI', planned: 2, counted: 2, noAnswer: 0, failed: 0, skipped: 0 },
      { engine: 'GEMINI', planned: 2, counted: 2, noAnswer: 0, failed: 0, skipped: 0 },
      {
        ...{ engine: 'GROK', planned: 2, counted: 0, noAnswer: 1, failed: 1, skipped: 0 },
        failures: [{ kind: 'CONNECTION_REFUSED', count: 1, words: 'connection refused' }],
      },
      { engine: 'ANTHROPIC', planned: 2, counted: 0, noAnswer: 0, failed: 0, skipped: 2, reason: 'no <key>' },
    ],
    method: {
      detector: '1',
      namesBy: 'rules',
      reader: { model: '<b>m</b>', prompt: 'p' },
      unverified: 1,
      agreement: null,
      rulings: [{ kind: 'alias', name: 'Acme', spelling: '<b>Acmé</b>' }],
      recounted: { at: '2026-11-09T10:00:00.000Z', from: '0' },
    },
  })
}

/** A hostile category with two months, the latest of which has two versions, and a simulated one. */
export function hostileRankings(): FrozenRanking[] {
  return [
    frozenRanking(),
    { ...hostileRanking(), version: 1, answers: [], brands: [] },
    hostileRanking(),
    frozenRanking({ slug: 'pretend-tools', category: 'Pretend tools', simulated: true }),
  ]
}

function answer(
  question: number,
  engine: RankingAnswer['engine'],
  text: string,
  names: readonly (readonly [brand: string, name: string])[],
): RankingAnswer {
  return {
    question,
    engine,
    run: 0,
    text,
    failed: false,
    noAnswer: false,
    grounded: engine !== 'GEMINI',
    ...(question === 0 && engine === 'OPENAI' && { searches: [HOSTILE_SEARCH] }),
    model: 'model-<1>',
    brands: names.map(([name]) => name),
    citations: [...CITATIONS],
    evidence: names.map(([name, spelled]) => {
      const start = text.indexOf(spelled)
      return { brand: name, start, end: start + spelled.length, rule: 'name' }
    }),
  }
}

function change(from: number, to: number, moved: boolean): Change {
  const points = to - from
  const interval = { low: points - 0.1, high: points + 0.1 }
  return { from, to, points, interval, moved, comparedCells: 4, leftOut: [{ engine: 'GROK', reason: 'MODEL_CHANGED' }] }
}

function notCompared(reason: ChangeReason): Change {
  const nothing = { from: null, to: null, points: null, interval: null, moved: null }
  return { ...nothing, comparedCells: 0, leftOut: [], reason }
}

function brand(name: string, mentions: number, tie: number): RankedBrand {
  return {
    name,
    mentions,
    averagePosition: 1,
    interval: WIDE,
    intervalSameQuestions: { low: 0.2, high: 0.8 },
    rankRange: { from: tie, to: 4 },
    tie,
    engines: [
      { engine: 'OPENAI', mentions: Math.min(mentions, 2), answers: 2 },
      { engine: 'GEMINI', mentions: Math.max(mentions - 2, 0), answers: 2 },
      { engine: 'GROK', mentions: 0, answers: 0 },
    ],
  }
}
