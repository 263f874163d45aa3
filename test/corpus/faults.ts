import type { ReadName } from '../../pipeline/contract/terms.ts'
import { nameKey } from '../../pipeline/mentions/names.ts'
import type { Labelled } from './corpus.ts'

/** The shares of a cheap reader's names that are dropped, have the other role, or are no names. */
const DROPPED = 0.1
const TURNED = 0.1
const ADDED = 0.15

/** Words that a careless reader may take for names: with a capital letter, or of a script without. */
const CAPITALISED =
  /\p{Lu}[\p{L}\p{N}-]+(?: \p{Lu}[\p{L}\p{N}-]+)?|[\p{Script=Han}\p{Script=Katakana}ー]{2,5}|\p{Script=Hangul}{2,5}/gu

/** The readings as a cheap reader might have given them: the same for the same seed. */
export function withFaults(corpus: readonly Labelled[], seed: number): Labelled[] {
  const random = randomFrom(seed)
  return corpus.map((labelled) => {
    const { reading, answer, labels } = labelled
    if (reading == null) return labelled
    const taken = new Set([...reading.map(({ name }) => name), ...labels.brands.flat()].map(nameKey))
    const words = [...new Set(answer.match(CAPITALISED) ?? [])].filter((word) => !taken.has(nameKey(word)))
    const faulty = reading.flatMap((name): ReadName[] => {
      const drop = random() < DROPPED
      const turn = random() < TURNED
      const role = turn === (name.role === 'choice') ? 'passing' : 'choice'
      const wrong = random() < ADDED ? words[Math.floor(random() * words.length)] : undefined
      return [
        ...(drop ? [] : [{ ...name, role } as const]),
        ...(wrong === undefined ? [] : [{ name: wrong, role: 'choice', domain: null } as const]),
      ]
    })
    return { ...labelled, reading: faulty }
  })
}

/** Numbers in 0..1, by mulberry32 (public domain). */
function randomFrom(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}
