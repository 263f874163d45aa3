import { expect, test } from 'vitest'
import { periodOf } from '../../../pipeline/report/over-time/period.ts'

test.each([
  ['monthly', '2026-11-01T00:00:00Z', '2026-11', '2026-12-01'],
  ['monthly', '2026-11-30T23:59:59.999Z', '2026-11', '2026-12-01'],
  ['monthly', '2026-12-31T12:00:00Z', '2026-12', '2027-01-01'],
  ['monthly', '2028-02-29T12:00:00Z', '2028-02', '2028-03-01'],
  // This is a Thursday, in the middle of the week.
  ['weekly', '2026-11-19T12:00:00Z', '2026-W47', '2026-11-23'],
  ['weekly', '2026-11-22T23:59:59.999Z', '2026-W47', '2026-11-23'],
  ['weekly', '2026-11-23T00:00:00Z', '2026-W48', '2026-11-30'],
  // ISO 8601: the week with the year's first Thursday is its first.
  ['weekly', '2027-01-03T12:00:00Z', '2026-W53', '2027-01-04'],
  ['weekly', '2026-12-28T12:00:00Z', '2026-W53', '2027-01-04'],
  ['weekly', '2024-12-30T00:00:00Z', '2025-W01', '2025-01-06'],
  ['weekly', '2026-01-01T00:00:00Z', '2026-W01', '2026-01-05'],
  ['weekly', '2023-01-01T00:00:00Z', '2022-W52', '2023-01-02'],
] as const)('%s, %s is in %s, which ends on %s', (every, at, name, ends) => {
  expect(periodOf(every, Date.parse(at))).toEqual({ name, endsAt: Date.parse(ends) })
})
