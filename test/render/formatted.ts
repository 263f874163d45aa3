/** A formatted answer within a page, and the same as it came. */
export const FORMATTED =
  /<div class="formatted" dir="auto">(.*?)<\/div>\s*<details class="verbatim">\s*<summary>Original text<\/summary>(.*?)<\/details>/gs

/** Any tag, as a browser would read one. */
const TAG = /<[^>]*>/g

const ALLOWED = new Set([
  ...['p', 'strong', 'em', 's', 'code', 'pre', 'blockquote', 'ul', 'li', 'table', 'thead', 'tbody', 'tr', 'th', 'td'],
  ...['mark', 'br', 'hr', 'table class="plain"', 'th scope="col"', 'mark class="product"'],
  'div class="scroll" role="group" aria-label="Table in this answer" tabindex="0"',
])
const LINK = /^a href="https?:\/\/[^\s"<>]*" rel="nofollow noopener noreferrer ugc"$/
const LIST = /^ol start="\d{1,9}"$/
const EMPTY = new Set(['br', 'hr'])

/** What of a formatted text is no tag that formatting may write, or isn't closed where it should be. */
export function faults(html: string): string[] {
  const open: string[] = []
  const found: string[] = []
  for (const [tag] of html.matchAll(TAG)) {
    const inner = tag.slice(1, -1)
    const name = inner.replace(/^\//, '').replace(/ .*/s, '')
    if (inner.startsWith('/')) {
      if (open.pop() !== name) found.push(`${tag} closes something else`)
      continue
    }
    if (!ALLOWED.has(inner) && !LINK.test(inner) && !LIST.test(inner)) found.push(tag)
    if (name === 'a' && open.includes('a')) found.push(`${tag} within a link`)
    if (!EMPTY.has(name)) open.push(name)
  }
  const rest = html.replace(TAG, '')
  return [...found, ...open.map((name) => `${name} stays open`), ...(rest.match(/[<>]/g) ?? [])]
}

const NAMED: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'" }

/** What a reader sees of markup. */
export function seen(html: string): string {
  return html.replace(TAG, '').replace(/&(\w+|#39);/g, (all, name: string) => NAMED[name] ?? all)
}

/** A text's letters and digits. */
export function letters(text: string): string {
  return text.replace(/[^\p{L}\p{N}]+/gu, '')
}
