import { readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'

const ROOT = join(import.meta.dirname, '../..')
/** A folder for each compiled program, and a file that says which is the newest. */
export const COMPILED = join(ROOT, 'cli/.compiled')
export const NEWEST = join(COMPILED, 'newest.json')

/**
 * What `compile.ts` says of the program that it compiled last.
 *
 * @typedef {object} Newest
 * @property {string} folder the program's folder in COMPILED
 * @property {Record<string, string | null>} sources the state of each source when it was read, by its path from the root
 */

/**
 * Tells one state of a source from another, and quickly: its size, and the second of its last change, because the layers of
 * an image know no parts of a second. Null without the file.
 *
 * @param {string} path from the root
 */
export function stateOf(path) {
  const file = statSync(`${ROOT}/${path}`, { throwIfNoEntry: false })
  return file === undefined ? null : `${file.size} ${Math.floor(file.mtimeMs / 1_000)}`
}

/**
 * What was compiled last; undefined before that.
 *
 * @returns {Newest | undefined}
 */
export function newestProgram() {
  try {
    return JSON.parse(readFileSync(NEWEST, 'utf8'))
  } catch {
    return undefined
  }
}

/** The compiled program, as its path in `cli`; undefined if it isn't there or a source was changed since. */
export function currentProgram() {
  const newest = newestProgram()
  if (newest === undefined) return undefined
  const main = `.compiled/${newest.folder}/main.js`
  if (stateOf(`cli/${main}`) === null) return undefined
  return Object.entries(newest.sources).every(([path, state]) => stateOf(path) === state) ? `./${main}` : undefined
}
