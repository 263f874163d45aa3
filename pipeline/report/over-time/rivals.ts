import type { Changed } from '../../contract/comparison/comparison.ts'
import type { Competitor, FrozenReport } from '../../contract/report.ts'
import { type Counted, type Counterparts, counterparts, folded, withSpellings } from '../../survey/counterparts.ts'
import { countedAnswers } from '../answers.ts'
import { type ComparedReport, spellingsOf } from './changed.ts'

/** A rival as a report counted it, with the spellings that its answers have. */
export type Rival = Competitor & Counted

/** The rivals of both reports; a name that is the product's in either of them is not a rival. */
export function pairRivals(before: ComparedReport, after: ComparedReport): Counterparts<Rival, Rival>[] {
  const own = new Set([...spellingsOf(before), ...spellingsOf(after)].map(folded))
  const rivalsOf = ({ competitors, questions }: FrozenReport) =>
    withSpellings(
      competitors.filter(({ name }) => !own.has(folded(name))),
      countedAnswers(questions),
    )
  return counterparts(rivalsOf(before.frozen), rivalsOf(after.frozen))
}

/** Whether one report counts together what the other counts apart, so that their counts can't be compared. */
export function isRegrouped({ before, after }: Counterparts<Rival, Rival>): boolean {
  return before.length > 1 || after.length > 1
}

/** The names of the rivals that one report counts together and the other apart. */
export function regroupedNames(pairs: readonly Counterparts<Rival, Rival>[]): Changed['regrouped'] {
  const names = (rivals: readonly Rival[]) => rivals.map(({ name }) => name)
  return pairs.filter(isRegrouped).map(({ before, after }) => ({ before: names(before), after: names(after) }))
}
