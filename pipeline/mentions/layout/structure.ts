import { asksWhatMatters, isAboutChoosing } from '../words/criteria.ts'
import { CJK, isCategory, isDistinctive, isNameShaped } from '../words/name-shape.ts'
import { isChoiceIntro, isChoiceLabel, isFeatureColumn, isKindOfChoice } from '../words/sections.ts'
import { withoutAnnouncements } from './announcing.ts'
import { readAnswered } from './answered.ts'
import { announcesChoices, isAboutCriteria, isAnswerLine } from './cjk-heads.ts'
import { type Heads, headsOf, parted, tidyHead } from './line-heads.ts'
import type { Series } from './series.ts'

/** So much of a line is read, in UTF-16 units. */
const LINE_REACH = 400
/** A line that is a list's title is shorter, in UTF-16 units. */
const LONGEST_TITLE = 80

const ITEM =
  /^([ \t>]*)((?:[-–—*+•●▪◦○‣▸►→➤✓✔✅☑]|(?!\p{Nd})\p{Emoji_Presentation}\ufe0f?|\p{Regional_Indicator}{2}|\d{1,3}[.)]|[①-⑳]|\d\ufe0f?\u20e3)(?=[ \t])|(?:\d{1,3}[.)](?=[*_「『]*\p{Script=Han})|[（(]?[\d０-９]{1,3}[、．）]|[①-⑳]|[・■◆◇●○◎▼★☆](?=[ \u3000*_「『\p{L}\p{N}])))[ \t\u3000]*(.*)$/u
/** A heading that is numbered or ranked. */
const NUMBERED =
  /^(?:\*\*|__)?(?:\d{1,3}(?:[.)、．]| ·)|\d\ufe0f?\u20e3|[①-⑳🥇🥈🥉]|第?\d{1,3}[位名]|[一二三四五六七八九十]{1,3}、|(?:TOP|NO\.?) ?\d)/iu
const HEADING = /^ {0,3}(#{1,6})[ \t]+(.*?)[ \t#]*$/
const ROW = /^[ \t]*\|(.*)$/
const BOLD_LINE = /^[ \t>]*(?:(?:\*\*|__)(?=\S)|["“„«][^"”“»\n]{2,40}["”“»] [–—-] )/
/** What introduces a list of its own, "For the best results:" and "Waar let u op?", and not the rest of the one before: "And for less:". */
const INTRODUCES = /^(?!(?:And|Or|Also|Other|Another|More|Further) ).{1,100}[:：?？][*_\s]*$/u
/** A column with the cases that choices are for, and one with the choices: "| 需求 | 推荐 |", "| 目的 | 合うアプリ |". */
const CASE_COLUMN =
  /(?:需求|场景|場景|阶段|階段|时间|時間|人群|用途|目的|情况|情況|预算|預算|步骤|步驟|重視(?:する)?(?:点|ポイント)|シーン|場面|時期|悩み|手順|予算|こんな[人方]|상황|용도|목적|시기|예산|단계|고민)$/u
const CHOICE_COLUMN =
  /^(?:推荐|推薦|首选|首選|おすすめ|お勧め|候補|第一候補|추천|1순위)|(?:平台|品牌|产品|產品|工具|软件|軟體|サービス|アプリ|ブランド|製品|ツール|ソフト|機種|제품|브랜드|서비스|앱|업체|프로그램|도구|툴)$/u
/** A line that leads with a name, without any mark: "Decagon – same league, nerdier". */
const PLAIN_LINE = /^\p{Lu}[^\n–—:|.!?]{1,40} [–—-] \S/u
/** The same with a colon: "Cookpad: recipes by home cooks". */
const COLON_LINE = /^\p{Lu}[^\n–—:|.!?*]{2,30}: \p{Ll}/u

/**
 * Every structure of a clean text that may hold names, in order of appearance; `kinds` are the folded words of the category,
 * and in an `english` text words that the lexicon doesn't have are names.
 */
export function readSeries(clean: string, kinds: ReadonlySet<string>, english = false): Series[] {
  const series = [...readLines(clean, kinds, english), ...readInline(clean)]
  return english ? [...series, ...readAnswered(clean, new Set(series.flatMap(({ heads }) => heads)))] : series
}

/** What an item begins with: a number for any number or rank, one flag for all flags. */
function markerOf(mark: string): string {
  if (/[\d０-９①-⑳🥇🥈🥉]/u.test(mark)) return '1'
  return /^\p{Regional_Indicator}/u.test(mark) ? '🏳' : mark
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
  const cjk = CJK.test(clean)
  const written = clean.split('\n')
  const lines = (cjk ? withoutAnnouncements(written) : written).map((line) =>
    line.slice(0, LINE_REACH).replace(/^([ \t>]*)\*(?=[^\s*])([^*\n]{2,60})\*(?!\*)/, '$1**$2**'),
  )
  const close = (from: number): void => {
    done.push(...open.slice(from))
    open = open.slice(0, from)
  }
  let column = 0
  let intro = ''
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
    } else if (!english && item === null && row === null && (heading !== null || isOverList(lines, at)))
      criteria = asksWhatMatters(line)
    if (heading?.[1] !== undefined) {
      close(0)
      // Choices are numbered; the sections among them are not.
      const key = `${heading[1]}${NUMBERED.test(heading[2] ?? '') ? '1' : ''}`
      const ranked = (cjk || !english) && key.endsWith('1')
      const draft = headings.get(key) ?? createDraft(key, { strong: ranked, choices: ranked })
      headings.set(key, draft)
      if (!criteria) add(draft, headsOf((heading[2] ?? '').replace(ITEM, '$3'), true))
    } else if (item !== null) {
      const depth = (item[1] ?? '').replace(/\t/g, '    ').length
      const marker = markerOf(item[2] ?? '')
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
          criteria: criteria || said || (english && isAboutChoosing(intro)),
          kinded: cjk && depth === 0 && announcesChoices(intro),
        })
      }
      const draft = open.at(-1)
      if (draft !== undefined) add(draft, headsOf(item[3] ?? '', false))
    } else if (row !== null) {
      const cells = (row[1] ?? '').split('|').map(headOfCell)
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
        if (cjk && CASE_COLUMN.test(cells[0] ?? '')) column = cells.findIndex((cell) => CHOICE_COLUMN.test(cell))
        else if (
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
    } else if (BOLD_LINE.test(line)) {
      // A line of its own in bold is over what follows it, as a heading is.
      if (/^\s*\*\*[^*]+\*\*:?\s*$/.test(line)) close(0)
      if (!criteria || !cjk) add(NUMBERED.test(line) ? numbered : bold, headsOf(line, false))
    } else if (/^\S/.test(line) && (open[0]?.key === '0|' || INTRODUCES.test(line) || isTitle(lines, at))) close(0)
    if (line.trim() !== '') intro = item === null && row === null ? line : ''
  })
  close(0)
  return [
    ...done,
    ...[...headings.values()].map((draft) => ({
      ...draft,
      headings: !draft.key.endsWith('1'),
      depth: draft.key.replace('1', '').length,
    })),
    numbered,
    bold,
    answers,
    ...[plain, colon].filter(({ heads }) => heads.length > 1),
  ].filter((draft) => draft.heads.length > 0)
}

/** Whether a line stands over what follows it: in bold by itself, with a colon or a question mark, or as a title. */
function isOverList(lines: readonly string[], at: number): boolean {
  const line = lines[at] ?? ''
  return /^\s*\*\*[^*]+\*\*:?\s*$/.test(line) || INTRODUCES.test(line) || isTitle(lines, at)
}

/** Whether a short line without marks or a full stop stands over a list as a heading does, apart from what is before it: "Was zählt?" */
function isTitle(lines: readonly string[], at: number): boolean {
  const line = lines[at] ?? ''
  if (line.length > LONGEST_TITLE || /[.!,;]\s*$/u.test(line) || lines[at - 1]?.trim() !== '') return false
  return ITEM.test((lines[at + 1]?.trim() === '' ? lines[at + 2] : lines[at + 1]) ?? '')
}

/** The name of a cell: what leads it in bold, where its model stands behind, "**Zoltan** X20". */
function headOfCell(cell: string): string {
  return tidyHead(/^\s*\*\*([^*]{2,48})\*\* ?[^\s*]/u.exec(cell)?.[1] ?? cell)
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
