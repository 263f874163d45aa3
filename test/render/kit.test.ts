import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { kit } from '../../pipeline/contract/kit.ts'
import type { FrozenReport } from '../../pipeline/contract/report.ts'
import { buildKit } from '../../pipeline/render/kit.ts'
import { frozenReport } from '../support/reports.ts'
import { hostileText, rewrite } from './hostile.ts'
import { DIALECTS, elements, links } from './markdown-tree.ts'

const PATHS = [
  '01-product-and-questions.md',
  '02-named-instead.md',
  '03-results-by-engine.md',
  '04-cited-for-rivals.md',
  '05-channel-plan.md',
]

function file(report: FrozenReport, path: string): string {
  return buildKit(report).files.find((each) => each.path === path)?.content ?? ''
}

/** The rows of every table in a file, head rows too, a cell's Markdown each. */
function rows(content: string): string[][] {
  return content
    .split('\n')
    .filter((line) => line.startsWith('| ') && !line.includes('---'))
    .map((line) => line.slice(2, -2).split(' | '))
}

test('a kit has a file for each part, names the product, and is the same each time', () => {
  const built = buildKit(frozenReport())
  expect(kit.safeParse(built).error).toBeUndefined()
  expect(built).toMatchObject({ slug: frozenReport().slug, brand: 'Acme', domain: 'acme.example', simulated: false })
  expect(built.files.map((each) => each.path)).toEqual(PATHS)
  expect(buildKit(frozenReport())).toEqual(built)
})

test('a report that is not complete has no kit', () => {
  expect(() => buildKit(frozenReport({ completedAt: null }))).toThrow('complete report')
})

describe.each(PATHS)('%s', (path) => {
  test('quotes completedAt, says what was counted, and promises no traffic §1.6 §1.7', () => {
    const content = file(frozenReport(), path)
    expect(content).toContain('completedAt 2026-11-20T12:03:04.567Z: 10 of 18 planned answers counted')
    expect(content.match(/traffic|visitors|clicks/gi)).toEqual(['traffic'])
    expect(content).toContain('they promise no traffic and no sales')
  })

  test('says that the answers are simulated, and only then §1.5', () => {
    expect(file(frozenReport({ simulated: true }), path)).toContain('> **Simulated data.**')
    expect(file(frozenReport(), path)).not.toMatch(/simulated/i)
  })

  test('is well-formed with any texts, with every element where it belongs §2.6.2', () => {
    for (const features of Object.values(DIALECTS)) {
      const plain = rewrite(frozenReport({ simulated: true }), (_, index) => `word${index}`)
      const expected = elements(file(plain, path), features)
      fc.assert(
        fc.property(hostileText(), hostileText(), (before, after) => {
          const hostile = rewrite(frozenReport({ simulated: true }), (_, index) => `${before}${index}${after}`)
          const content = file(hostile, path)
          expect(elements(content, features)).toEqual(expected)
          expect(content.isWellFormed()).toBe(true)
          expect(content).not.toMatch(/[^\P{Cc}\n]|[\p{Cf}--[\u200c\u200d]]/v)
          for (const url of links(content, features))
            expect(new URL(url).origin).toMatch(/^https:\/\/(forum|video|magazine|reviews)\.example$/)
        }),
        { numRuns: 100 },
      )
    }
  })

  test('is complete even if nothing was found', () => {
    const nothing = { engines: [], competitors: [], sources: [], actionPlan: [], questions: [], ledger: [] }
    const content = file(
      frozenReport({ ...nothing, enginesSkipped: [], answersCounted: 0, overallScore: null, method: null }),
      path,
    )
    expect(content).not.toMatch(/undefined|null|NaN|\[object/)
    expect(elements(content, DIALECTS.github)).toContain(' thematicBreak')
  })
})

test('tells what the product is and what was asked §2.6.3', () => {
  const content = file(frozenReport(), '01-product-and-questions.md')
  expect(content).toContain('- What it does: A CRM that a small team sets up in an afternoon.')
  expect(content).toContain('- Named in 4 of 10 counted answers')
  expect(content).toContain(
    '- Overall score: 41.7 of 100, 95 % interval 12.3 to 73.4, the mean of its rates over the 2 engines with a counted answer',
  )
  expect(rows(content).slice(1, 4)).toEqual([
    ['1', 'What is the best CRM for a small sales team?', 'the customer', '2 of 3 counted answers'],
    ['2', 'Which CRM should a startup pick?', 'the service', '2 of 3 counted answers'],
    ['3', 'Which CRM has the best reports?', 'the service', '0 of 4 counted answers'],
  ])
})

test('tells what the engines looked for, with the number of answers that say so, and only if one does', () => {
  const content = file(frozenReport(), '01-product-and-questions.md')
  expect(rows(content).slice(5)).toEqual([
    ['1', 'best CRM for small teams', '2 of 2 counted answers', 'ChatGPT (OpenAI) and Claude'],
    ['1', 'CRM reviews', '1 of 2 counted answers', 'ChatGPT (OpenAI)'],
  ])
  const questions = frozenReport().questions.slice(1)
  expect(file(frozenReport({ questions }), '01-product-and-questions.md')).not.toContain('looked for')
  const [first] = frozenReport().questions
  if (first === undefined) throw new TypeError('no question')
  const searches = Array.from({ length: 9 }, (_, at) => ({
    query: `| crm ${at}`,
    answers: 1,
    of: 2,
    engines: ['GEMINI' as const],
  }))
  const many = file(frozenReport({ questions: [{ ...first, searches }] }), '01-product-and-questions.md')
  expect(many.match(/\| 1 \| \\\| crm \d \|/g)).toHaveLength(5)
})

test('tells what answers say of the product and of rivals, each with its denominator, and only if a reader gave stances', () => {
  const content = file(frozenReport(), '02-named-instead.md')
  expect(content).toContain(
    '- Acme: Recommended in 2 of 4, advised against in 1 of 4: a language model’s judgement of 4 answers that name it.',
  )
  expect(content).toContain('- Claude, question 2, run 1, advised against: “Avoid Acme if you grow.”')
  expect(content.match(/, run \d, [a-z ]+: “/g)).toHaveLength(3)
  expect(content).toContain('- Bolt: recommended in 5 of 6, advised against in 0 of 6')
  expect(content).not.toContain('- Crane:')
  const { said: _, ...without } = frozenReport({ competitors: [] })
  expect(file(without, '02-named-instead.md')).not.toContain('What answers say')
})

test('tells who is named instead, and where the product is not §2.6.4', () => {
  const content = file(frozenReport(), '02-named-instead.md')
  const intervals = ['10–80 %', '20–70 %']
  expect(rows(content).slice(1)).toEqual([
    ['Bolt', 'bolt.example', '7 of 10 counted answers', '70 %', '1.14', ...intervals],
    ['Crane', 'crane.example', '2 of 10 counted answers', '20 %', '1.50', ...intervals],
  ])
  expect(content.match(/^- Question .*/gm)).toEqual([
    '- Question 3: “Which CRM has the best reports?” Only others are named in 3 of 4 counted answers, the product in 0 of 4. Named in the former: Bolt in 2 of 3, Crane in 1 of 3.',
    '- Question 1: “What is the best CRM for a small sales team?” Only others are named in 1 of 3 counted answers, the product in 2 of 3. Named in the former: Bolt in 1 of 1.',
    '- Question 2: “Which CRM should a startup pick?” Only others are named in 1 of 3 counted answers, the product in 2 of 3. Named in the former: Bolt in 1 of 1, Crane in 1 of 1.',
  ])
})

test('tells the result of each engine, which did not run, and the ledger §2.6.5', () => {
  const content = file(frozenReport(), '03-results-by-engine.md')
  expect(rows(content)).toContainEqual(['Claude', 'model-1', '2 of 4', '50 %', '2 of 3', '1.50', '10–80 %', '20–70 %'])
  expect(rows(content)).toContainEqual(['Claude', '6', '4', '1', '1', '0', '1 timeout'])
  expect(rows(content)).toContainEqual(['Gemini', '6', '0', '0', '0', '6', 'no key'])
  expect(content).toContain('- Gemini: no key')
  expect(content).toContain('an engine that did not run did not omit the product')
})

test('says what a person ruled on the names, and that it was counted again', () => {
  const rulings = [{ kind: 'merge', name: '*Bolt*', into: 'Acme' } as const, { kind: 'split', name: 'Bolt' } as const]
  const recounted = { at: '2026-11-25T00:00:00.000Z', from: '0' }
  const ruled = frozenReport({
    method: { detector: '1', namesBy: 'rules', reader: null, unverified: 0, agreement: null, rulings, recounted },
  })
  expect(file(ruled, '03-results-by-engine.md')).toContain(
    [
      'No model read the answers: names come only from their layout, which misses those in running text. Counted by code.',
      'By a person’s ruling “\\*Bolt\\*” counts as “Acme”.',
      'By a person’s ruling “Bolt” is a brand of its own.',
      'Counted again by newer rules on 25 November 2026, 00:00 UTC.\n',
    ].join('\n'),
  )
})

test('an engine without a counted answer has no rate §1.4', () => {
  const none = { runsMentioned: 0, runsTotal: 0, promptsMentioned: 0, promptsTotal: 0, averagePosition: null }
  const content = file(
    frozenReport({ engines: [{ engine: 'AI_OVERVIEW', model: 'm', ...none }] }),
    '03-results-by-engine.md',
  )
  expect(rows(content)).toContainEqual([
    'Google AI Overview',
    'm',
    '0 of 0',
    'nothing to score',
    '0 of 0',
    '–',
    '–',
    '–',
  ])
})

test('ranks the third parties cited only for rivals, each with its pages §2.6.6', () => {
  const content = file(frozenReport(), '04-cited-for-rivals.md')
  const domains = ['forum.example', 'magazine.example', 'reviews.example', 'video.example']
  expect(content.match(/^## .*/gm)).toEqual(domains.map((domain, index) => `## ${index + 1}: ${domain}`))
  expect(content).toMatch(/^Begin with the first domain: read the pages listed under it, .*\.$/m)
  expect(content).toContain('5 of 10 counted answers name another brand and not the product.')
  expect(content).toContain(
    [
      '- Kind: community',
      '- Cited in 3 of 5 such answers, by ChatGPT (OpenAI) and Claude',
      '- Named in those: Bolt, Crane',
      '- 2 pages:',
      '  - [A page of forum.example](<https://forum.example/t/1>), in 2 of 5',
      '  - [A page of forum.example](<https://forum.example/t/2>), in 1 of 5',
    ].join('\n'),
  )
  expect(content).not.toMatch(/<https:\/\/(www\.)?(acme|bolt)\.example|reviews\.example\/crm/)
})

test('ranks the channels by those citations, each with a first task §2.6.7', () => {
  const content = file(frozenReport(), '05-channel-plan.md')
  const channels = ['forum.example', 'magazine.example', 'reviews.example', 'video.example']
  expect(content.match(/^## .*/gm)).toEqual(channels.map((domain, index) => `## Channel ${index + 1}: ${domain}`))
  expect(content.match(/^- First task: .+/gm)).toHaveLength(channels.length)
  expect(content).toContain('- Cited in 3 of 5 such answers, by ChatGPT (OpenAI) and Claude')
})

test('says how many domains, pages and channels a long list leaves out', () => {
  const report = frozenReport()
  const answer = report.questions[2]?.answers[0]
  const numbered = (count: number, host: (n: number) => string) =>
    Array.from({ length: count }, (_, n) => ({ url: `https://${host(n)}/${n}`, domain: host(n) }))
  if (answer !== undefined)
    answer.citations = [...numbered(60, () => 'forum.example'), ...numbered(60, (n) => `site${n}.example`)]
  const content = file(report, '04-cited-for-rivals.md')
  expect(content).toContain('The first 50 of 64 domains.')
  expect(content).toContain('- 62 pages, the 10 cited most:\n')
  expect(content.match(/^ {2}- .*forum\.example/gm)).toHaveLength(10)
  expect(file(report, '05-channel-plan.md')).toContain('The first 20 of 64 channels.')
})
