import type { Stopped } from '../ask/fan-out.ts'
import { PLANS } from '../contract/report.ts'
import { namesProduct } from '../mentions/product.ts'
import { templatesFor } from '../scribe/suggest.ts'
import { intentOf } from '../statistics/intents.ts'
import type { StoredReport } from '../store/report/reports.ts'
import type { SurveyRun } from '../survey/run.ts'
import { askForQuestions } from '../survey/scribe.ts'

/**
 * A report's questions: the caller's own, then written ones up to the plan's number, by the scribe or from templates, which
 * neither name the product nor ask for what another does. Returns `tooFew` if those don't suffice, or what stops the job.
 */
export async function reportQuestions(
  run: SurveyRun,
  report: StoredReport,
): Promise<readonly string[] | Stopped | 'tooFew'> {
  const { seedPrompts } = report
  const [scribe] = run.scribes
  const count = PLANS[report.plan].questions
  if (seedPrompts.length >= count) return seedPrompts.slice(0, count)

  const written = scribe === undefined ? 'failed' : await askForQuestions(run, run.budget, scribe, report, count)
  if (written === 'stopped') return 'interrupted'
  if (written === 'outOfBudget') return 'budget'
  const proposed = typeof written === 'string' ? [] : written.questions
  const templates = templatesFor(report, Number.POSITIVE_INFINITY)

  const questions = [...seedPrompts]
  const asked = new Set(questions.map(intentOf))
  for (const question of [...proposed, ...templates]) {
    if (questions.length === count) break
    if (asked.has(intentOf(question)) || namesProduct(question, report)) continue
    asked.add(intentOf(question))
    questions.push(question)
  }
  return questions.length < count ? 'tooFew' : questions
}

/** The questions in order, without repeats. */
export function withoutRepeats(questions: readonly string[]): string[] {
  return [...Map.groupBy(questions, wording).values()].flatMap((same) => same.slice(0, 1))
}

/** The words of a question in lower case, without punctuation other than in words such as C++, C# and €50. */
function wording(question: string): string {
  return question
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\p{N}\p{S}#%]+/gu, ' ')
    .trim()
}
