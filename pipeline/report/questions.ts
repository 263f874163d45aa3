import type { Spending } from '../ask/bounded-call.ts'
import type { Stopped } from '../ask/fan-out.ts'
import { PLANS } from '../contract/report.ts'
import { namesProduct } from '../mentions/product.ts'
import { suggestQuestions } from '../scribe/suggest.ts'
import type { StoredReport } from '../store/report/reports.ts'
import type { AskedScribe } from '../survey/scribe.ts'
import { askForQuestions } from '../survey/scribe.ts'

/**
 * A report's questions: the caller's own first, as they are, then as many as the plan still has room for from the scribe,
 * or from templates where there is no scribe or it failed; none of those names the product or repeats another. `tooFew`
 * where the category itself names the product, so that no question about it can do without; or why the job has to stop.
 */
export async function reportQuestions(
  run: Spending,
  report: StoredReport,
  scribe: AskedScribe | undefined,
): Promise<readonly string[] | Stopped | 'tooFew'> {
  const { category, seedPrompts } = report
  const count = PLANS[report.plan].questions
  if (seedPrompts.length >= count) return seedPrompts.slice(0, count)

  const written = scribe === undefined ? 'failed' : await askForQuestions(run, scribe, category, count)
  if (written === 'stopped') return 'interrupted'
  if (written === 'outOfBudget') return 'budget'
  const proposed = typeof written === 'string' ? [] : written.questions
  const templates = suggestQuestions(category, Number.POSITIVE_INFINITY)

  const questions = [...seedPrompts]
  const asked = new Set(questions.map(wording))
  for (const question of [...proposed, ...templates]) {
    if (questions.length === count) break
    if (asked.has(wording(question)) || namesProduct(question, report)) continue
    asked.add(wording(question))
    questions.push(question)
  }
  return questions.length < count ? 'tooFew' : questions
}

/** The questions in their order without those that repeat an earlier one. */
export function withoutRepeats(questions: readonly string[]): string[] {
  return [...Map.groupBy(questions, wording).values()].flatMap((same) => same.slice(0, 1))
}

/** What makes two questions the same: their words, in any case and with any marks but those that words hold (C++, C#, €50). */
function wording(question: string): string {
  return question
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\p{N}\p{S}#%]+/gu, ' ')
    .trim()
}
