import { marketFieldsOf, marketOf } from '../../pipeline/contract/market/market.ts'
import type { FrozenRanking, RankedBrand, RankingAnswer } from '../../pipeline/contract/ranking.ts'
import type { EngineName, Evidence } from '../../pipeline/contract/terms.ts'
import { freeLease, takeLease } from '../../pipeline/store/driver/leases.ts'
import type { Store } from '../../pipeline/store/driver/open.ts'
import { keepCategory } from '../../pipeline/store/ranking/categories.ts'
import { keepCounted, publishCounted } from '../../pipeline/store/ranking/publications.ts'

const PROMPTS = ['What is the best CRM for a small sales team?', 'Which CRM should a startup pick?']
const WIDE = { low: 0.1, high: 0.9 }

/**
 * A small ranking that adds up: two questions to OPENAI and GEMINI, one run each, GROK skipped. Three answers are
 * counted and one is no answer; Acme is named in all three, Bolt in one.
 */
export function frozenRanking(changed: Partial<FrozenRanking> = {}): FrozenRanking {
  const brands = [
    brand('Acme', 'acme.example', 1, { OPENAI: 2, GEMINI: 1 }),
    brand('Bolt', undefined, 2, { OPENAI: 1, GEMINI: 0 }),
  ]
  return {
    slug: 'crm-software',
    category: 'CRM software',
    month: '2026-10',
    prompts: PROMPTS,
    checkedAt: '2026-10-02T08:30:00.000Z',
    engines: ['OPENAI', 'GEMINI'],
    top: brands.map(({ name, domain, mentions }) => ({ name, ...(domain && { domain }), mentions })),
    simulated: false,
    version: 1,
    answersCounted: 3,
    brands,
    answers: [
      answer(0, 'OPENAI', 'Acme is the usual first choice.', ['Acme']),
      answer(1, 'OPENAI', 'Startups like Acme, then Bolt.', ['Acme', 'Bolt']),
      answer(0, 'GEMINI', 'Most small teams use Acme.', ['Acme']),
      { ...answer(1, 'GEMINI', '', []), noAnswer: true, grounded: false, citations: [] },
    ],
    sources: [{ domain: 'reviews.example', citations: 3, answers: 3, engines: ['OPENAI', 'GEMINI'] }],
    ledger: [
      { engine: 'OPENAI', planned: 2, counted: 2, noAnswer: 0, failed: 0, skipped: 0 },
      { engine: 'GEMINI', planned: 2, counted: 1, noAnswer: 1, failed: 0, skipped: 0 },
      { engine: 'GROK', planned: 2, counted: 0, noAnswer: 0, failed: 0, skipped: 2, reason: 'no key' },
    ],
    method: { detector: '1', namesBy: 'rules', reader: null, unverified: 0, agreement: null },
    ...changed,
  }
}

/** Publishes a ranking as a run would, with its category and its entry in the list. */
export async function publish(db: Store, ranking: FrozenRanking): Promise<void> {
  const { slug, category, month, prompts, checkedAt, engines, top, simulated, answersCounted } = ranking
  const now = Date.parse(checkedAt)
  await keepCategory(
    db,
    { slug, category, ...marketOf(ranking), simulated, questions: prompts, questionsBy: null },
    now,
  )
  const lease = { name: `month:${month}`, holder: 'test' }
  await takeLease(db, lease, now)
  const entry = {
    slug,
    category,
    ...marketFieldsOf(ranking),
    month,
    prompts,
    checkedAt,
    engines,
    top,
    simulated,
    answers: answersCounted,
  }
  const answersIn = ranking.ledger.reduce((sum, row) => sum + row.counted + row.noAnswer, 0)
  await keepCounted(db, lease, { entry, ranking, answersIn, pValues: [] }, now)
  await publishCounted(db, lease, { month, simulated, slugs: [slug] }, () => (counted) => counted, { now: () => now })
  await freeLease(db, lease)
}

function brand(
  name: string,
  domain: string | undefined,
  tie: number,
  of: { OPENAI: number; GEMINI: number },
): RankedBrand {
  return {
    name,
    ...(domain && { domain }),
    mentions: of.OPENAI + of.GEMINI,
    averagePosition: tie,
    interval: WIDE,
    intervalSameQuestions: WIDE,
    rankRange: { from: tie, to: 2 },
    tie,
    engines: [
      { engine: 'OPENAI', mentions: of.OPENAI, answers: 2 },
      { engine: 'GEMINI', mentions: of.GEMINI, answers: 1 },
    ],
  }
}

function answer(question: number, engine: EngineName, text: string, brands: string[]): RankingAnswer {
  const evidence: Evidence[] = brands.map((name) => {
    const start = text.indexOf(name)
    return { brand: name, start, end: start + name.length, rule: 'name' }
  })
  const citations = [{ url: 'https://reviews.example/crm', title: 'CRM reviews', domain: 'reviews.example' }]
  const flags = { failed: false, noAnswer: false, grounded: true }
  return { question, engine, run: 0, text, ...flags, model: 'model-1', brands, citations, evidence }
}
