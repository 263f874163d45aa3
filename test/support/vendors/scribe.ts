/** The scribe's two calls, recognised by their schemas and answered without a model. */
import { BRANDS, hash } from './answers.ts'
import { isRecord } from './check.ts'

export type ScribeRequest = 'questions' | 'brands'

/** A feature that the scribe takes for a product, as small models do; the default answers say it in lower case. */
export const NOISE_NAME = 'Integrations'

/** Which of the two calls a JSON schema belongs to; null for any other schema. */
export function scribeRequest(schema: unknown): ScribeRequest | null {
  if (!isRecord(schema) || !isRecord(schema.properties)) return null
  const names = Object.keys(schema.properties)
  if (names.length !== 1) return null
  return names[0] === 'questions' || names[0] === 'brands' ? names[0] : null
}

/**
 * The scribe's JSON: as many questions as the first number in the prompt says (10 without one), or every invented
 * name that stands in the prompt and one noise name.
 */
export function scribeText(request: ScribeRequest, prompt: string): string {
  if (request === 'questions') {
    const count = Number(/\b\d{1,3}\b/.exec(prompt)?.[0] ?? 10)
    const tag = hash(prompt).toString(36)
    const questions = Array.from(
      { length: count },
      (_, i) => `Which product would you choose for case ${tag}-${i + 1}?`,
    )
    return JSON.stringify({ questions })
  }
  const named = BRANDS.filter((name) => prompt.includes(name))
  const brands = named.map((name, i) => ({ name, domain: i % 2 === 0 ? `${name.toLowerCase()}.example` : null }))
  return JSON.stringify({ brands: [...brands, { name: NOISE_NAME, domain: null }] })
}
