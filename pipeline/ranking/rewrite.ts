import { createBudget } from '../ask/budget.ts'
import type { Process } from '../ask/process.ts'
import { findCategory, keepCategory } from '../store/ranking/categories.ts'
import { type AskedScribe, askForQuestions } from '../survey/scribe.ts'
import { QUESTIONS } from './prepare.ts'

/**
 * Has the scribe rewrite a category's questions, the same number of them, for months that begin later. Returns them with the
 * call's cost in USD, or a sentence that says why nothing was changed.
 */
export async function rewriteQuestions(
  process: Process,
  scribe: AskedScribe,
  slug: string,
): Promise<{ readonly questions: readonly string[]; readonly costUsd: number } | { readonly refusal: string }> {
  const { db, clock } = process
  const kept = await findCategory(db, slug)
  if (kept === undefined) return { refusal: 'No ranking was ever run for a category with this slug.' }
  if (kept.simulated) return { refusal: `The category ${slug} is simulated; its questions are templates.` }
  if (kept.questionsBy === 'file')
    return { refusal: `The questions of ${slug} come from the categories file; change them there.` }
  const count = kept.questions.length || QUESTIONS
  const written = await askForQuestions(process, createBudget(), scribe, kept, count)
  if (typeof written === 'string') return { refusal: 'The scribe wrote no questions, so the old ones stay.' }
  if (written.by === 'templates' || written.questions.length < count)
    return { refusal: 'The scribe wrote too few questions, so the old ones stay.' }
  await keepCategory(db, { ...kept, questions: written.questions, questionsBy: 'scribe' }, clock.now())
  return { questions: written.questions, costUsd: written.costUsd }
}
