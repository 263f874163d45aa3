import { cleanText } from './clean.ts'
import { isOrdinaryWord } from './ordinary.ts'
import { isChoiceLabel } from './sections.ts'

/** Names that stand at the same place of one structure: the heads of a list, a table's first column, an enumeration. */
export interface Series {
  readonly heads: readonly string[]
  /** Below the items of another list, where features of a choice stand. */
  readonly nested: boolean
  /** The structure itself says that its members are choices: numbered, or with a description each. */
  readonly choices: boolean
}

/** A name stands at its line's beginning: this much of the line is read, in UTF-16 units. */
const HEAD_REACH = 200
const LINE_REACH = 400

const ITEM =
  /^([ \t>]*)((?:[-*+•●▪]|\d{1,3}[.)]|[①-⑳])(?=[ \t])|(?:\d{1,3}[.)](?=[*_「『]*\p{Script=Han})|\d{1,3}[、．）]|[①-⑳]))[ \t]*(.*)$/u
/** A heading that is numbered or ranked. */
const NUMBERED = /^(?:\*\*|__)?(?:\d{1,3}[.)、．]|[①-⑳]|第?\d{1,3}位)/u
const HEADING = /^ {0,3}(#{1,6})[ \t]+(.*?)[ \t#]*$/
const ROW = /^[ \t]*\|(.*)$/
const BOLD_LINE = /^[ \t]*(?:\*\*|__)(?=\S)/
const NAME = String.raw`(?:\p{Lu}|\d+\p{Lu}|\p{Ll}{1,2}\p{Lu})[\p{L}\p{N}]*(?:[.&+'’-][\p{L}\p{N}]+)*[+!]?`
const NAMES = `${NAME}(?: ${NAME}){0,3}`
const AND = '(?:and|or|und|oder|sowie|et|ou|y|o|e|ed|och|en|i|oraz|lub|и|или)'
const SUCH_AS =
  '(?:such as|like|including|includes?|e\\.g\\.,?|alternatives? (?:to|are)|wie|z\\. ?B\\.|etwa|comme|tels? que|telles que|como|tales como|incluyendo|incluindo|come|quali|zoals|такие как|jak|takie jak)'
const INTRODUCED = new RegExp(`${SUCH_AS} (${NAMES}(?:, ${NAMES}){0,20}(?:,? ${AND} ${NAMES})?)`, 'gu')
const LISTED = new RegExp(`(?<![\\p{L}\\p{N}])(${NAMES}(?:, ${NAMES}){1,20},? ${AND} ${NAMES})`, 'gu')
const CJK_LISTED =
  /((?:(?<!\w)[A-Za-z][\w.&+-]{0,30}(?: [A-Z][\w.&+-]{0,30}){0,3}|[ァ-ヶー]{3,30})(?:[、，]|と|和|や|及び|以及)){2,20}(?:[A-Za-z][\w.&+-]{0,30}|[ァ-ヶー]{3,30})/g
/** Han names quoted in prose; what else is quoted is as likely a feature. */
const CJK_QUOTED = /[「『](\p{Script=Han}{2,8})[」』]/gu

/** Every structure of an answer that may hold names, in order of appearance. */
export function readSeries(text: string): Series[] {
  const clean = cleanText(text)
  return [...readLines(clean), ...readEnumerations(clean)]
}

interface Draft {
  readonly heads: string[]
  readonly nested: boolean
  readonly choices: boolean
  readonly key: string
}

function readLines(clean: string): Series[] {
  const done: Draft[] = []
  let open: Draft[] = []
  const headings = new Map<string, Draft>()
  const bold: Draft = { heads: [], nested: false, choices: true, key: 'bold' }
  const lines = clean.split('\n').map((line) => line.slice(0, LINE_REACH))
  const close = (from: number): void => {
    done.push(...open.slice(from))
    open = open.slice(0, from)
  }
  lines.forEach((line, at) => {
    const heading = HEADING.exec(line)
    const item = ITEM.exec(line)
    const row = ROW.exec(line)
    if (heading?.[1] !== undefined) {
      close(0)
      // Choices are numbered; the sections among them are not.
      const key = `${heading[1]}${NUMBERED.test(heading[2] ?? '') ? '1' : ''}`
      const draft = headings.get(key) ?? { heads: [], nested: false, choices: false, key }
      headings.set(key, draft)
      draft.heads.push(...headOf((heading[2] ?? '').replace(ITEM, '$3'), true))
    } else if (item !== null) {
      const depth = (item[1] ?? '').replace(/\t/g, '    ').length
      const marker = /[\d①-⑳]/.test(item[2] ?? '') ? '1' : (item[2] ?? '')
      const key = `${depth}${marker}`
      const level = open.findIndex((draft) => Number.parseInt(draft.key, 10) >= depth)
      const known = open.findIndex((draft) => draft.key === key)
      if (known >= 0) close(known + 1)
      else if (level >= 0) close(level)
      if (known < 0) {
        const levels = new Set([...headings.keys()].map((level) => level.replace('1', ''))).size
        const nested = depth > 1 || (marker !== '1' && levels > 1 && depth === 0 && bold.heads.length > 1)
        open.push({ heads: [], nested, choices: marker === '1', key })
      }
      open.at(-1)?.heads.push(...headOf(item[3] ?? '', false))
    } else if (row !== null) {
      if (open.at(-1)?.key !== '0|') {
        close(0)
        open.push({ heads: [], nested: false, choices: true, key: '0|' })
      }
      const cell = (row[1] ?? '').split('|')[0] ?? ''
      const header = /^[\s|:-]*-[\s|:-]*$/.test(lines[at + 1] ?? '')
      if (!header && !/^[\s:-]*$/.test(cell)) open.at(-1)?.heads.push(tidyHead(cell))
    } else if (BOLD_LINE.test(line)) {
      bold.heads.push(...headOf(line, false))
    } else if (line.trim() !== '' && /^\S/.test(line) && open[0]?.key === '0|') close(0)
  })
  close(0)
  return [...done, ...headings.values(), bold].filter((draft) => draft.heads.length > 0)
}

function readEnumerations(clean: string): Series[] {
  const plain = clean.replace(/\*\*|__|[[\]]/g, '')
  const found: Series[] = []
  for (const [pattern, choices] of [
    [INTRODUCED, true],
    [LISTED, false],
    [CJK_LISTED, false],
  ] as const) {
    for (const match of plain.matchAll(pattern)) {
      const listed = match[pattern === CJK_LISTED ? 0 : 1] ?? ''
      const parts = listed.split(new RegExp(`, (?:${AND} )?| ${AND} |[、，]|と|和|や|及び|以及`, 'u'))
      const heads = parts.map((head) => head.trim()).filter((head) => head !== '')
      // "Try Asana, Trello and Notion": a sentence's first word has its capital letter from its place.
      const opener = /^(\p{L}+) (.+)$/u.exec(heads[0] ?? '')
      if (pattern === LISTED && opener?.[1] !== undefined && opener[2] !== undefined && isOrdinaryWord(opener[1])) {
        heads[0] = opener[2]
      }
      if (heads.length > 1) found.push({ heads, nested: false, choices })
    }
  }
  for (const [, head = ''] of plain.matchAll(CJK_QUOTED)) found.push({ heads: [head], nested: false, choices: true })
  return found
}

/** The name that a line leads with, as the list has it: "**HubSpot** - why", "Best overall: HubSpot", "Sunsama by X". */
function headOf(line: string, heading: boolean): string[] {
  const content = line
    .slice(0, HEAD_REACH)
    .trim()
    .replace(/^(?:[^\p{L}\p{N}*_[.("“「]+)/u, '')
  const bold = /^(?:\*\*|__)(.+?)(?:\*\*|__)[ :：]*(.*)$/u.exec(content)
  if (bold?.[1] !== undefined) {
    const label = tidyHead(bold[1])
    if (isChoiceLabel(label) && /[:：]/.test(content.slice(0, bold[1].length + 6))) {
      const rest = upToDelimiter((bold[2] ?? '').replace(/^[*_]+/, ''))
      return rest.split(' ').length <= 5 ? [tidyHead(rest), label] : [label]
    }
    return [afterLabel(label)]
  }
  const plain = content.replace(/[*_]{2}/g, '')
  const bracketed = /^[「『《【]([^」』》】]+)[」』》】]/u.exec(plain)
  if (bracketed?.[1] !== undefined) return [tidyHead(bracketed[1])]
  const head = tidyHead(upToDelimiter(plain))
  const labelled = afterLabel(plain)
  if (labelled !== plain && (heading || labelled.split(' ').length <= 5)) return [tidyHead(upToDelimiter(labelled))]
  // A line without a delimiter is a head only when it is short: otherwise it is a sentence.
  return head === tidyHead(plain) && head.split(' ').length > 5 ? [] : [head]
}

function afterLabel(text: string): string {
  const colon = /^([^:：]{2,50})[:：]\s*(\S.*)$/u.exec(text)
  return colon?.[1] !== undefined && colon[2] !== undefined && isChoiceLabel(colon[1].trim()) ? colon[2] : text
}

function upToDelimiter(text: string): string {
  return text.replace(/(?:\s+[-–—→|]+\s+|:(?:\s|$)|：|\s*[(（]|—|\s+vs\.?\s+|,\s|[，。、！？]).*$/su, '')
}

function tidyHead(text: string): string {
  return text
    .replace(/\s*[(（].*$/su, '')
    .replace(/^[^\p{L}\p{N}.]+|[\s*_`"“”'’.,:;：)\]」』》】–—-]+$/gu, '')
    .replace(/\s+/g, ' ')
    .replace(/^(?:\d{1,2}(?:[.)] |[、．])|[①-⑳一二三四五六七八九十]+、)/u, '')
    .replace(/^(.{2,}?) (?:by|von|par|de la société) \p{Lu}.*$/u, '$1')
}
