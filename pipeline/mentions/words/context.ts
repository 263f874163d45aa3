import { wordClass } from './fold.ts'
import { lineStart } from './line.ts'
import { isCalendarWord, isCompound, isFunctionWord, isOrdinaryWord } from './ordinary.ts'
import { isPlanWord } from './plan-words.ts'
import { isChoiceLabel } from './sections.ts'

/** How far the surroundings of an ambiguous name are looked at, in UTF-16 units. */
const REACH = 80
/** The longest line, up to the name or behind it, that is read as a list item or a table's row. */
const ROW = 400

const MARKUP = '[*_~`"“”„«»\'‘’()\\[\\]]'
// No character is both in MARKUP and here: what two branches of a loop can read takes exponential time to refuse.
const LIST_MARK =
  '(?:[-+•·–—▪●#>]|\\d{1,3}(?:[.)]|(?= ?[·–]))|\\d\\ufe0f?\\u20e3|\\d{1,2}[위位][.:：]?|[A-H][.)](?= )|\\p{Extended_Pictographic}[\\ufe0f\\u200d]*)'
/** From a line's beginning: nothing but marks of lists, headings, numbers and emphasis. */
const HEAD_LEFT = new RegExp(`^(?:\\s|${LIST_MARK}|${MARKUP})*$`, 'u')
/** A head of its own, such as "Best overall: ". */
const LABEL_LEFT = new RegExp(`^(?:\\s|${LIST_MARK}|${MARKUP})*[\\p{L}][^.!?:|]{2,40}:(?: |${MARKUP})*$`, 'u')
const LABELLED_LINE = new RegExp(`^\\s*(?:${LIST_MARK}|\\*)`, 'u')
const HEAD_RIGHT = new RegExp(
  `^(?:${MARKUP}|[®™©]| +(?=[*_]))*\\s*(?:$|[:：|]|[-–—→] | ?[(（]|(?<=[*_]) (?:by|von|par|di|from) (?=\\p{Lu}))`,
  'u',
)
const SENTENCE_END = new RegExp(`(?:[.!?:;|…。！？：¡¿]|^|\\n)(?:\\s|${LIST_MARK}|${MARKUP})*$`, 'u')
/** The end of what a line begins with in bold: "**Close second: Acme.**" */
const EMPHASIS_ENDS = /^[.!]?(?:\*\*|__)/
const BOLD_LEFT = /(?:\*\*|__)[ [“"]*$/
/** In italics at a line's beginning, where the sentence speaks of it: "*Ghost* is lovely". */
const ITALIC_LEFT = /(?:^|\n)[*_]$/
const ITALIC_RIGHT = /^[*_] (?:is|was|has|does|came|comes|gives|makes|keeps|offers|remains) /
const BOLD_RIGHT = /^(?:[’']s)?[ ”":]*(?:\*\*|__)/
/** "Medeo T9 City": behind a model with its number. */
const MODEL_LEFT = /(?<![\p{L}\p{N}])\p{Lu}[\p{L}-]*\p{Nd}+ [*_]*$/u
/** "; Quillpad, i cui algoritmi": behind a semicolon a sentence goes on in small letters. */
const APPOSED = /^[*_]*, \p{Ll}/u
/** "Quillpad resurfacing 2026": what is quoted begins with a capital letter. */
const QUOTE_LEFT = /[“"„«] ?[*_]*$/u
const QUOTE_RIGHT = /^[*_]* ?[”"“»]/u
/** A sentence's first words after which a capital letter is the name's own. */
const OPENERS = new Set(
  'also call even find give here hire into join like pick plus rent ring take test unlike want consider choose recommend while although because whether alternatives alternatively both either neither using switch compare avoid skip forget keep pair ignore prefer'.split(
    ' ',
  ),
)
const GERMAN =
  /(?<!\p{L})(?:und|oder|ist|sind|für|nicht|eine|einen|einem|mit|sich|auch|wird|werden|der|im|vom|dem|zum|zur|bei|nach|über|beim)(?!\p{L})/gu
const GERMAN_TELLING = / (?:und|ist|für|der|im|eine|wird) /
/** Before a German noun there stands an article or an adjective; after these words without one there stands a name. */
const GERMAN_BEFORE_NAMES = /(?<!\p{L})(?:[Mm]it|[Vv]on|[Bb]ei|[Ff]ür|wie|als|gegen|statt|neben|nutzt|nutzen) $/u

/** Whether the text is German, where every noun has a capital letter. */
export function hasCapitalNouns(text: string): boolean {
  // Most texts in other languages have none of the three, and cost no more than this.
  const sample = text.slice(0, 1500)
  if (!GERMAN_TELLING.test(sample)) return false
  const words = sample.match(GERMAN)
  return words !== null && words.length >= Math.max(2, sample.length / 250)
}

/** The head that the span stands at: of a list item, a table's row, a heading, or bold on its own; null in running text. */
export function headAt(text: string, start: number, end: number): string | null {
  if (followsSmallWord(text, start)) return null
  const before = text.slice(Math.max(0, start - ROW), start)
  const left = before.slice(before.lastIndexOf('\n') + 1)
  if (left.length === ROW) return boldAt(text, start, end)
  const right = text.slice(end, end + REACH).replace(/\n.*$/su, '')
  if (left.includes('|')) {
    const cell = /\|\s*[^|]*$/.exec(left)?.[0].slice(1) ?? ''
    const first = /^\s*\|[^|]*$/.test(left)
    return first && HEAD_LEFT.test(cell) && /^[^|(（\p{L}]*[|(（]/u.test(right) && !isTableHeader(text, end)
      ? 'table-cell'
      : first
        ? boldAt(text, start, end)
        : null
  }
  const atHead = HEAD_LEFT.test(left) && /\S/.test(left)
  const labelled =
    LABEL_LEFT.test(left) &&
    (/^[^\p{L}\p{N}]*$/u.test(right) ||
      isChoiceLabel(left) ||
      (/^\s*(?:\*\*|__)[^*_]+$/.test(left) && EMPHASIS_ENDS.test(right)))
  if ((atHead && HEAD_RIGHT.test(right)) || (labelled && LABELLED_LINE.test(left)))
    return left.includes('#') ? 'heading' : 'list-head'
  return boldAt(text, start, end)
}

/** "Chef's Knife 20 cm" */
const SIZE = / \d{1,4}(?:[.,]\d)? ?(?:cm|mm|m|ml|l|L|kg|g|W|V|Zoll|oz|qt)$/u

/**
 * The head that the span begins, where what follows of it can only be the rest of a product's name: words that no
 * lexicon knows, a number, a plan ("Tide Business"), the kind of thing that is `asked` for ("Branch Ergonomic Chair").
 * Null where other words follow ("Close Deals Faster"). In a `foreign` language, which writes no titles in capitals, any word that
 * isn't `native` is the rest of a name.
 */
export function partialHeadAt(
  text: string,
  start: number,
  end: number,
  asked: (word: string) => boolean,
  native: (word: string) => boolean = () => false,
  foreign = false,
): string | null {
  if (followsSmallWord(text, start)) return null
  const before = text.slice(Math.max(0, start - ROW), start)
  const left = before.slice(before.lastIndexOf('\n') + 1)
  if (
    !HEAD_LEFT.test(left.replace(/\|/g, ' ')) ||
    !/[-+•·–▪●#>*_|[\d]/.test(left) ||
    (left.match(/\|/g) ?? []).length > 1
  )
    return null
  const rest = /^((?: [\p{L}\p{N}][^\s*_|\]:：(–—]*){1,5})(?: ?(?:[*_|\]:：(–—]|$|\n)| {2})/u.exec(
    text.slice(end, end + REACH),
  )?.[1]
  if (rest === undefined) return null
  const tail = rest
    .replace(/ (?:by|von|par|di) \p{Lu}.*$|[.!]$/u, '')
    .replace(SIZE, '')
    .trim()
  if (tail === '') return 'list-head'
  const words = tail.split(' ')
  const tells = (word: string): boolean =>
    /\d/.test(word) ||
    (/^\p{Lu}/u.test(word) && (foreign || (!isOrdinaryWord(word) && !isCompound(word))) && !native(word))
  // "J15 Pro Ultra", "3300 LatteGo", "Explorer II"
  const model =
    (/\d|^(?:I{2,3}|IV|VI{0,3})$/.test(words.at(-1) ?? '') || /^\p{Lu}{1,3}\d|^\d{2}/u.test(words[0] ?? '')) &&
    words.every((word) => /^[\p{Lu}\p{N}]/u.test(word))
  const last = words.findLast((word) => !isPlanWord(word)) ?? ''
  // "Prolific Survey Panels" are none of Prolific.
  const kind =
    asked(last) && !/[^s]s$/.test(last) && words.every((word) => /^\p{Lu}/u.test(word) && !isFunctionWord(word))
  // "Nuvola Plus" among words: an edition alone tells nothing in another language.
  const named =
    words.every((word) => isPlanWord(word) || tells(word)) && (!foreign || words.some((word) => !isPlanWord(word)))
  return model || kind || named ? 'list-head' : null
}

const ANNOUNCED =
  /^(?:[\s>#*_\d.)•\p{Extended_Pictographic}\p{Regional_Indicator}-]|\uFE0F)*(\p{L}[^|\n→⇒]{2,60}?)[\s*_]*(→|⇒|[:：])[\s*_]*$/u
const WITH_MODEL = /^(?: [\p{Lu}\p{N}][^\s*_|:：]*){1,4}[*_]*(?:$|\n|[.,]| [(–—-])/u

/**
 * The head that the span begins behind what announces it, whatever follows of its product's name: "Best ride → Mockingbird
 * Single 2.0", "Top pick: Branch Duo Desk". Null before words in small letters ("Best for teams: Close integration").
 */
export function announcedAt(text: string, start: number, end: number): string | null {
  if (followsSmallWord(text, start)) return null
  const from = lineStart(text, start)
  if (start - from > REACH) return null
  const [, label = '', mark = ''] = ANNOUNCED.exec(text.slice(from, start)) ?? []
  if (mark === '' || (/[:：]/.test(mark) && !isChoiceLabel(label))) return null
  return WITH_MODEL.test(text.slice(end, end + REACH)) ? 'list-head' : null
}

/** How the name stands in its sentence: with a capital letter of its own, at the sentence's start, or in a run of capitals. */
export function standingAt(text: string, start: number, end: number, german: boolean): 'own' | 'start' | 'run' {
  const left = text.slice(Math.max(0, start - REACH), start)
  const right = text.slice(end, end + REACH)
  if (/^['’]?s?[-–]?[ *_]*\p{Lu}/u.test(right) && !/^[*_]*[ ]?[*_]*(?:I|A)\b/.test(right) && !/^['’]s /.test(right))
    return 'run'
  if (/^-\p{L}/u.test(right) || /\p{L}-$/u.test(left)) return 'run'
  if (left.slice(-4).includes(';') && /\p{L}; [*_]*$/u.test(left) && APPOSED.test(right)) return 'own'
  const small = followsSmallWord(text, start)
  if (!small && SENTENCE_END.test(start <= REACH ? left : `x${left}`)) return 'start'
  if (isCalendarWord(text.slice(start, end))) return 'run'
  if (/\s/.test(text.slice(start, end)) && /\bThe[ *_]+$/.test(left)) return 'own'
  if (german) return GERMAN_BEFORE_NAMES.test(left) ? 'own' : 'run'
  if (small) return 'own'
  if (QUOTE_LEFT.test(left) && !QUOTE_RIGHT.test(right)) return 'start'
  const [word, at] = wordBefore(left)
  if (word === '' && MODEL_LEFT.test(left)) return 'run'
  if (!/^\p{Lu}/u.test(word)) return 'own'
  // "**Tiny Quillpad**": each word of what is emphasised has a capital letter.
  const whole = /^(?:\*\*|__)/.test(right) && /(?:\*\*|__)$/.test(left.slice(0, at))
  const first = SENTENCE_END.test(left.slice(0, at))
  // "Pale Quillpad isn't"
  const short =
    word.length <= 4 &&
    !whole &&
    !/^\p{Lu}{2,}$/u.test(word) &&
    (isFunctionWord(word) || word.length < 4 || !isOrdinaryWord(word))
  return first && (short || OPENERS.has(word.toLowerCase())) ? 'own' : 'run'
}

/** The word that a text ends with, before blanks and emphasis, and where it begins; empty where none stands there. */
function wordBefore(left: string): readonly [string, number] {
  let end = left.length
  while (end > 0 && ' *_'.includes(left.charAt(end - 1))) end -= 1
  if (end === left.length) return ['', end]
  let at = end
  while (at > 0 && isLetter(left.charCodeAt(at - 1))) at -= 1
  return [left.slice(at, end), at]
}

/** A letter, or an apostrophe within a word. */
function isLetter(unit: number): boolean {
  if (unit < 0x80) return (unit > 0x40 && unit < 0x5b) || (unit > 0x60 && unit < 0x7b) || unit === 0x27
  return unit === 0x2019 || wordClass(unit) !== 'none'
}

/** Whether a word in small ASCII letters and a space stand before it, as before most names: what else is looked for costs more. */
function followsSmallWord(text: string, start: number): boolean {
  if (text.charCodeAt(start - 1) !== 0x20) return false
  let at = start - 2
  for (; at >= 0; at -= 1) {
    const unit = text.charCodeAt(at)
    if (unit < 0x61 || unit > 0x7a) break
  }
  return at < start - 2 && (at < 0 || text.charCodeAt(at) === 0x20)
}

/** Whether the line around the span has no lower-case letter, so that capitals tell nothing. */
export function isShouted(text: string, start: number, end: number): boolean {
  const around = text.slice(Math.max(0, start - REACH), start) + text.slice(end, end + REACH)
  return !/\p{Ll}/u.test(around) && /\p{Lu}{2}/u.test(around)
}

function boldAt(text: string, start: number, end: number): string | null {
  if (ITALIC_LEFT.test(text.slice(Math.max(0, start - 2), start)) && ITALIC_RIGHT.test(text.slice(end, end + 12)))
    return 'bold'
  return BOLD_LEFT.test(text.slice(Math.max(0, start - 5), start)) && BOLD_RIGHT.test(text.slice(end, end + REACH))
    ? 'bold'
    : null
}

function isTableHeader(text: string, from: number): boolean {
  return /^[^\n]*\n[\s|:-]*-[\s|:-]*(?:\n|$)/.test(text.slice(from, from + 2 * ROW))
}
