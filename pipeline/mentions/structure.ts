import { cjkHeads, isAboutCriteria, isAnswerLine } from './cjk-heads.ts'
import { CJK, isCategory, isDistinctive, isNameShaped } from './name-shape.ts'
import { isChoiceIntro, isChoiceLabel, isFeatureColumn, isKindOfChoice } from './sections.ts'
import type { Series } from './series.ts'

/** A name stands at its line's beginning: this much of the line is read, in UTF-16 units. */
const HEAD_REACH = 200
const LINE_REACH = 400

const ITEM =
  /^([ \t>]*)((?:[-–—*+•●▪◦○‣▸►→➤✓✔✅☑]|(?!\p{Nd})\p{Emoji_Presentation}\ufe0f?|\p{Regional_Indicator}{2}|\d{1,3}[.)]|[①-⑳])(?=[ \t])|(?:\d{1,3}[.)](?=[*_「『]*\p{Script=Han})|[（(]?[\d０-９]{1,3}[、．）]|[①-⑳]|[・■◆◇●○◎▼★☆](?=[ \u3000*_「『\p{L}\p{N}])))[ \t\u3000]*(.*)$/u
/** A heading that is numbered or ranked. */
const NUMBERED =
  /^(?:\*\*|__)?(?:\d{1,3}(?:[.)、．]| ·)|[①-⑳🥇🥈🥉]|第?\d{1,3}[位名]|[一二三四五六七八九十]{1,3}、|(?:TOP|NO\.?) ?\d)/iu
const HEADING = /^ {0,3}(#{1,6})[ \t]+(.*?)[ \t#]*$/
const ROW = /^[ \t]*\|(.*)$/
const BOLD_LINE = /^[ \t>]*(?:(?:\*\*|__)(?=\S)|["“„«][^"”“»\n]{2,40}["”“»] [–—-] )/
/** A line that leads with a name, without any mark: "Decagon – same league, nerdier". */
const PLAIN_LINE = /^\p{Lu}[^\n–—:|.!?]{1,40} [–—-] \S/u
/** The same with a colon: "Cookpad: recipes by home cooks". */
const COLON_LINE = /^\p{Lu}[^\n–—:|.!?*]{2,30}: \p{Ll}/u

/**
 * Every structure of a clean text that may hold names, in order of appearance; `kinds` are the folded words of the category,
 * and in an `english` text words that the lexicon doesn't have are names.
 */
export function readSeries(clean: string, kinds: ReadonlySet<string>, english = false): Series[] {
  return [...readLines(clean, kinds, english), ...readInline(clean)]
}

interface Draft {
  readonly heads: string[]
  readonly labels: Set<string>
  readonly announced: Set<string>
  readonly introduced: boolean
  readonly strong: boolean
  readonly inline: boolean
  glossed: number
  readonly glosses: Set<string>
  readonly nested: boolean
  readonly choices: boolean
  readonly kinded?: boolean
  readonly table?: boolean
  readonly criteria?: boolean
  readonly key: string
}

function readLines(clean: string, kinds: ReadonlySet<string>, english: boolean): Series[] {
  const done: Draft[] = []
  let open: Draft[] = []
  const headings = new Map<string, Draft>()
  const bold = createDraft('bold', { choices: true })
  const plain = createDraft('plain', { choices: true })
  const colon = createDraft('colon', { choices: true })
  const answers = createDraft('answers', { choices: true })
  const numbered = createDraft('numbered', { choices: true, strong: true })
  // "*B&You – 130 Go.* The cheapest": what leads a line in italics leads it in bold.
  const lines = clean
    .split('\n')
    .map((line) => line.slice(0, LINE_REACH).replace(/^([ \t>]*)\*(?=[^\s*])([^*\n]{2,60})\*(?!\*)/, '$1**$2**'))
  const close = (from: number): void => {
    done.push(...open.slice(from))
    open = open.slice(0, from)
  }
  let column = 0
  let intro = ''
  const cjk = CJK.test(clean)
  let criteria = false
  let said = false
  let below = false
  lines.forEach((line, at) => {
    const heading = HEADING.exec(line)
    const item = ITEM.exec(line)
    const row = ROW.exec(line)
    if (cjk && item === null && row === null && line.trim() !== '') {
      const about = isAboutCriteria(line)
      const leads = heading !== null || BOLD_LINE.test(line)
      // What a sentence says holds for the list or the lines in bold behind it, a heading for all below it.
      if (leads) criteria = about || (heading === null && (criteria || (said && !below)) && !isChoiceLabel(line))
      if (leads) below = heading === null
      else if (/[:：。.]\s*$/u.test(line))
        criteria = (about && /[:：]\s*$/u.test(line)) || (criteria && !isChoiceLabel(line))
      said = !leads && about
    }
    if (heading?.[1] !== undefined) {
      close(0)
      // Choices are numbered; the sections among them are not.
      const key = `${heading[1]}${NUMBERED.test(heading[2] ?? '') ? '1' : ''}`
      const ranked = cjk && key.endsWith('1')
      const draft = headings.get(key) ?? createDraft(key, { strong: ranked, choices: ranked })
      headings.set(key, draft)
      add(draft, headsOf((heading[2] ?? '').replace(ITEM, '$3'), true))
    } else if (item !== null) {
      const depth = (item[1] ?? '').replace(/\t/g, '    ').length
      const marker = /[\d０-９①-⑳🥇🥈🥉]/u.test(item[2] ?? '') ? '1' : (item[2] ?? '')
      const key = `${depth}${marker}`
      const level = open.findIndex((draft) => Number.parseInt(draft.key, 10) >= depth)
      const known = open.findIndex((draft) => draft.key === key)
      if (known >= 0) close(known + 1)
      else if (level >= 0) close(level)
      if (known < 0) {
        const levels = new Set([...headings.keys()].map((level) => level.replace('1', ''))).size
        const nested = depth > 1 || (marker !== '1' && levels > 1 && depth === 0 && bold.heads.length > 1)
        const introduced = !nested && isChoiceIntro(intro, kinds)
        open.push({
          ...createDraft(key, { nested, introduced, choices: marker === '1', strong: marker === '1' && depth === 0 }),
          criteria: criteria || said,
        })
      }
      const draft = open.at(-1)
      if (draft !== undefined) add(draft, headsOf(item[3] ?? '', false))
    } else if (row !== null) {
      const cells = (row[1] ?? '').split('|').map(tidyHead)
      const header = /^[\s|:-]*-[\s|:-]*$/.test(lines[at + 1] ?? '')
      if (open.at(-1)?.key !== '0|') {
        close(0)
        const kinded = header && cells.some(isKindOfChoice)
        open.push({ ...createDraft('0|', { choices: true, strong: true }), kinded, table: true })
        column = header
          ? Math.max(
              0,
              cells.findIndex((cell, at) => isKindOfChoice(cell) || (at < 2 && cell !== '' && isCategory(cell, kinds))),
            )
          : 0
      }
      if (header) {
        const names = cells.slice(1).filter((cell) => cell !== '')
        if (
          // Without a head of its own the first column has the features, where the others are headed by names.
          (isFeatureColumn(cells[0] ?? '') && (cells[0] !== '' || !names.some((name) => / \p{Ll}/u.test(name)))) ||
          (english && names.filter((name) => isNameShaped(name) && isDistinctive(name)).length * 2 > names.length)
        ) {
          if (names.length > 1)
            done.push({ ...createDraft('columns', { choices: true, strong: true }), heads: names, table: true })
          column = -1
        }
      } else if (column >= 0 && !/^[\s:-]*$/.test(cells[column] ?? '')) open.at(-1)?.heads.push(cells[column] ?? '')
    } else if (cjk && !criteria && isAnswerLine(line)) {
      add(answers, headsOf(line, false))
    } else if (PLAIN_LINE.test(line)) {
      add(plain, headsOf(line, false))
    } else if (english && COLON_LINE.test(line)) {
      add(colon, headsOf(line, false))
    } else if (BOLD_LINE.test(line) && !criteria) {
      // A line of its own in bold is over what follows it, as a heading is.
      if (/^\s*\*\*[^*]+\*\*:?\s*$/.test(line)) close(0)
      add(NUMBERED.test(line) ? numbered : bold, headsOf(line, false))
    } else if (line.trim() !== '' && /^\S/.test(line) && open[0]?.key === '0|') close(0)
    if (line.trim() !== '') intro = item === null && row === null ? line : ''
  })
  close(0)
  return [
    ...done,
    ...[...headings.values()].map((draft) => ({ ...draft, headings: !draft.key.endsWith('1') })),
    numbered,
    bold,
    answers,
    ...[plain, colon].filter(({ heads }) => heads.length > 1),
  ].filter((draft) => draft.heads.length > 0)
}

function createDraft(key: string, { nested = false, introduced = false, choices = false, strong = false }): Draft {
  return {
    heads: [],
    labels: new Set(),
    announced: new Set(),
    introduced,
    nested,
    choices,
    strong,
    inline: key === 'inline',
    glossed: 0,
    glosses: new Set(),
    key,
  }
}

function add(draft: Draft, { heads, label, announced, glossed }: Heads): void {
  draft.heads.push(...heads)
  // A label stands behind the name that it announces.
  if (announced && heads[0] !== undefined) draft.announced.add(heads[0])
  if (label) for (const head of heads) draft.labels.add(head)
  if (!glossed) return
  draft.glossed += 1
  for (const head of heads) draft.glosses.add(head)
}

const BOLD_RUN = /\*\*(?=\S)([^*\n]{2,48})\*\*/gu

/** What running text has in bold, lines that begin so and labels left out. */
function readInline(clean: string): Series[] {
  const draft = createDraft('inline', { choices: true })
  for (const line of clean.split('\n')) {
    if (!line.includes('**') || /^\s*\|/.test(line)) continue
    for (const { 1: text = '', index } of line.slice(0, LINE_REACH * 4).matchAll(BOLD_RUN)) {
      const head = tidyHead(text)
      if (/[:：?？!.]$/u.test(text.trim()) || !/[\p{L}\p{N}]/u.test(line.slice(0, index))) continue
      if (!CJK.test(head) || /^[A-Za-z][\w.+& -]*$|^[\u30a0-\u30ff ]+$/.test(head)) draft.heads.push(...parted(head))
    }
  }
  return draft.heads.length > 0 ? [draft] : []
}

interface Heads {
  readonly heads: string[]
  /** A colon inside the emphasis: a label of what is said. */
  readonly label: boolean
  /** A label before it says that it is a choice. */
  readonly announced: boolean
  readonly glossed: boolean
}

/** The names that a line leads with, as the list has it: "**HubSpot** - why", "Best overall: HubSpot", "Sunsama by X", "A vs. B". */
const GLOSSED = /[가-힣ァ-ヶー\p{Script=Han}][ ]?[（(][A-Za-z]/u

function headsOf(line: string, heading: boolean): Heads {
  return { ...namesOf(line, heading), glossed: GLOSSED.test(line.slice(0, HEAD_REACH)) }
}

function namesOf(line: string, heading: boolean): Omit<Heads, 'glossed'> {
  const own = CJK.test(line) ? cjkHeads(line.slice(0, HEAD_REACH), heading) : null
  if (own !== null) return { heads: own, label: false, announced: false }
  const content = line
    .slice(0, HEAD_REACH)
    .trim()
    .replace(/^(?:[^\p{L}\p{N}*_[.("“「]+)/u, '')
  const bold = /^(?:\*\*|__)(.+?)(?:\*\*|__)[ :：]*(.*)$/u.exec(content)
  if (bold?.[1] !== undefined) {
    const label = tidyHead(bold[1])
    if (isChoiceLabel(label) && /[:：]/.test(content.slice(bold[1].length, bold[1].length + 6))) {
      const rest = upToDelimiter((bold[2] ?? '').replace(/^[*_]+/, '').replace(SENTENCE_REST, '')).replace(ADVICE, '')
      return rest.split(' ').length <= 6
        ? { heads: [tidyHead(rest), label], label: false, announced: true }
        : { heads: [label], label: false, announced: false }
    }
    // "**예산**은 …": a sentence that begins in bold.
    if (
      !/[A-Za-z]/.test(bold[1]) &&
      /^[가-힣\u3040-\u309f]/u.test(bold[2] ?? '') &&
      !/[:：]/.test(content.slice(bold[1].length, bold[1].length + 6))
    )
      return { heads: [], label: false, announced: false }
    // "**Sync: keeping the cluster equal**"
    const inside = /[:：?？!.]\s*$|^[^:]{2,30}: \p{Ll}/u.test(bold[1])
    const named = afterLabel(upToSubtitle(bold[1]))
    const announced = named !== upToSubtitle(bold[1])
    return { heads: parted(named), label: inside && !announced, announced }
  }
  const plain = content.replace(/[*_]{2}/g, '')
  const bracketed = /^[「『《【]([^」』》】]+)[」』》】]/u.exec(plain)
  if (bracketed?.[1] !== undefined) return { heads: [tidyHead(bracketed[1])], label: false, announced: false }
  // "[Sebo Airbelt](…) is seldom reduced", "Simplenote. Free."
  const led =
    /^\[([^\]\n]{2,60}?)(?:\]| {8})/u.exec(plain)?.[1] ?? /^(\p{Lu}[^.!?,;:\n]{1,30})\.\s+\p{Lu}/u.exec(plain)?.[1]
  if (!heading && led !== undefined) return { heads: [tidyHead(led)], label: false, announced: false }
  const head = tidyHead(upToDelimiter(plain))
  const labelled = afterLabel(plain)
  if (labelled !== plain && (heading || labelled.split(' ').length <= 5))
    return { heads: [tidyHead(upToDelimiter(labelled))], label: false, announced: true }
  if (heading) return { heads: parted(plain), label: false, announced: false }
  // A line without a delimiter is a head only when it is short: otherwise it is a sentence.
  return { heads: head === tidyHead(plain) && head.split(' ').length > 5 ? [] : [head], label: false, announced: false }
}

/** The sides of a comparison, each as a head; else the one head. */
function parted(text: string): string[] {
  const compared =
    /^(.{2,30}?)(?:と|和|与|와|과|vs\.?)\s?(.{2,30}?)(?:の|를|을|的)? ?(?:比較|違い|비교|차이|对比|對比|区别).*$/iu.exec(
      text,
    )
  if (compared?.[1] !== undefined && compared[2] !== undefined) return [tidyHead(compared[1]), tidyHead(compared[2])]
  const sides = text.split(/\s+(?:vs\.?|versus|gegen|contre|contra|contro|kontra)\s+/iu)
  if (sides.length === 1) return [tidyHead(upToDelimiter(text))]
  return sides.map((side) =>
    tidyHead(upToDelimiter(side.replace(/ (?:for|für|pour|para|per|dla|voor|im|in|en|–|-) .*$/iu, ''))),
  )
}

/** Without what is said of a name inside its own emphasis: "Birch – natural latex". */
function upToSubtitle(text: string): string {
  return tidyHead(text.replace(/\s+[–—]\s.*$/u, ''))
}

/** "My pick: get the Quillpad" */
const ADVICE = /^(?:choose|pick|get|take|use|try|buy|go (?:with|for)|start with) (?:the |an? )?(?=\p{Lu})/iu
const SENTENCE_REST = /(?<=[\p{L}\p{N}]{3})[.!?](?:\s.*|$)/u

function afterLabel(text: string): string {
  // "The nerd → Onyx Coffee Lab"
  const arrow = /^[^→⇒]{2,40} ?(?:→|⇒|[-=]>) ?(\p{Lu}.*)$/u.exec(text)?.[1]
  if (arrow !== undefined) return arrow
  const colon = /^([^:：]{2,50})[:：]\s*(\S.*)$/u.exec(text)
  return colon?.[1] !== undefined && colon[2] !== undefined && isChoiceLabel(colon[1].trim()) ? colon[2] : text
}

function upToDelimiter(text: string): string {
  return text.replace(
    /(?:\s+[-–—→|]+\s+|:(?:\s|$)|：|\s*[(（]|—|\s+vs\.?\s+|,\s|[，。、！？]|\s(?:if|when|unless|because)\s|(?<=^\p{Lu}\S{2,20}(?: \p{Lu}\S{1,20})?)\. \p{Lu}).*$/su,
    '',
  )
}

function tidyHead(text: string): string {
  return text
    .replace(/\s*[(（].*$/su, '')
    .replace(/^[^\p{L}\p{N}.]+|[\s*_`"“”'’.,:;：)\]」』》】–—-]+$/gu, '')
    .replace(/\s+/g, ' ')
    .replace(/^(?:\d{1,2}(?:[.)] |[、．])|[①-⑳一二三四五六七八九十]+、|[①-⑳] ?|[A-H][.)] |\d{1,2} · )/u, '')
    .replace(/^(.{2,}?)(?:,? (?:by|von|par|de la société|di|od)|, (?:de|da|van|from)) \p{Lu}.*$/u, '$1')
}
