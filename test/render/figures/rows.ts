import { join } from 'node:path'
import type { FigureRow } from '../../../templates/figures/brands.ts'
import { createFigures } from '../../../templates/figures/figures.ts'

export const figures = createFigures(join(import.meta.dirname, '../../../templates'))

/** Names that try to be markup, to turn the line around or to break XML. */
export const HOSTILE = [
  '<script>alert(1)</script>',
  '"><svg onload=alert(1)>',
  "' onmouseover='alert(1)",
  ']]></title><style>',
  '&lt;&#60;&copy;',
  '\u0000\u001b[2J\ufffe\uffff\ud800\u202eturned',
  'القمر الصناعي',
  '北极星 🚀',
  `long ${'x'.repeat(300)}`,
]

/** A brand named in `mentions` of 100 answers. */
export function row(name: string, mentions: number, changed: Partial<FigureRow> = {}): FigureRow {
  const share = mentions / 100
  return {
    ...{ name, mentions, answers: 100 },
    interval: { low: Math.max(0, share - 0.2), high: Math.min(1, share + 0.2) },
    intervalSameQuestions: { low: Math.max(0, share - 0.1), high: Math.min(1, share + 0.1) },
    rankRange: { from: 1, to: 3 },
    ...changed,
  }
}

/** The markup without its texts: each tag with the names of its attributes. */
export function tagsOf(markup: string): string[] {
  return [...markup.matchAll(/<(\/?[a-z][^\s>/]*)((?:"[^"]*"|[^">])*)>/gi)].map(([, tag = '', attributes = '']) =>
    `${tag} ${attributes.replace(/="[^"]*"/g, '').trim()}`.trim(),
  )
}
