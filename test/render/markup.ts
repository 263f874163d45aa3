/** A tag with its attributes; a quoted value may hold anything, `>` too. */
const TAG = /<(\/?[a-z!][^\s>]*)((?:"[^"]*"|[^">])*)>/gi

/** What a reader sees of the body, with single spaces. */
export function words(html: string): string {
  const body = html.slice(html.indexOf('<body>'))
  const plain = body.replace(TAG, (tag) => (/^<\/?(a|b|bdi|i|mark|time|span|strong)\b/.test(tag) ? '' : ' '))
  const named: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'" }
  return plain.replace(/&(#?\w+);/g, (all, name: string) => named[name] ?? all).replace(/[ \n]+/g, ' ')
}

/** The markup of a page without texts: each tag with the names of its attributes, and what isn't from outside of their values. */
export function skeleton(html: string): string[] {
  return [...html.matchAll(TAG)].map(([, tag = '', attributes = '']) => {
    const names = attributes
      .replace(/="[^"]*"/g, '')
      .trim()
      .split(/\s+/)
    return `${tag} ${names.join(' ')}`.trim()
  })
}
