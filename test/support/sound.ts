import { expect } from 'vitest'
import type { Soaked } from './soak.ts'

/** Asserts of a soak that each start became one whole report, paid once, and that no stored cell was asked again. */
export function expectSound(found: Soaked, starts: number): void {
  // One mail says that it has started, and one that it has ended.
  const mails = 2 * starts
  expect(found).toMatchObject({ starts, slugs: starts, reports: starts, complete: starts, mails, keysLeft: 0 })
  expect(found.creditsSpent).toBe(found.creditReports)
  expect(found.answers).toBe(found.cells)
  // Each cell was asked the one time that stored it, and at most once more for each time that a kill cut it off.
  expect(found.requests).toBeGreaterThanOrEqual(found.cells)
  expect(found.requests).toBeLessThanOrEqual(found.cells + found.lost)
}
