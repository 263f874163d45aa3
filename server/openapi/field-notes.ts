import type { FieldNotes, Note } from './note.ts'
import { NOTES_ON_ANSWERS } from './notes-on-answers.ts'
import { NOTES_ON_RANKINGS } from './notes-on-rankings.ts'
import { NOTES_ON_REPORTS } from './notes-on-reports.ts'
import { NOTES_ON_SERVICE } from './notes-on-service.ts'

/** The meaning of each field of the API; no name is in two of them. */
export const FIELD_NOTES: readonly FieldNotes[] = [
  NOTES_ON_REPORTS,
  NOTES_ON_RANKINGS,
  NOTES_ON_ANSWERS,
  NOTES_ON_SERVICE,
]

const BY_NAME: FieldNotes = Object.assign({}, ...FIELD_NOTES)

/** The note on a field: that of the longest path of parents that has one, else of its bare name. */
export function noteOn(name: string, around: readonly string[]): Note | undefined {
  for (let from = 0; from < around.length; from += 1) {
    const note = BY_NAME[[...around.slice(from), name].join('.')]
    if (note !== undefined) return note
  }
  return BY_NAME[name]
}
