import { expect, test } from 'vitest'
import { nothingCounted, runJson, runLine, runText } from '../../../cli/rankings/summary.ts'
import { countFailures } from '../../../pipeline/contract/failures.ts'
import { DEFAULT_MARKET } from '../../../pipeline/contract/market/market.ts'
import type { LedgerRow } from '../../../pipeline/contract/terms.ts'
import type { RunResult } from '../../../pipeline/ranking/month.ts'

const failures = countFailures([
  { reason: 'CONNECTION_REFUSED', cells: 12 },
  { reason: 'TIMEOUT', cells: 3 },
])
const openai = { engine: 'OPENAI', planned: 20, counted: 5, noAnswer: 0, failed: 15, skipped: 0, failures } as const
const result: RunResult = {
  ...{
    month: '2026-11',
    simulated: false,
    calls: 40,
    unknown: 0,
    unknownReadings: 0,
    costUsd: 0.1,
    uncertainUsd: 0,
    stopped: null,
  },
  categories: [
    {
      slug: 'crm',
      country: 'DE',
      language: 'de',
      ledger: [openai satisfies LedgerRow],
      published: { unpublished: 'nothing came in' },
      newest: 2,
    },
  ],
}

test('the summary of a run counts what failed by kind, for people and for scripts', () => {
  const text = runText(result, { siteUrl: 'https://site.example' }).replaceAll(/\s+/g, ' ')
  expect(text).toContain('crm (Germany, German) engine')
  expect(text).toContain('12 connection refused, 3 timeout')
  expect(runJson(result).categories).toEqual([
    { slug: 'crm', country: 'DE', language: 'de', published: 2, reason: 'nothing came in', ledger: [openai] },
  ])
})

test('the summary of a run says what an earlier one had under way, with calls to readers separate', () => {
  const lost = (unknown: number, unknownReadings: number) =>
    runText({ ...result, unknown, unknownReadings }, { siteUrl: 'https://site.example' })
  expect(lost(0, 1)).toContain('\n1 reader call was under way when an earlier run was cut off;')
  expect(lost(2, 3)).toContain('\n2 calls and 3 reader calls were under way')
  expect(lost(2, 0)).toContain('\n2 calls were under way')
  expect(lost(0, 0)).not.toContain('under way')
  expect(runJson({ ...result, unknown: 2, unknownReadings: 3 })).toMatchObject({ unknown: 2, unknownReadings: 3 })
})

test('a month in which nothing was counted says which kinds of failure there were', () => {
  const row: LedgerRow = { ...openai, planned: 15, counted: 0, reason: 'every call failed' }
  const none: LedgerRow = { ...row, engine: 'GEMINI', failed: 0, noAnswer: 15, failures: [], reason: undefined }
  const nothing = {
    ...result,
    categories: [{ slug: 'crm', ...DEFAULT_MARKET, ledger: [row, none], published: { version: 1 }, newest: 1 }],
  }
  expect(nothingCounted(nothing)).toContain('(OPENAI: 12 connection refused, 3 timeout; GEMINI: no answer to score)')
})

test('the line of a run says how many answers of each engine are missing over all categories, and why', () => {
  const skipped = { planned: 10, counted: 0, noAnswer: 0, failed: 0, skipped: 10, reason: 'no key was given' }
  const grok: LedgerRow = { engine: 'GROK', ...skipped }
  const gemini: LedgerRow = { engine: 'GEMINI', ...skipped }
  const whole: LedgerRow = { engine: 'PERPLEXITY', planned: 10, counted: 9, noAnswer: 1, failed: 0, skipped: 0 }
  const category = (slug: string) => ({
    slug,
    ...DEFAULT_MARKET,
    ledger: [openai, grok, gemini, whole],
    published: { version: 1 },
    newest: 1,
  })
  expect(runLine({ ...result, categories: [category('crm'), category('desk')] })).toBe(
    '2026-11: 40 calls, $0.1000; published crm version 1, desk version 1; not counted ' +
      'OPENAI: 30 of 40 (24 connection refused, 6 timeout); GROK, GEMINI: 20 of 20 (no key was given)',
  )
})
