import type { FigureTable } from '../../../site/src/method-figures.ts'

/** A table with its caption, as Markdown. */
export function markdownTable({ caption, head, rows }: FigureTable): string {
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`
  return [`**${caption}**`, '', line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n')
}
