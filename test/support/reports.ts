import type {
  Competitor,
  FrozenReport,
  ReportAnswer,
  ReportEngine,
  ReportQuestion,
  ReportSource,
} from '../../pipeline/contract/report.ts'
import type { EngineName } from '../../pipeline/contract/terms.ts'
import type { Store } from '../../pipeline/store/driver/open.ts'

const DOMAINS = { Acme: 'acme.example', Bolt: 'bolt.example', Crane: 'crane.example' } as const
type Named = keyof typeof DOMAINS

const QUESTIONS = [
  'What is the best CRM for a small sales team?',
  'Which CRM should a startup pick?',
  'Which CRM has the best reports?',
]
const INTERVALS = { interval: { low: 0.1, high: 0.8 }, intervalSameQuestions: { low: 0.2, high: 0.7 } }

/**
 * A small COMPLETE report on Acme, counted by hand, that adds up: three questions, two runs, GEMINI skipped, OPENAI
 * naming Acme in 2 of 6 counted answers, and ANTHROPIC in 2 of 4, with one answer failed and one no answer. Of the 10
 * counted answers 5 name a rival and not Acme, and 2 say what was searched for.
 */
export function frozenReport(changed: Partial<FrozenReport> = {}): FrozenReport {
  return {
    slug: 'rep0rt-0f-acme-with-enough-bits',
    status: 'COMPLETE',
    simulated: false,
    plan: 'QUICK',
    funding: 'CREDITS',
    overallScore: 41.7,
    overallScoreInterval: { low: 12.3, high: 73.4 },
    pooled: { mentions: 4, answers: 10, ...INTERVALS },
    createdAt: '2026-11-20T11:45:00.000Z',
    completedAt: '2026-11-20T12:03:04.567Z',
    brand: 'Acme',
    domain: 'acme.example',
    category: 'CRM software',
    description: 'A CRM that a small team sets up in an afternoon.',
    error: null,
    answersCounted: 10,
    engines: [engine('OPENAI', 6), engine('ANTHROPIC', 4)],
    enginesSkipped: [{ engine: 'GEMINI', reason: 'no key' }],
    said: {
      ...{ answers: 4, recommended: 2, mentioned: 1, advisedAgainst: 1 },
      quotes: [
        { stance: 'recommended', engine: 'OPENAI', question: 0, run: 0, text: 'Pick Acme for a small team.' },
        { stance: 'recommended', engine: 'ANTHROPIC', question: 0, run: 0, text: 'Acme is the one to start with.' },
        { stance: 'recommended', engine: 'OPENAI', question: 1, run: 0, text: 'Acme suits most.' },
        { stance: 'advisedAgainst', engine: 'ANTHROPIC', question: 1, run: 0, text: 'Avoid Acme if you grow.' },
      ],
    },
    competitors: [
      {
        ...competitor('Bolt', 7, 1.14),
        said: { answers: 6, recommended: 5, mentioned: 1, advisedAgainst: 0, quotes: [] },
      },
      competitor('Crane', 2, 1.5),
    ],
    sources: [
      source('reviews.example', 4, 'review', ['OPENAI', 'ANTHROPIC']),
      source('forum.example', 3, 'community', ['OPENAI', 'ANTHROPIC']),
      source('acme.example', 2, 'own', ['OPENAI', 'ANTHROPIC']),
      source('bolt.example', 1, 'rival', ['ANTHROPIC']),
      source('magazine.example', 1, 'editorial', ['OPENAI']),
      source('video.example', 1, 'video', ['OPENAI']),
    ],
    actionPlan: [
      {
        title: 'Answer “Which CRM has the best reports?” on a page of your own',
        why: 'Rivals are named there and Acme is not.',
        effort: 'medium',
        evidence: ['Acme is named in 0 of 4 counted answers to it, Bolt in 2 of 4.'],
      },
      {
        title: 'Be present on forum.example',
        why: 'It is cited where rivals are named and Acme is not.',
        effort: 'low',
        evidence: ['Cited in 3 of 5 counted answers that name a rival and not Acme, in 0 of 4 that name Acme.'],
      },
    ],
    questions: [
      {
        ...question(0, true, [
          {
            ...answer('OPENAI', 0, ['Bolt', 'Acme'], ['https://reviews.example/crm']),
            searches: ['best CRM for small teams', 'CRM reviews'],
          },
          { ...answer('OPENAI', 1, ['Bolt'], ['https://reviews.example/other']), searches: null },
          { ...answer('ANTHROPIC', 0, ['Acme'], ['https://acme.example/']), searches: ['Best CRM for small teams'] },
          { ...answer('ANTHROPIC', 1, [], []), text: 'I cannot help with that.', noAnswer: true, grounded: false },
        ]),
        searches: [
          { query: 'best CRM for small teams', answers: 2, of: 2, engines: ['OPENAI', 'ANTHROPIC'] },
          { query: 'CRM reviews', answers: 1, of: 2, engines: ['OPENAI'] },
        ],
      },
      question(1, false, [
        answer('OPENAI', 0, ['Acme', 'Bolt'], ['https://www.acme.example/pricing', 'https://reviews.example/crm']),
        answer('OPENAI', 1, ['Bolt', 'Crane'], ['https://forum.example/t/1', 'https://video.example/watch?v=1']),
        answer('ANTHROPIC', 0, ['Bolt', 'Acme'], ['https://reviews.example/crm']),
        {
          ...answer('ANTHROPIC', 1, [], []),
          text: '',
          model: null,
          grounded: false,
          failed: true,
          error: 'The engine did not answer in time.',
        },
      ]),
      question(2, false, [
        answer('OPENAI', 0, ['Bolt'], ['https://forum.example/t/1']),
        answer('OPENAI', 1, ['Crane'], ['https://magazine.example/best-crm']),
        answer('ANTHROPIC', 0, ['Bolt'], ['https://forum.example/t/2', 'https://bolt.example/']),
        { ...answer('ANTHROPIC', 1, [], []), grounded: false },
      ]),
    ],
    ledger: [
      { engine: 'OPENAI', planned: 6, counted: 6, noAnswer: 0, failed: 0, skipped: 0 },
      {
        ...{ engine: 'ANTHROPIC', planned: 6, counted: 4, noAnswer: 1, failed: 1, skipped: 0 },
        failures: [{ kind: 'TIMEOUT', count: 1, words: 'timeout' }],
      },
      { engine: 'GEMINI', planned: 6, counted: 0, noAnswer: 0, failed: 0, skipped: 6, reason: 'no key' },
    ],
    method: { detector: '1', namesBy: 'rules', reader: null, unverified: 0, agreement: null },
    ...changed,
  }
}

function engine(name: EngineName, runsTotal: number): ReportEngine {
  const prompts = { promptsMentioned: 2, promptsTotal: 3 }
  return { engine: name, model: 'model-1', runsMentioned: 2, runsTotal, ...prompts, averagePosition: 1.5, ...INTERVALS }
}

function competitor(name: Named, mentions: number, averagePosition: number): Competitor {
  return { name, domain: DOMAINS[name], mentions, answers: 10, share: mentions / 10, averagePosition, ...INTERVALS }
}

/** Every answer of the report cites a domain once at most. */
function source(domain: string, answers: number, kind: ReportSource['kind'], engines: EngineName[]): ReportSource {
  return { domain, citations: answers, answers, own: kind === 'own', engines, kind }
}

function question(index: number, seeded: boolean, answers: ReportAnswer[]): ReportQuestion {
  return { index, text: QUESTIONS[index] ?? '', seeded, answers }
}

function answer(engine: EngineName, run: number, named: readonly Named[], urls: readonly string[]): ReportAnswer {
  const text =
    named.length === 0 ? 'It depends on what you need.' : `Most teams look at ${named.join(', then at ')} first.`
  const position = named.indexOf('Acme') + 1
  return {
    engine,
    run,
    text,
    brands: named.map((name, index) => ({ name, position: index + 1, product: name === 'Acme' })),
    citations: urls.map((url) => ({
      url,
      title: `A page of ${new URL(url).hostname}`,
      domain: new URL(url).hostname.replace('www.', ''),
    })),
    productNamed: position > 0,
    position: position > 0 ? position : null,
    failed: false,
    noAnswer: false,
    grounded: true,
    model: 'model-1',
    evidence: named.map((brand) => {
      const start = text.indexOf(brand)
      return { brand, start, end: start + brand.length, rule: 'name' }
    }),
  }
}

/** A report's replaced bodies, oldest first. */
export async function replacedBodies(db: Store, slug: string): Promise<FrozenReport[]> {
  const rows = await db
    .selectFrom('report_versions')
    .select('body')
    .where('report_slug', '=', slug)
    .orderBy('version')
    .execute()
  return rows.map(({ body }) => JSON.parse(body))
}
