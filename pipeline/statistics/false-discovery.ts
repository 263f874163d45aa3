/**
 * The largest p-value to reject for a false discovery rate of `level` (0..1), or 0 for none: the step-up procedure of
 * Y. Benjamini and Y. Hochberg, J. R. Stat. Soc. B 57, 1995.
 */
export const discoveryThreshold = (pValues: readonly number[], level: number): number => {
  const sorted = pValues.toSorted((a, b) => a - b)
  return sorted.findLast((p, index) => p <= (level * (index + 1)) / sorted.length) ?? 0
}
