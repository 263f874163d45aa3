/**
 * Which hypotheses to reject so that of all rejected ones at most `level` (0..1) are expected to be true: the step-up
 * procedure of Y. Benjamini and Y. Hochberg, J. R. Stat. Soc. B 57, 1995. One answer for each p-value, in their order;
 * a null was not tested, is never rejected and does not count among the tests.
 */
export const benjaminiHochberg = (pValues: readonly (number | null)[], level: number): boolean[] => {
  const tested = pValues.filter((p) => p !== null).sort((a, b) => a - b)
  let threshold = -1
  tested.forEach((p, index) => {
    if (p <= (level * (index + 1)) / tested.length) threshold = p
  })
  return pValues.map((p) => p !== null && p <= threshold)
}
