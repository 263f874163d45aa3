import { expect, test } from 'vitest'
import { type Comparison, comparison as schema } from '../../../pipeline/contract/comparison/comparison.ts'
import { sinceInWords, whatElseChanged, whatMoved } from '../../../pipeline/contract/comparison/comparison-words.ts'
import type { FrozenReport } from '../../../pipeline/contract/report.ts'
import { isApart } from '../../../pipeline/report/over-time/changed.ts'
import { compareReports } from '../../../pipeline/report/over-time/compare.ts'
import { madeReport, type Names, TEN } from './made.ts'

const always: Names = () => ['Acme', 'Bolt']
const never: Names = () => ['Bolt']
/** Acme in the first `questions` of ten. */
const some =
  (questions: number): Names =>
  ({ question }) =>
    question < questions ? ['Acme', 'Bolt'] : ['Bolt']

const of = (frozen: FrozenReport, aliases: readonly string[] = []) => ({ frozen, aliases })

function compared(...[one, other]: Parameters<typeof compareReports>): Omit<Comparison, 'history'> {
  const comparison = compareReports(one, other)
  if ('notComparable' in comparison) throw new Error(comparison.notComparable)
  return schema.omit({ history: true }).strict().parse(comparison)
}

const brandOf = ({ brands }: Pick<Comparison, 'brands'>, name: string) => brands.find((brand) => brand.name === name)

test('a product that moved is announced, a stable rival is not, and each has both its counts', () => {
  const comparison = compared(of(madeReport('a', '2026-10-05', some(2))), of(madeReport('b', '2026-11-05', some(8))))
  expect(brandOf(comparison, 'Acme')).toMatchObject({
    ...{ product: true, before: { mentions: 12, answers: 60 }, after: { mentions: 48, answers: 60 } },
    change: { from: 0.2, to: 0.8, points: 0.6, moved: true, comparedCells: 20, leftOut: [] },
  })
  expect(brandOf(comparison, 'Bolt')).toMatchObject({
    ...{ product: false, before: { mentions: 60, answers: 60 }, after: { mentions: 60, answers: 60 } },
    change: { points: 0, moved: false },
  })
  expect(comparison.pairs).toEqual({ compared: 20, before: 20, after: 20 })
  expect(isApart(comparison.changed)).toBe(false)
  expect(whatElseChanged(comparison)).toEqual([
    'Nothing else changed: the questions, engines, models, counting rules and reader are the same.',
  ])
})

test('what became of a product and which rivals moved stand in one line', () => {
  const then = madeReport('a', '2026-10-05', ({ question }) => (question < 2 ? ['Acme'] : ['Bolt']))
  const line = (names: Names) => sinceInWords(compared(of(then), of(madeReport('b', '2026-11-05', names))))
  expect(line(({ question, run }) => (question < 2 || (question === 2 && run === 0) ? ['Acme'] : ['Bolt']))).toBe(
    'Named in 14 of 60 (23\u00a0%), compared with 12 of 60 (20\u00a0%) on 5 October 2026, over the 20 pairs of question and engine counted both times: too close to tell.',
  )
  expect(line(always).replace(/\+\d[.\d]* to \+\d[.\d]*/, '…')).toBe(
    'Named in 60 of 60 (100\u00a0%), compared with 12 of 60 (20\u00a0%) on 5 October 2026, over the 20 pairs of question and engine counted both times: up, +80.0 points (95\u00a0% interval …). 1 rival moved: Bolt up.',
  )
  const other = madeReport('b', '2026-11-05', always, { engines: { OPENAI: 'two', GROK: 'two' } })
  expect(sinceInWords(compared(of(then), of(other)))).toBe(
    'Its change since 5 October 2026 can’t be measured: another model answered then.',
  )
})

test('a product without rivals is the only brand compared', () => {
  const alone: Names = ({ question }) => (question < 8 ? ['Acme'] : [])
  const then = of(madeReport('a', '2026-10-05', () => []))
  const words = (one: typeof then, other: typeof then) => whatMoved({ ...compared(one, other), history: [] }).slice(1)
  expect(words(then, of(madeReport('b', '2026-11-05', alone)))).toEqual([
    'The only brand compared moved.',
    'At most 1 in 20 announced moves is expected to be false.',
  ])
  expect(words(of(madeReport('a', '2026-10-05', alone)), of(madeReport('b', '2026-11-05', alone)))).toEqual([
    'The only brand compared did not move by more than noise: a difference of that size can come from asking the same questions again.',
  ])
})

test('the earlier report comes first, whichever is named first', () => {
  const [early, late] = [of(madeReport('z', '2026-10-05', never)), of(madeReport('a', '2026-11-05', always))]
  expect(compared(late, early)).toEqual(compared(early, late))
  expect(compared(late, early).before.slug).toBe('z')
})

test('only what both asked is compared: a new question, another model and another engine are left out', () => {
  const then = madeReport('a', '2026-10-05', always, {
    engines: { OPENAI: 'one', GROK: 'one' },
    questions: [...TEN.slice(0, 8), 'Which CRM is oldest?'],
  })
  // Everywhere else Acme is lost, which is no move of it over what was asked alike.
  const now = madeReport(
    'b',
    '2026-11-05',
    ({ question, engine }) => (engine === 'OPENAI' && question < 8 ? ['Acme', 'Bolt'] : ['Bolt']),
    { engines: { OPENAI: 'one', GROK: 'two', GEMINI: 'g' } },
  )
  const comparison = compared(of(then), of(now))
  expect(comparison.pairs).toEqual({ compared: 8, before: 18, after: 30 })
  expect(brandOf(comparison, 'Acme')).toMatchObject({
    ...{ before: { mentions: 24, answers: 24 }, after: { mentions: 24, answers: 24 } },
    change: {
      ...{ from: 1, to: 1, moved: false },
      leftOut: [
        { engine: 'GEMINI', reason: 'NOT_COUNTED_IN_BOTH' },
        { engine: 'GROK', reason: 'MODEL_CHANGED' },
      ],
    },
  })
  expect(comparison.after).toMatchObject({ mentions: 24, answers: 90 })
  expect(comparison.changed).toMatchObject({
    questions: { inBoth: 8, onlyBefore: ['Which CRM is oldest?'], onlyAfter: TEN.slice(8) },
    models: [{ engine: 'GROK', before: ['one'], after: ['two'] }],
    engines: { onlyBefore: [], onlyAfter: ['GEMINI'] },
  })
  expect(isApart(comparison.changed)).toBe(true)
  expect(whatMoved({ ...comparison, history: [] }).join(' ')).toContain(
    'That leaves out Gemini (not counted both times), Grok (another model answered then).',
  )
  expect(whatElseChanged(comparison)).toEqual([
    '8 questions are in both reports, 2 only in the later and 1 only in the earlier one.',
    'Counted only now: Gemini.',
    'Grok answered with one then and answers with two now.',
  ])
})

test('nothing is compared across counting rules or readers, and the reason is said', () => {
  const then = madeReport('a', '2026-10-05', always)
  const method = { detector: '2', namesBy: 'model', reader: { model: 'm', prompt: 'p' }, agreement: null } as const
  const comparison = compared(of(then), of(madeReport('b', '2026-11-05', never, { changed: { method } })))
  expect(comparison.pairs).toEqual({ compared: 0, before: 20, after: 20 })
  expect(comparison.brands.map(({ before, after, change }) => [before, after, change.moved, change.reason])).toEqual(
    comparison.brands.map(() => [null, null, null, 'RULES_CHANGED']),
  )
  expect(comparison.changed).toMatchObject({
    rules: { before: '1', after: '2' },
    reader: { before: null, after: 'm, prompt p' },
  })
  const words = [...whatMoved({ ...comparison, history: [] }), ...whatElseChanged(comparison)].join(' ')
  expect(words).toContain('Nothing is left to compare')
  expect(words).toContain('Counted by rules 1 then and 2 now, so no brand is compared.')

  const halfRead = madeReport('b', '2026-11-05', never, { changed: { method: { ...method, unread: 2 } } })
  const same = madeReport('a', '2026-10-05', never, { changed: { method: { ...method, unread: 2 } } })
  expect(compared(of(same), of(halfRead)).changed.unread).toEqual({ before: 2, after: 2 })
  expect(brandOf(compared(of(same), of(halfRead)), 'Acme')?.change.reason).toBe('RULES_CHANGED')
})

test('if the spellings of the product differ, its own change is left out and its rivals are compared', () => {
  const then = madeReport('a', '2026-10-05', () => ['Acme Desk', 'Bolt'])
  const comparison = compared(of(then), of(madeReport('b', '2026-11-05', always), ['Acme Desk']))
  expect(comparison.brands.map(({ name }) => name)).toEqual(['Acme', 'Bolt'])
  expect(brandOf(comparison, 'Acme')).toMatchObject({ before: null, change: { moved: null, reason: 'RULES_CHANGED' } })
  expect(brandOf(comparison, 'Bolt')).toMatchObject({ change: { moved: false } })
  expect(whatElseChanged(comparison)).toEqual([
    'What counts as the product was “Acme” and is now “Acme” and “Acme Desk”, so its change can’t be measured.',
  ])
})

test('a ruling that applies to only one report leaves out its brand', () => {
  const base = madeReport('a', '2026-10-05', always)
  const method = { ...base.method, detector: '1', namesBy: 'rules', reader: null, agreement: null } as const
  const rulings = [{ kind: 'ignore', name: 'Bolt' }] as const
  const ruled = madeReport('b', '2026-11-05', always, { changed: { method: { ...method, rulings: [...rulings] } } })
  const comparison = compared(of(base), of(ruled))
  expect(brandOf(comparison, 'Bolt')?.change.reason).toBe('RULES_CHANGED')
  expect(brandOf(comparison, 'Acme')?.change.moved).toBe(false)
  expect(comparison.changed.rulings).toEqual(rulings)
})

test('a rival is matched by its name, its spelling or its own domain, and one that is gone has 0', () => {
  const then = madeReport('a', '2026-10-05', () => ['Bolt', 'CRANE', 'Dome'])
  const now = madeReport('b', '2026-11-05', () => ['Bolt CRM', 'Crane'])
  const domains = (report: FrozenReport, name: string) => ({
    ...report,
    competitors: report.competitors.map((each) => (each.name === name ? { ...each, domain: 'bolt.example' } : each)),
  })
  const comparison = compared(of(domains(then, 'Bolt')), of(domains(now, 'Bolt CRM')))
  expect(comparison.brands.map(({ name, before, after }) => [name, before?.mentions, after?.mentions])).toEqual([
    ['Acme', 0, 0],
    // It moved, so it comes before those named more often.
    ['Dome', 60, 0],
    ['Bolt CRM', 60, 60],
    ['Crane', 60, 60],
  ])
  expect(brandOf(comparison, 'Dome')?.change).toMatchObject({ to: 0, moved: true })
})

test('rivals that one report counts together and the other apart are not compared, and the page says which', () => {
  const counted: Names = () => ['Bolt', 'Crane']
  const together = madeReport('a', '2026-10-05', counted)
  // “Bolt CRM” counts as Bolt in the earlier report, and as a rival of its own in the later one.
  const spelled = ({ questions, ...rest }: FrozenReport) => ({
    ...rest,
    questions: questions.map((question) => ({
      ...question,
      answers: question.answers.map((answer) => ({
        ...answer,
        text: answer.text.replace('Bolt', 'Bolt CRM'),
        evidence: answer.evidence.map((each) => (each.brand === 'Bolt' ? { ...each, end: each.end + 4 } : each)),
      })),
    })),
  })
  const apart: Names = ({ run }) => (run === 0 ? ['Bolt', 'Bolt CRM', 'Crane'] : ['Bolt CRM', 'Crane'])
  const split = compared(of(spelled(together)), of(madeReport('b', '2026-11-05', apart)))
  for (const name of ['Bolt', 'Bolt CRM'])
    expect(brandOf(split, name)).toMatchObject({
      ...{ before: null, after: null },
      change: { from: null, to: null, moved: null, reason: 'RULES_CHANGED' },
    })
  expect(brandOf(split, 'Crane')).toMatchObject({ before: { mentions: 60 }, change: { moved: false } })
  expect(whatElseChanged(split)).toEqual([
    'What counted as “Bolt” then counts as “Bolt” and “Bolt CRM” now, so these can’t be compared.',
  ])
  const merged = compared(of(madeReport('a', '2026-10-05', apart)), of(spelled(madeReport('b', '2026-11-05', counted))))
  expect(merged.brands.map(({ name, before }) => [name, before?.mentions])).toEqual([
    ['Acme', 0],
    ['Crane', 60],
    ['Bolt', undefined],
  ])
  expect(whatElseChanged(merged)).toEqual([
    'What counted as “Bolt” and “Bolt CRM” then counts as “Bolt” now, so these can’t be compared.',
  ])
  // The product's own line continues.
  expect(isApart(split.changed)).toBe(false)
})

test('comparisons of brands that vary only by chance hardly ever announce a move', () => {
  let announced = 0
  for (let trial = 0; trial < 60; trial += 1) {
    let state = trial * 7919 + 1
    const random = () => {
      state = (state * 48_271) % 2_147_483_647
      return state / 2_147_483_647
    }
    const names: Names = () =>
      ['Acme', ...Array.from({ length: 20 }, (_, at) => `Rival ${at}`)].filter(() => random() < 0.3)
    const comparison = compared(of(madeReport('a', '2026-10-05', names)), of(madeReport('b', '2026-11-05', names)))
    if (comparison.brands.some(({ change }) => change.moved)) announced += 1
  }
  // 5 % of 60 is 3; without the correction nearly every one would.
  expect(announced).toBeLessThanOrEqual(6)
})

test.each([
  ['SAME_REPORT', 'a', {}],
  ['OTHER_PRODUCT', 'b', { domain: 'bolt.example' }],
  ['OTHER_CATEGORY', 'b', { category: 'Help desks' }],
  ['OTHER_MARKET', 'b', { country: 'DE' }],
  ['OTHER_MARKET', 'b', { language: 'es' }],
  ['NOT_COMPLETE', 'b', { status: 'FAILED' }],
  ['SIMULATED', 'b', { simulated: true }],
] as const)('refuses with %s', (notComparable, slug, changed) => {
  const one = madeReport('a', '2026-10-05', always)
  const other = madeReport(slug, '2026-11-05', always, { changed })
  expect(compareReports(of(one), of(other))).toMatchObject({ notComparable })
  expect(compareReports(of(other), of(one))).toMatchObject({ notComparable })
})

test('a report that was frozen without a market is one of the United States in English', () => {
  const other = madeReport('b', '2026-11-05', always, { changed: { country: 'US', language: 'en' } })
  const comparison = compared(of(madeReport('a', '2026-10-05', always)), of(other))
  expect(comparison).toMatchObject({ country: 'US', language: 'en', pairs: { compared: 20 } })
})

test('a category is the same whatever its case and blanks', () => {
  const other = madeReport('b', '2026-11-05', always, { changed: { category: ' crm  Software' } })
  expect(compared(of(madeReport('a', '2026-10-05', always)), of(other)).pairs.compared).toBe(20)
})
