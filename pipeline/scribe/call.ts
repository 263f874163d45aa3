/**
 * The JSON schema of an object that has exactly these properties; the vendors accept no other.
 */
export interface ObjectSchema {
  readonly type: 'object'
  readonly properties: Readonly<Record<string, unknown>>
  readonly required: readonly string[]
  readonly additionalProperties: false
  readonly [keyword: string]: unknown
}

/** Returns the schema of an object with these properties. */
export function objectSchema(properties: ObjectSchema['properties']): ObjectSchema {
  return { type: 'object', properties, required: Object.keys(properties), additionalProperties: false }
}

/** One structured-output call; `maxOutput` in tokens. */
export interface ScribeCall {
  readonly name: 'questions' | 'readings'
  readonly schema: ObjectSchema
  readonly prompt: string
  readonly maxOutput: number
}
