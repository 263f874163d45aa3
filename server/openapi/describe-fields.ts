import { noteOn } from './field-notes.ts'

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

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null
}
