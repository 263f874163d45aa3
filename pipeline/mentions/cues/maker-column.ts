import { lineStart } from '../words/line.ts'

/** Heads of the column that a table has the makers in. */
const MAKERS =
  /^(?:brand(?: name)?|maker|manufacturer|vendor|company|marke|hersteller|anbieter|marque|fabricant|marca|fabricante|produttore|merk|fabrikant|marka|producent|メーカー(?:名)?|ブランド(?:名)?|会社(?:名)?|品牌|厂商|廠商|厂家|公司|브랜드(?:명)?|제조사|업체(?:명)?)$/iu
const CELL_LEFT = /\|[\s*_]*$/u
const CELL_RIGHT = /^(?: [\p{Lu}\p{N}][\p{L}\p{M}\p{N}’'-]*| [dl][’']\p{Lu}\p{L}*){0,4}[\s*_]*\|/u
/** How far above a row its table's head is looked for, in UTF-16 units. */
const REACH = 3_000

/**
 * Whether a name is all of a table's cell, or begins one of words with capital letters, in the column of the makers ("| Sling | Ocaso |"
 * below "| Modelo | Marca |"), or in the first one, where that is headed by what is `asked` for.
 */
export function isInMakersColumn(clean: string, start: number, end: number, asked: (word: string) => boolean): boolean {
  if (!CELL_LEFT.test(clean.slice(Math.max(0, start - 8), start)) || !CELL_RIGHT.test(clean.slice(end, end + 60)))
    return false
  const from = lineStart(clean, start)
  const column = clean.slice(from, start).split('|').length - 1
  const above = clean
    .slice(Math.max(0, from - REACH), from)
    .split('\n')
    .slice(0, -1)
  const head = above.slice(above.findLastIndex((line) => !line.startsWith('|')) + 1).at(0)
  const title = (head?.split('|')[column] ?? '').replace(/[*_]/g, '').trim()
  return MAKERS.test(title) || (column === 1 && asked(title))
}
