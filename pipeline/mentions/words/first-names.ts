import { createRequire } from 'node:module'

let names: ReadonlySet<string> | undefined

/** Whether parents give it, in German, English, Spanish, French, Italian or Dutch: the lists of human-names, 5,000 in all. */
export function isFirstName(word: string): boolean {
  if (names === undefined) {
    const require = createRequire(import.meta.url)
    const read = new Set<string>()
    for (const language of ['de', 'en', 'es', 'fr', 'it', 'nl']) {
      for (const sex of ['female', 'male']) {
        const list: readonly string[] = require(`human-names/data/${sex}-human-names-${language}.json`)
        for (const name of list) read.add(name.toLowerCase())
      }
    }
    names = read
  }
  return names.has(word.toLowerCase())
}
