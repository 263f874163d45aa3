import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { gunzipSync } from 'node:zlib'

const LISTS = ['softwareTerms.txt.gz', 'computing-acronyms.txt', 'networkingTerms.txt'] as const

let terms: ReadonlySet<string> | undefined

/**
 * Whether it is a term of computing: a format, a protocol, a method, a unit ("Markdown", "SQL", "Kanban"), from the
 * spelling dictionary of software terms that cspell keeps.
 */
export function isTechnicalTerm(name: string): boolean {
  terms ??= read()
  return terms.has(name.toLowerCase())
}

function read(): ReadonlySet<string> {
  // The package exports its configuration, beside which the lists stand.
  const folder = join(dirname(createRequire(import.meta.url).resolve('@cspell/dict-software-terms')), 'dict')
  const found = new Set<string>()
  for (const list of LISTS) {
    const bytes = readFileSync(join(folder, list))
    const text = (list.endsWith('.gz') ? gunzipSync(bytes) : bytes).toString('utf8')
    for (const line of text.split('\n')) {
      const word = line.trim()
      if (word !== '' && !word.startsWith('#')) found.add(word.toLowerCase())
    }
  }
  return found
}
