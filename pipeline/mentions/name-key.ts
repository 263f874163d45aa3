import { fold, foldKey } from './fold.ts'

/** What all spellings of a name have in common. */
export function nameKey(name: string): string {
  const plain = fold(name)
    .replace(/!+$/, '')
    .replace(/ and /g, '&')
    .replace(/ plus$/, '+')
  const key = foldKey(plain)
  return key === '' ? foldKey(name) : key
}
