import { nameKey } from '../mentions/names.ts'
import type { Store } from '../store/driver/open.ts'
import { previousRanking, readRanking } from '../store/ranking/rankings.ts'
import { heldRulings } from '../store/ranking/rulings.ts'
import { readAnswers } from '../store/survey/answers.ts'
import { findMonthSurvey } from '../store/survey/surveys.ts'
import { countSurvey } from '../survey/count.ts'
import { type Doubt, doubtsIn } from '../survey/doubts.ts'
import { loadReadings } from '../survey/readings.ts'
import { knownFrom } from './changes.ts'

/** The doubts in a category's newest month that no ruling has settled; undefined if nothing is published. */
export async function categoryDoubts(
  db: Store,
  slug: string,
): Promise<{ readonly month: string; readonly simulated: boolean; readonly doubts: Doubt[] } | undefined> {
  const newest = await readRanking(db, slug)
  const survey = newest && (await findMonthSurvey(db, slug, newest.month))
  if (newest === undefined || survey === undefined) return undefined
  const { month, simulated, category, method } = newest
  const readings = await loadReadings(db, survey.id, { reader: method.reader ?? undefined })
  const rulings = (await heldRulings(db, slug)).map(({ ruling }) => ruling)
  const previous = await previousRanking(db, slug, month)
  const counted = countSurvey({
    category,
    questions: survey.questions,
    answers: await readAnswers(db, survey.id),
    readings,
    known: knownFrom(previous),
    rulings,
    product: null,
  })
  const settled = new Set(rulings.map((ruling) => nameKey(ruling.kind === 'alias' ? ruling.spelling : ruling.name)))
  const doubts = doubtsIn(counted).filter(({ brand }) => !settled.has(nameKey(brand)))
  return { month, simulated, doubts }
}
