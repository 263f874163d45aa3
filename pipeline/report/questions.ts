import type { CallBounds } from '../ask/bounded-call.ts'
import { boundedCall } from '../ask/bounded-call.ts'
import type { Stopped } from '../ask/fan-out.ts'
import { PLANS } from '../contract/report.ts'
import { namesProduct } from '../mentions/product.ts'
import { writeQuestions } from '../scribe/questions.ts'
import type { Scribe } from '../scribe/scribe.ts'
import { suggestQuestions } from '../scribe/suggest.ts'
import type { StoredReport } from '../store/reports.ts'

/**
 * A report's questions: the caller's own first, as they are, then as many as the plan still has room for from the scribe,
 * or from templates where there is no scribe or it failed; none of those names the product or repeats another. `tooFew`
 * where the category itself names the product, so that no question about it can do without; or why the job has to stop.
 */
export async function reportQuestions(
  scope: Omit<CallBounds, 'worstUsd'>,
  report: StoredReport,
  scribe: Scribe | null,
): Promise<readonly string[] | Stopped | 'tooFew'> {
  const { category, seedPrompts } = report
  const count = PLANS[report.plan].questions
  if (seedPrompts.length >= count) return seedPrompts.slice(0, count)

  const written =
    scribe === null
      ? 'failed'
      : await boundedCall((signal) => writeQuestions(scribe, category, count, signal), {
          ...scope,
          worstUsd: scribe.worstUsd,
        })
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

/** What makes two questions the same: their words, in any case and with any marks. */
function wording(question: string): string {
  return question
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
}
