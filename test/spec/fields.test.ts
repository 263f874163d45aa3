import { expect, test } from 'vitest'
import type { z } from 'zod'
import { errorBody } from '../../pipeline/contract/error.ts'
import { kit } from '../../pipeline/contract/kit.ts'
import { operations } from '../../pipeline/contract/operations.ts'
import { rankingListEntry } from '../../pipeline/contract/ranking.ts'
import {
  action,
  competitor,
  report,
  reportAnswer,
  reportEngine,
  reportListItem,
  reportProgress,
  reportSource,
  reportStatus,
} from '../../pipeline/contract/report.ts'
import { startRequest, startResponse } from '../../pipeline/contract/start.ts'
import { ENGINES } from '../../pipeline/contract/terms.ts'

/** The fields of the specification's tables: those that are always there, and those that may be missing. */
const TABLES: readonly [section: string, object: z.ZodObject, required: string, optional: string][] = [
  [
    '2.1 start request',
    startRequest,
    'domain category description funding',
    'plan brand engines seedPrompts providerKeys idempotencyKey',
  ],
  ['2.2 start response', startResponse, 'slug status reused funding url statusUrl', ''],
  [
    '2.3 list item §2.3.1',
    reportListItem,
    'slug url status simulated plan funding overallScore createdAt completedAt brand domain category',
    '',
  ],
  ['2.4 status §2.4.1', reportProgress, 'slug status simulated progress overallScore error url funding', ''],
  ['2.4 progress §2.4.2', reportProgress.shape.progress, 'answersStored answersPlanned', ''],
  [
    '2.5 report §2.5.2',
    report,
    'slug url status simulated plan funding overallScore createdAt completedAt brand domain category engines enginesSkipped competitors sources actionPlan questions',
    '',
  ],
  [
    '2.5 engines[] §2.5.4',
    reportEngine,
    'engine runsMentioned runsTotal promptsMentioned promptsTotal averagePosition',
    'interval intervalSameQuestions',
  ],
  ['2.5 enginesSkipped[] §2.5.5', report.shape.enginesSkipped.element, 'engine reason', ''],
  ['2.5 competitors[] §2.5.6', competitor, 'name mentions answers share averagePosition', 'domain'],
  ['2.5 sources[] §2.5.7', reportSource, 'domain citations answers own engines kind', ''],
  ['2.5 actionPlan[] §2.5.9', action, 'title why effort evidence', ''],
  ['2.5 answers[] §2.5.10', reportAnswer, 'engine text brands citations failed noAnswer', 'error'],
  ['2.6 kit §2.6.1', kit, 'slug brand domain simulated files', ''],
  ['2.6 files[] §2.6.2', kit.shape.files.element, 'path content', ''],
  ['2.7 list entry §2.7.1', rankingListEntry, 'slug category month prompts checkedAt engines top answers url', ''],
  ['2.7 top[] §2.7.3', rankingListEntry.shape.top.element, 'name mentions', 'domain'],
  ['2.8 error §2.8.1', errorBody, 'error', 'fields retryAfterSeconds limit status'],
]

test.each(TABLES)('%s has its fields', (_, object, required, optional) => {
  const missing = object.safeParse({}).error?.issues.map((issue) => String(issue.path[0]))
  expect(missing).toEqual(expect.arrayContaining(required.split(' ')))
  for (const field of optional.split(' ').filter((name) => name !== '')) {
    expect(Object.keys(object.shape)).toContain(field)
    expect(missing).not.toContain(field)
  }
})

test('engines, statuses and limits have the names of the specification §2.8.3 §3.1', () => {
  expect(ENGINES).toEqual(['OPENAI', 'ANTHROPIC', 'PERPLEXITY', 'GEMINI', 'GROK', 'AI_OVERVIEW'])
  expect(reportStatus.options).toEqual(['PENDING', 'RUNNING', 'COMPLETE', 'FAILED'])
  expect(errorBody.shape.limit.unwrap().options).toEqual([
    'plan',
    'projects',
    'reportsPerMonth',
    'perDay',
    'concurrent',
  ])
  expect(reportListItem.shape.funding.options).toContain('BYOK')
  expect(action.shape.effort.options).toContain('low')
})

test('every path of the API is under /v1 §9.1', () => {
  const paths = operations.map(({ path }) => path).filter((path) => !/^\/(healthz|readyz)$/.test(path))
  expect(paths.length).toBeGreaterThan(7)
  expect(paths.filter((path) => !path.startsWith('/v1/'))).toEqual([])
})
