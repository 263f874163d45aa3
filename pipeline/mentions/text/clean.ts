import { parse } from 'tldts'
import { createSeeker } from './seeker.ts'
import { endOfLine, sourceLists } from './source-lists.ts'

/** Longest markup that is looked for, so that a stray bracket costs a bounded look ahead. */
const LABEL = 300
const TARGET = 2000
const HOST = 255

const BRACKET = 0x5b
const URL_END = new Set([...'\n\r\t <>"`|“”、。，」）】'].map((character) => character.charCodeAt(0)))
const AFTER_URL = new Set([...".,;:!?'*]"].map((character) => character.charCodeAt(0)))
const NUMBERED = /^[\s^]*\d{1,3}(\s*[,;–-]\s*\d{1,3})*\s*$/
/** The end of a sentence, or what refers to other pages, before a link: a host as its label is where that was read. */
const ENDED =
  /(?<!(?:^|\n)[\s>*_]*\d{1,3})[.!?。！？…)\]]["”'*_]* $|(?:^|\n|[.!?] )[*_(]*(?:See also|More at|Siehe auch|Voir aussi|Véase también|Ver también|Vedi anche|Veja também|Zie ook|Zobacz też)(?!\p{L})(?:(?![.!?]\s)[^\n])*$/u
const MARK_START = /^[\s^[\d]/
const BLANK = 0x20
const LINE_END = 0x0a
let bytes = Buffer.alloc(8192)
let units = new Uint16Array(bytes.buffer, bytes.byteOffset, 4096)

/** Parts of a text as flat pairs of UTF-16 offsets, `start, end, start, end`, ascending and apart. */
export type Spans = readonly number[]

/**
 * Where a text isn't prose: addresses, link targets, footnote and citation marks, lists of sources, language tags of code,
 * HTML tags, images. Labels of links, bold text, headings and table cells are prose.
 */
export function hiddenSpans(text: string): Spans {
  const found: [number, number][] = []
  let target: [number, number] | null = null
  const next = createSeeker(text)
  for (let i = next(0); i >= 0; ) {
    const unit = text.charCodeAt(i)
    if (target !== null && i >= target[0]) {
      const [, end] = target
      target = null
      if (i < end) {
        i = next(end)
        continue
      }
    }
    const span = hiddenAt(text, i, unit)
    if (span === null) {
      i = next(i + 1)
      continue
    }
    found.push(span)
    // A link's target stands behind its label, which is read first.
    if (span[0] > i) target = span
    i = next(span[0] > i ? i + 1 : Math.max(i + 1, span[1]))
  }
  for (const span of sourceLists(text)) found.push(span)
  return mergeSpans(found)
}

/**
 * The text with everything that isn't prose written over by spaces: the same length, so that an offset into it is the
 * offset into the verbatim text.
 */
export function cleanText(text: string, spans: Spans = hiddenSpans(text)): string {
  if (spans.length === 0) return text
  if (units.length < text.length) {
    bytes = Buffer.alloc(text.length * 4)
    units = new Uint16Array(bytes.buffer, bytes.byteOffset, text.length * 2)
  }
  bytes.write(text, 'utf16le')
  for (let k = 0; k < spans.length; k += 2) {
    const end = spans[k + 1] ?? 0
    for (let i = spans[k] ?? 0; i < end; i += 1) if (units[i] !== LINE_END) units[i] = BLANK
  }
  return bytes.toString('utf16le', 0, text.length * 2)
}

/** The spans in order, with those that touch made one. */
export function mergeSpans(found: readonly (readonly [number, number])[]): Spans {
  const spans: number[] = []
  const inOrder = found.every(([start], i) => i === 0 || (found[i - 1]?.[0] ?? 0) <= start)
  for (const [start, end] of inOrder ? found : found.toSorted((a, b) => a[0] - b[0] || a[1] - b[1])) {
    const last = spans.length - 1
    if (last > 0 && start <= (spans[last] ?? 0)) spans[last] = Math.max(spans[last] ?? 0, end)
    else spans.push(start, end)
  }
  return spans
}

/** Whether this is a host name under a top-level domain that exists, such as `cal.com`. */
export function isHost(text: string): boolean {
  if (!/^[\p{L}\p{N}-]+(\.[\p{L}\p{N}-]+)+$/u.test(text)) return false
  const host = parse(text)
  return host.isIcann === true && host.domain !== null && host.isIp !== true
}

function hiddenAt(text: string, at: number, unit: number): [number, number] | null {
  switch (unit) {
    case BRACKET:
      return bracket(text, at)
    case 0x3c:
      return tag(text, at)
    case 0x60:
      return languageTag(text, at)
    case 0x2f:
      return address(text, at)
    case 0x40:
      return mailAddress(text, at)
    case 0x77:
    case 0x57:
      return [at, endOfUrl(text, at + 3)]
    case 0x3010: {
      const close = text.indexOf('】', at)
      return close > 0 && close - at < 60 && /†|^\d+(:\d+)?$/.test(text.slice(at + 1, close)) ? [at, close + 1] : null
    }
    default: {
      const close = unit === 0xe200 ? text.slice(at, at + LABEL).indexOf('\ue201') : -1
      return [at, close < 0 ? at + 1 : at + close + 1]
    }
  }
}

function bracket(text: string, at: number): [number, number] | null {
  const close = closing(text, at, LABEL)
  if (close < 0) return null
  const label = text.slice(at + 1, close)
  // Most labels begin with a letter, and cost no more than this.
  const mark = !isAsciiLetter(label.charCodeAt(0)) && isMark(label)
  const lineStart = at === 0 || text.charAt(at - 1) === '\n'
  if (mark && lineStart && isFootnote(text, close + 1)) return [at, endOfLine(text, at)]
  const end = text.charAt(close + 1) === '(' ? closing(text, close + 1, TARGET) : -1
  if (end < 0) return mark || (label.includes('.') && isHost(label.replace(/ \+\d+$/, ''))) ? [at, close + 1] : null
  if (mark) return [at, end + 1]
  if (text.charAt(at - 1) === '!') return [at - 1, end + 1]
  const inBrackets = text.charAt(at - 1) === '(' && text.charAt(end + 1) === ')'
  if (label.includes('.') && isHostOf(label.trim(), text.slice(close + 2, end))) {
    if (inBrackets || (text.charAt(at - 1) === '[' && text.charAt(end + 1) === ']')) return [at - 1, end + 2]
    if (isAmongChips(text, at, end + 1)) return [at, end + 1]
    if (ENDED.test(text.slice(Math.max(0, at - LABEL), at))) return [at, end + 1]
  }
  // "It folds. ([The page's title](https://…))"
  if (inBrackets && /[.!?。] \($/.test(text.slice(Math.max(0, at - 3), at))) return [at - 1, end + 2]
  return [close, end + 1]
}

/** Whether a link stands with others like it in one bracket: "([a.com](…), [b.com](…))". */
function isAmongChips(text: string, start: number, end: number): boolean {
  const follows = /\]\([^()\n]*\)[,;] ?$/.test(text.slice(Math.max(0, start - TARGET), start))
  const next = text.slice(end, end + 3)
  return text.charAt(start - 1) === '(' ? /^[,;] ?\[/.test(next) : follows && /^(?:\)|[,;] ?\[)/.test(next)
}

/** Whether a label is the number of a source or the name of a footnote: "1", "[2, 3]", "^note". */
function isMark(label: string): boolean {
  if (!MARK_START.test(label)) return false
  const inner = label.startsWith('[') ? label.replace(/^\[(.*)\]$/, '$1') : label
  return NUMBERED.test(inner) || /^\^\S+$/.test(label)
}

function isAsciiLetter(unit: number): boolean {
  return (unit > 0x40 && unit < 0x5b) || (unit > 0x60 && unit < 0x7b)
}

/** Whether a label is the host of its link: a citation in the form `([host](address))`. */
function isHostOf(label: string, address: string): boolean {
  const host = URL.parse(address)?.hostname ?? ''
  return isHost(label) || (label.includes('.') && host.replace(/^www\./, '') === label.toLowerCase())
}

function isFootnote(text: string, after: number): boolean {
  return text.charAt(after) === ':' || text.slice(after, endOfLine(text, after)).includes('://')
}

/** The place of the bracket that closes the one at `at` within the paragraph, or -1. */
function closing(text: string, at: number, within: number): number {
  // Most brackets hold no other, and no line's end.
  const first = text.indexOf(text.charAt(at) === '[' ? ']' : ')', at + 1)
  if (first < 0) return -1
  if (first - at < within) {
    const inside = text.slice(at + 1, first)
    if (!inside.includes(text.charAt(at)) && !inside.includes('\n')) return first
  }
  const open = text.charCodeAt(at)
  const close = open === BRACKET ? 0x5d : 0x29
  const last = Math.min(text.length, at + within)
  for (let i = at, depth = 0; i < last; i += 1) {
    const unit = text.charCodeAt(i)
    if (unit === open) depth += 1
    else if (unit === 0x0a && text.charCodeAt(i + 1) === 0x0a) return -1
    else if (unit === close) {
      depth -= 1
      if (depth === 0) return i
    }
  }
  return -1
}

function tag(text: string, at: number): [number, number] | null {
  if (!/[a-z/!]/i.test(text.charAt(at + 1))) return null
  const close = text.slice(at, at + TARGET).indexOf('>')
  return close < 0 ? null : [at, at + close + 1]
}

function languageTag(text: string, at: number): [number, number] | null {
  if (text.slice(at, at + 3) !== '```' || !/(^|\n)[ \t>]*$/.test(text.slice(Math.max(0, at - 20), at))) return null
  return [at, endOfLine(text, at)]
}

function address(text: string, at: number): [number, number] | null {
  if (text.charAt(at - 1) === ':' && text.charAt(at + 1) === '/') {
    const scheme = /[a-z][a-z+.-]*:$/i.exec(text.slice(Math.max(0, at - 20), at))
    return scheme === null ? null : [at - scheme[0].length, endOfUrl(text, at + 2)]
  }
  const start = startOfHost(text, at)
  if (start < 0 || !isHost(text.slice(start, at))) return null
  return [start, endOfUrl(text, at)]
}

/** Where the host name that ends before `at` begins; -1 when what stands there has no dot. */
function startOfHost(text: string, at: number): number {
  const first = Math.max(0, at - HOST)
  let start = at
  let dotted = false
  for (; start > first; start -= 1) {
    const unit = text.charCodeAt(start - 1)
    if (unit === 0x2e) dotted = true
    else if (unit <= 0x20 || (unit < 128 && unit !== 0x2d && !/[a-z\d]/i.test(String.fromCharCode(unit)))) break
  }
  return dotted ? start : -1
}

function mailAddress(text: string, at: number): [number, number] | null {
  const local = /[\w.+-]+$/.exec(text.slice(Math.max(0, at - 64), at))
  const host = /^[\w-]+(\.[\w-]+)+/.exec(text.slice(at + 1, at + HOST))
  return local === null || host === null ? null : [at - local[0].length, at + 1 + host[0].length]
}

function endOfUrl(text: string, from: number): number {
  const last = Math.min(text.length, from + TARGET)
  let end = from
  for (let depth = 0; end < last; end += 1) {
    const unit = text.charCodeAt(end)
    if (URL_END.has(unit)) break
    if (unit === 0x28) depth += 1
    else if (unit === 0x29) {
      depth -= 1
      if (depth < 0) break
    }
  }
  while (end > from && AFTER_URL.has(text.charCodeAt(end - 1))) end -= 1
  return end
}
