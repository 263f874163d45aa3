import { expect, test } from 'vitest'
import { retryAfterMs } from '../../pipeline/engines/retry-after.ts'

const NOW = Date.parse('2026-11-20T12:00:00Z')

test.each([
  ['nothing', {}, undefined],
  ['seconds', { 'retry-after': '7' }, 7_000],
  ['parts of a second', { 'retry-after': '0.5' }, 500],
  ['no wait', { 'retry-after': '0' }, 0],
  ['a date', { 'retry-after': 'Fri, 20 Nov 2026 12:00:30 GMT' }, 30_000],
  ['a date that has passed', { 'retry-after': 'Fri, 20 Nov 2026 11:59:00 GMT' }, 0],
  ['milliseconds, before the coarser header', { 'retry-after-ms': '1200', 'retry-after': '2' }, 1_200],
  ['milliseconds that are no number', { 'retry-after-ms': 'soon', 'retry-after': '2' }, 2_000],
  ['a negative number', { 'retry-after': '-5' }, undefined],
  ['words', { 'retry-after': 'later' }, undefined],
])('%s', (_, headers, ms) => {
  expect(retryAfterMs(new Headers(headers as Record<string, string>), NOW)).toBe(ms)
})
