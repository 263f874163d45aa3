/** Small questions that the vendors' request checks have in common. */

export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** The first field of an object that is not in the list. */
export function unknownField(value: Record<string, unknown>, known: readonly string[]): string | undefined {
  return Object.keys(value).find((name) => !known.includes(name))
}

export function isOneOf(value: unknown, allowed: readonly unknown[]): boolean {
  return allowed.includes(value)
}

/** A list of objects; undefined for anything else. A missing list is empty. */
export function records(value: unknown): Record<string, unknown>[] | undefined {
  if (value === undefined) return []
  return Array.isArray(value) && value.every(isRecord) ? value : undefined
}

export function isCount(value: unknown, least = 1): value is number {
  return typeof value === 'number' && Number.isInteger(value) && value >= least
}

/**
 * The text of a Responses `input`: a non-empty string, or a list of messages whose content is a string or text parts.
 * Undefined where it is neither.
 */
export function inputText(input: unknown): string | undefined {
  if (typeof input === 'string') return input === '' ? undefined : input
  const messages = records(input)
  if (messages === undefined || messages.length === 0) return undefined
  const texts: string[] = []
  for (const { role, content } of messages) {
    if (!isOneOf(role, ['user', 'system', 'developer', 'assistant'])) return undefined
    const text = contentText(content, 'input_text')
    if (text === undefined) return undefined
    if (role === 'user') texts.push(text)
  }
  return texts.length === 0 ? undefined : texts.join('\n')
}

/** The text of a message's content: a non-empty string or a list of parts of the given type. */
export function contentText(content: unknown, type: string): string | undefined {
  if (typeof content === 'string') return content === '' ? undefined : content
  const parts = records(content)
  if (parts === undefined || parts.length === 0) return undefined
  const texts = parts.map((part) => (part.type === type && typeof part.text === 'string' ? part.text : undefined))
  return texts.includes(undefined) ? undefined : texts.join('')
}

/**
 * What strict structured output refuses in a schema, or undefined: every object closed, and with `allRequired` every
 * property required.
 */
export function schemaProblem(schema: unknown, allRequired: boolean): string | undefined {
  if (!isRecord(schema)) return 'a schema must be an object'
  if (schema.type === 'object' || isRecord(schema.properties)) {
    if (schema.additionalProperties !== false)
      return "'additionalProperties' is required to be supplied and to be false"
    const properties = isRecord(schema.properties) ? schema.properties : {}
    const required = Array.isArray(schema.required) ? schema.required : []
    const missing = Object.keys(properties).find((name) => !required.includes(name))
    if (allRequired && missing !== undefined) {
      return `'required' is required to be supplied and to be an array including every key in properties. Missing '${missing}'`
    }
    for (const property of Object.values(properties)) {
      const problem = schemaProblem(property, allRequired)
      if (problem !== undefined) return problem
    }
  }
  if (schema.items !== undefined) return schemaProblem(schema.items, allRequired)
  for (const option of records(schema.anyOf) ?? []) {
    const problem = schemaProblem(option, allRequired)
    if (problem !== undefined) return problem
  }
  return undefined
}
