import MarkdownIt, { type Token } from 'markdown-it'
import type { Stretch } from '../pipeline/contract/highlight.ts'
import { visible, webAddress } from '../pipeline/contract/texts.ts'
import { escapeHtml } from './escape.ts'

/** Around each counted name while its answer is parsed: noncharacters, which no text has and Markdown treats as letters. */
const OPEN = '\ufdd0'
const CLOSE = '\ufdd1'
const EITHER = /([\ufdd0\ufdd1])/

/**
 * markdown-it is maintained, took at most 0.2 s for 64 KB of any kind (marked 32 s or a stack overflow, commonmark.js 7 s,
 * satteri 1.6 s) and reads 10 MB/s, ten times as much as micromark. Addresses stay as written, to be compared with the text.
 */
const markdown = new MarkdownIt({ html: false, linkify: true, breaks: true }).disable(['reference', 'entity'])
markdown.linkify.set({ fuzzyLink: false, fuzzyEmail: false }).add('mailto:', null).add('ftp:', null).add('//', null)
markdown.normalizeLink = (url) => url
markdown.normalizeLinkText = (url) => url
markdown.validateLink = (url) => addressOf(url) !== undefined

/** The tags of the tokens that have no attribute. */
const TAGS: Readonly<Record<string, string>> = {
  paragraph_open: '<p>',
  paragraph_close: '</p>',
  heading_open: '<p><strong>',
  heading_close: '</strong></p>',
  blockquote_open: '<blockquote>',
  blockquote_close: '</blockquote>',
  bullet_list_open: '<ul>',
  bullet_list_close: '</ul>',
  ordered_list_close: '</ol>',
  list_item_close: '</li>',
  table_open: '<div class="scroll" role="group" aria-label="Table in this answer" tabindex="0"><table class="plain">',
  table_close: '</table></div>',
  thead_open: '<thead>',
  thead_close: '</thead>',
  tbody_open: '<tbody>',
  tbody_close: '</tbody>',
  tr_open: '<tr>',
  tr_close: '</tr>',
  th_open: '<th scope="col">',
  th_close: '</th>',
  td_open: '<td>',
  td_close: '</td>',
  strong_open: '<strong>',
  strong_close: '</strong>',
  em_open: '<em>',
  em_close: '</em>',
  s_open: '<s>',
  s_close: '</s>',
  softbreak: '<br>',
  hardbreak: '<br>',
  hr: '<hr>',
}
/** The tokens of a text without Markdown. */
const PLAIN = new Set(['paragraph_open', 'paragraph_close', 'inline', 'text', 'softbreak'])

/**
 * An answer's Markdown as HTML, with its counted names marked, those in `own` differently; `stretches` are those of
 * `markText`. Undefined if there is nothing to format, if a letter outside a link's address would be lost, or if a mark would
 * surround anything but its name; such a text is shown unformatted.
 */
export function formatAnswer(stretches: readonly Stretch[], own: ReadonlySet<string>): string | undefined {
  const text = stretches.map((stretch) => stretch.text).join('')
  if (text.includes(OPEN) || text.includes(CLOSE)) return undefined
  const named = stretches.flatMap(({ text: name, mark }) => (mark === undefined ? [] : [{ name, brand: mark.brand }]))
  const between = stretches.map((stretch) => (stretch.mark === undefined ? stretch.text : OPEN + stretch.text + CLOSE))
  const formatter = new Formatter(named.map(({ brand }) => own.has(brand)))
  const html = formatter.html(markdown.parse(visible(between.join('')), {}))
  const { isMarkdown, isBroken, shown, hidden, marked } = formatter
  const isFaithful =
    letters(shown + hidden).length === letters(text).length &&
    marked.length === named.length &&
    named.every(({ name }, index) => letters(name) === letters(marked[index] ?? ''))
  return isMarkdown && !isBroken && isFaithful ? html : undefined
}

/** Writes the HTML of one answer's tokens, and keeps track of what a reader sees of its text. */
class Formatter {
  isMarkdown = false
  /** Whether a link has no words. */
  isBroken = false
  /** The texts that a reader sees. */
  shown = ''
  /** Addresses, numbers of list items and languages of code, which only the Markdown has. */
  hidden = ''
  /** What is within each mark. */
  readonly marked: string[] = []
  readonly #own: readonly boolean[]
  /** A name may begin in one element and end in another. */
  #isInMark = false
  #linkFrom = 0

  constructor(own: readonly boolean[]) {
    this.#own = own
  }

  html(tokens: readonly Token[]): string {
    return tokens.map((token) => (token.hidden ? '' : this.#token(token))).join('')
  }

  #token(token: Token): string {
    const { type, content, children, info } = token
    if (!PLAIN.has(type)) this.isMarkdown = true
    switch (type) {
      case 'inline':
        return this.html(children ?? [])
      case 'text':
        return this.#text(content)
      case 'code_inline':
        return `<code>${this.#text(content)}</code>`
      case 'code_block':
      case 'fence':
        this.hidden += info
        return `<pre><code>${this.#text(content)}</code></pre>`
      case 'list_item_open':
        this.hidden += info
        return '<li>'
      case 'ordered_list_open':
        return `<ol start="${Number(token.attrGet('start') ?? 1)}">`
      case 'link_open':
        return this.#openLink(token)
      case 'link_close':
        if (letters(this.shown.slice(this.#linkFrom)) === '') this.isBroken = true
        return '</a>'
      case 'image':
        this.hidden += token.attrGet('src') ?? ''
        return this.#words(children ?? [])
      default:
        return TAGS[type] ?? ''
    }
  }

  #openLink(token: Token): string {
    const url = String(token.attrGet('href') ?? '')
    // The text of a bare address is the address itself.
    if (token.info !== 'auto') this.hidden += url
    this.#linkFrom = this.shown.length
    const address = addressOf(url)
    // markdown-it checks every address but the empty one of `[Acme]()`.
    if (address === undefined) this.isBroken = true
    return `<a href="${escapeHtml(address)}" rel="nofollow noopener noreferrer ugc">`
  }

  /** The alternative text of a picture, as nothing is loaded. */
  #words(tokens: readonly Token[]): string {
    return tokens.map(({ content, children }) => (children ? this.#words(children) : this.#text(content))).join('')
  }

  #text(text: string): string {
    const parts = text.split(EITHER).map((part) => {
      if (part === OPEN) this.marked.push('')
      if (part === OPEN || part === CLOSE) {
        this.#isInMark = part === OPEN
        return ''
      }
      this.shown += part
      const last = this.marked.length - 1
      if (!this.#isInMark || part === '') return escapeHtml(part)
      this.marked[last] += part
      return `<mark${this.#own[last] ? ' class="product"' : ''}>${escapeHtml(part)}</mark>`
    })
    return parts.join('')
  }
}

/** A link's address without the marks of names counted within it; undefined unless it is a web page's. */
function addressOf(url: string): string | undefined {
  return webAddress(url.replaceAll(OPEN, '').replaceAll(CLOSE, ''))
}

function letters(text: string): string {
  return text.replace(/[^\p{L}\p{N}]+/gu, '')
}
