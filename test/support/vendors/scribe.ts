/** The scribe's two calls, recognised by their schemas and answered without a model. */
import { BRANDS, hash } from './answers.ts'
import { isRecord } from './check.ts'

export type ScribeRequest = 'questions' | 'readings'

/** A name that stands in no answer and that the scribe gives all the same, as small models do. */
export const NOISE_NAME = 'Noisewright'

/** Which of the two calls a JSON schema belongs to; null for any other schema. */
export function scribeRequest(schema: unknown): ScribeRequest | null {
  if (!isRecord(schema) || !isRecord(schema.properties)) return null
  const names = Object.keys(schema.properties)
  if (names.length !== 1) return null
  return names[0] === 'questions' || names[0] === 'readings' ? names[0] : null
}

/**
 * The scribe's JSON: as many questions as the first number in the prompt says (10 without one), or for each answer in the
 * prompt the invented names that stand in it, in order, and one noise name.
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
  const answers = prompt.matchAll(/^<answer (\S+)>\n([\s\S]*?)\n<\/answer \1>$/gm)
  return JSON.stringify({
    readings: [...answers].map(([, answer, text = '']) => ({ answer, names: [...namesIn(text), NOISE] })),
  })
}

const NOISE = { name: NOISE_NAME, role: 'choice', domain: null }

function namesIn(text: string) {
  return BRANDS.filter((name) => text.includes(name))
    .sort((a, b) => text.indexOf(a) - text.indexOf(b))
    .map((name) => ({ name, role: 'choice', domain: name < 'P' ? `${name.toLowerCase()}.example` : null }))
}
