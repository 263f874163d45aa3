import { expect } from 'vitest'
import type { Soaked } from './soak.ts'

/** Asserts that in a soak each start became one complete report, paid once, and that no stored cell was asked again. */
export function expectSound(found: Soaked, starts: number): void {
  // Each report has one for the start and one for the end.
  const mails = 2 * starts
  expect(found).toMatchObject({ starts, slugs: starts, reports: starts, complete: starts, mails, keysLeft: 0 })
  expect(found.creditsSpent).toBe(found.creditReports)
  expect(found.answers).toBe(found.cells)
  // Each cell was asked once, and at most once more for each time that a kill interrupted it.
  expect(found.requests).toBeGreaterThanOrEqual(found.cells)
  expect(found.requests).toBeLessThanOrEqual(found.cells + found.lost)
}
