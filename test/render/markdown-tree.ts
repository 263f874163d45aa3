import { type Features, type MdastNode, markdownToMdast } from 'satteri'

/** Plain CommonMark, and with all that GitHub and documentation sites add. */
export const DIALECTS: Readonly<Record<'commonmark' | 'github', Features>> = {
  commonmark: { gfm: false, frontmatter: false },
  github: { gfm: true, frontmatter: true, math: true },
}

/**
 * The elements of a Markdown text in their order, the depth of each with it; without its plain texts, and without the
 * links that a parser makes of bare addresses to themselves, whatever is escaped in them.
 */
export function elements(markdown: string, features: Features): string[] {
  const found: string[] = []
  const visit = (node: MdastNode, depth: number): void => {
    if (node.type !== 'text' && !isBare(node)) found.push(`${' '.repeat(depth)}${node.type}`)
    if ('children' in node) for (const child of node.children) visit(child, depth + 1)
  }
  visit(markdownToMdast(markdown, { features }), 0)
  return found
}

/** What a reader sees of each element of one type. */
export function texts(markdown: string, type: string, features: Features): string[] {
  const found: string[] = []
  const visit = (node: MdastNode): void => {
    if (node.type === type) found.push(text(node))
    if ('children' in node) for (const child of node.children) visit(child)
  }
  visit(markdownToMdast(markdown, { features }))
  return found
}

/** The addresses that a Markdown text links to. */
export function links(markdown: string, features: Features): string[] {
  const found: string[] = []
  const visit = (node: MdastNode): void => {
    if (node.type === 'link' && !isBare(node)) found.push(node.url)
    if ('children' in node) for (const child of node.children) visit(child)
  }
  visit(markdownToMdast(markdown, { features }))
  return found
}

function isBare(node: MdastNode): boolean {
  return node.type === 'link' && ['', 'http://', 'mailto:'].some((scheme) => node.url === scheme + text(node))
}

function text(node: MdastNode): string {
  if (node.type === 'text') return node.value
  return 'children' in node ? node.children.map(text).join('') : ''
}
