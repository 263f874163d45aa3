import { parse } from 'tldts'
import type { AnswerText } from './answer.ts'
import { echoes } from './echo.ts'
import type { Spans } from './find.ts'
import { type Scan, scanForHidden } from './scan.ts'
import { sourceLists } from './sources.ts'

/** The longest markup to search for, so that a stray bracket costs little. */
const LABEL = 300
const TARGET = 2000
const HOST = 255
const URL_END = /[\s<>"`|“”、。，」）】]/
const MARK = /^(?:\s*\^?\d{1,3}(?:\s*[,;–-]\s*\d{1,3})*\s*|\^\S+)$/

type Span = readonly [start: number, end: number]

/**
 * The spans of an answer that aren't prose: URLs, link targets, images, tags, footnotes, citation marks, lists of
 * sources and repetitions of the question. Link labels, bold text, headings, table cells and code are prose.
 */
export function hiddenSpans({ text, question }: AnswerText, scan: Scan = scanForHidden(text)): Spans {
  const found: Span[] = [...sourceLists(text, scan.units), ...echoes(text, question)]
  let from = 0
  // A link's label is scanned further, its target is skipped.
  let target = 0
  let end = 0
  for (const at of scan.hidden) {
    if (at < from || (at >= target && at < end)) continue
    const span = hiddenAt(text, scan.units, at)
    if (span === null) continue
    found.push(span)
    if (span[0] <= at) from = Math.max(span[1], at + 1)
    else [target, end] = span
  }
  return merge(found)
}

/** The text with hidden spans blanked out; line ends and offsets are kept. */
export function proseOf(text: string, hidden: Spans): string {
  const parts: string[] = []
  let from = 0
  for (let k = 0; k < hidden.length; k += 2) {
    const [start = 0, end = 0] = [hidden[k], hidden[k + 1]]
    parts.push(text.slice(from, start), text.slice(start, end).replace(/[^\n]/g, ' '))
    from = end
  }
  parts.push(text.slice(from))
  return parts.join('')
}

/** Whether this is a host name under an existing top-level domain, such as `cal.com`. */
export function isHost(text: string): boolean {
  if (!/^[\p{L}\p{N}-]+(?:\.[\p{L}\p{N}-]+)+$/u.test(text)) return false
  const { isIcann, domain, isIp } = parse(text)
  return isIcann === true && domain !== null && isIp !== true
}

function merge(found: readonly Span[]): Spans {
  const spans: number[] = []
  for (const [start, end] of found.toSorted((a, b) => a[0] - b[0] || a[1] - b[1])) {
    const last = spans.length - 1
    if (last > 0 && start <= (spans[last] ?? 0)) spans[last] = Math.max(spans[last] ?? 0, end)
    else spans.push(start, end)
  }
  return spans
}

function hiddenAt(text: string, units: Uint16Array, at: number): Span | null {
  switch (text.charAt(at)) {
    case '[':
      return bracket(text, units, at)
    case '<':
      return tag(text, at)
    case '`':
      return languageTag(text, at)
    case '@':
      return mailAddress(text, at)
    case '/':
      return address(text, at)
    case '【':
      return upTo(text, at, '】')
    default:
      return upTo(text, at, '\ue201')
  }
}

/**
 * The span up to `close` on the same line; it ends at another opening character, so that many in a row take linear
 * time.
 */
function upTo(text: string, at: number, close: string): Span | null {
  const last = Math.min(text.length, at + LABEL)
  for (let i = at + 1; i < last; i += 1) {
    const sign = text.charAt(i)
    if (sign === close) return [at, i + 1]
    if (sign === text.charAt(at) || sign === '\n') break
  }
  return close === '】' ? null : [at, at + 1]
}

function bracket(text: string, units: Uint16Array, at: number): Span | null {
  const close = closing(units, at, Math.min(text.length, at + LABEL))
  if (close < 0) return null
  const label = text.slice(at + 1, close)
  const isMark = MARK.test(label)
  if (text.charAt(close + 1) === ':' && (at === 0 || text.charAt(at - 1) === '\n') && !/\s/.test(label))
    return [at, endOfLine(text, at)]
  const end = text.charAt(close + 1) === '(' ? closing(units, close + 1, Math.min(text.length, close + 1 + TARGET)) : -1
  if (end < 0) return isMark || isHost(label.replace(/ \+\d+$/, '')) ? [at, close + 1] : null
  if (isMark) return [at, end + 1]
  if (text.charAt(at - 1) === '!') return [at - 1, end + 1]
  // A link in parentheses after a sentence is a citation: "It folds. ([The page's title](https://…))".
  if (
    at > 0 &&
    '([（'.includes(text.charAt(at - 1)) &&
    /[.!?。…][)"”*]* ?[([（]$/.test(text.slice(Math.max(0, at - 5), at))
  )
    return [at - 1, end + 2]
  const isChip = /[([.!?,;] ?$/.test(text.slice(Math.max(0, at - 2), at)) && isHost(label.trim())
  return isChip ? [at, end + 1] : [close, end + 1]
}

/** The index of the bracket that closes the one at `at` before `end` and within the paragraph, or -1. */
function closing(units: Uint16Array, at: number, end: number): number {
  const open = units[at]
  const close = open === 0x5b ? 0x5d : 0x29
  let depth = 0
  for (let i = at; i < end; i += 1) {
    const unit = units[i]
    if (unit === open) depth += 1
    else if (unit === 0x0a && units[i + 1] === 0x0a) return -1
    else if (unit === close) {
      depth -= 1
      if (depth === 0) return i
    }
  }
  return -1
}

function tag(text: string, at: number): Span | null {
  if (!/[a-z/!]/i.test(text.charAt(at + 1))) return null
  const end = text.slice(at, at + TARGET).indexOf('>')
  return end < 0 ? null : [at, at + end + 1]
}

function languageTag(text: string, at: number): Span | null {
  const begins = text.startsWith('```', at) && /(?:^|\n)[ \t>]*$/.test(text.slice(Math.max(0, at - 20), at))
  return begins ? [at, endOfLine(text, at)] : null
}

function mailAddress(text: string, at: number): Span | null {
  const local = /[\w.+-]+$/.exec(text.slice(Math.max(0, at - 64), at))
  const host = /^[\w-]+(?:\.[\w-]+)+/.exec(text.slice(at + 1, at + HOST))
  return local === null || host === null ? null : [at - local[0].length, at + 1 + host[0].length]
}

function address(text: string, at: number): Span | null {
  if (text.charAt(at - 1) === ':' && text.charAt(at + 1) === '/') {
    const scheme = /[a-z][a-z+.-]*:$/i.exec(text.slice(Math.max(0, at - 20), at))
    return scheme === null ? null : [at - scheme[0].length, endOfAddress(text, at + 2)]
  }
  const host = /[\p{L}\p{N}-]+(?:\.[\p{L}\p{N}-]+)+$/u.exec(text.slice(Math.max(0, at - 64), at))
  return host !== null && isHost(host[0]) ? [at - host[0].length, endOfAddress(text, at)] : null
}

function endOfAddress(text: string, from: number): number {
  const reach = text.slice(from, from + TARGET)
  const stop = reach.search(URL_END)
  let end = stop < 0 ? reach.length : stop
  // A closing bracket without an opening one in the URL isn't part of it.
  for (let i = 0, depth = 0; i < end; i += 1) {
    const sign = reach.charCodeAt(i)
    if (sign === 0x28) depth += 1
    else if (sign === 0x29) {
      depth -= 1
      if (depth < 0) end = i
    }
  }
  return from + reach.slice(0, end).replace(/[.,;:!?'*\]]+$/, '').length
}

function endOfLine(text: string, from: number): number {
  const end = text.indexOf('\n', from)
  return end < 0 ? text.length : end
}
