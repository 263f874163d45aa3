import type { FieldNotes, Note } from './note.ts'
import { NOTES_ON_ANSWERS } from './notes-on-answers.ts'
import { NOTES_ON_RANKINGS } from './notes-on-rankings.ts'
import { NOTES_ON_REPORTS } from './notes-on-reports.ts'
import { NOTES_ON_SERVICE } from './notes-on-service.ts'

/** The meaning of each field of the API. */
export const FIELD_NOTES: FieldNotes = {
  ...NOTES_ON_REPORTS,
  ...NOTES_ON_RANKINGS,
  ...NOTES_ON_ANSWERS,
  ...NOTES_ON_SERVICE,
}

/** Adds the notes on all fields and parameters to a part of the description, in place; `around` names the fields that contain it. */
export function describeFields(part: unknown, around: readonly string[]): void {
  if (!isObject(part)) return
  for (const [key, value] of Object.entries(part)) {
    if (key === 'properties') describeProperties(value, around)
    else if (key === 'parameters') for (const each of Object.values(Object(value))) describeParameter(each, around)
    else if (key !== 'examples') describeFields(value, around)
  }
}

function describeProperties(properties: unknown, around: readonly string[]): void {
  for (const [name, field] of Object.entries(Object(properties))) {
    if (!isObject(field)) continue
    const { description, examples } = meaning(name, around)
    Object.assign(field, description, 'const' in field ? { examples: [field.const] } : examples)
    describeFields(field, [...around, name])
  }
}

function describeParameter(parameter: unknown, around: readonly string[]): void {
  if (!isObject(parameter) || typeof parameter.name !== 'string' || !isObject(parameter.schema)) return
  const { description, examples } = meaning(parameter.name, around)
  Object.assign(parameter, description)
  Object.assign(parameter.schema, examples)
}

function meaning(name: string, around: readonly string[]) {
  const [description, ...examples] = noteOn(name, around) ?? []
  return { description: description && { description }, examples: examples.length > 0 && { examples } }
}

/** The note on a field: that of the longest path of parents that has one, else of its bare name. */
function noteOn(name: string, around: readonly string[]): Note | undefined {
  const paths = around.map((_, from) => [...around.slice(from), name].join('.'))
  return [...paths, name].map((path) => FIELD_NOTES[path]).find((note) => note !== undefined)
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null
}
