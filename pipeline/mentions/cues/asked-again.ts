import { isFunctionWord } from '../words/ordinary.ts'

/** A longer line repeats no question, and is no heading. */
const LONGEST = 200
/** Words that questions and what leads to their answers are made of, which say nothing of what is asked for. */
const ASKING = new Set(
  (
    'about again am any ask asked asking because best better choose consider find fine get go going good great here idea i’d i’ll ' +
    'i’m let let’s looked looking me need my our please question quick recommend recommended right searching short so still to ' +
    'today top try use using want we well what’s which years you’d you’ll you’re you’ve would'
  ).split(' '),
)
/** What sets a product beside others: a heading of a choice has none of these. */
const RELATIONS = new Set(
  'alternative instead like similar replace replacement replacing switch switching vs versus than compare comparison comparable competitor'.split(
    ' ',
  ),
)
const RELATED = new RegExp([...RELATIONS].join('|'), 'gi')
/** Where a line is parted into what may be the question. */
const CLAUSE = /[^.!?:,;—\n]+(?:[.](?=\S)[^.!?:,;—\n]+)*[.!?:,;—]?/gu
const TITLE = /^[ \t]*(?:#{1,6} |>|(?:\*\*|__)[^*_\n]+(?:\*\*|__)[ \t:]*$)/u

/**
 * Where a heading, a line before a colon, a question or a sentence's first clause repeats a question in part or in a few other
 * words, as pairs of UTF-16 offsets, end exclusive: "Best Quillpad alternatives" for "What are the best alternatives to
 * Quillpad?". A name that stands alone there is what the line is about, and isn't hidden.
 */
export function askedAgainSpans(text: string, question: string): [number, number][] {
  const spans: [number, number][] = []
  let asked: ReadonlySet<string> | undefined
  for (const from of linesToRead(text, question)) {
    asked ??= new Set(tellingWords(question))
    const stop = text.indexOf('\n', from)
    readLine(text.slice(from, stop < 0 ? text.length : stop), from, asked, spans)
  }
  return spans
}

/** Where the lines begin that ask something, or that have a word of the question that sets one thing beside others. */
function linesToRead(text: string, question: string): number[] {
  const lines = new Set<number>()
  // Without its first letter a word is found with a capital one, too.
  for (const mark of ['?', ...(question.match(RELATED) ?? []).map((word) => word.slice(1).toLowerCase())]) {
    for (let at = text.indexOf(mark); at >= 0; ) {
      // "?plan=2" is part of an address.
      const reads = mark !== '?' || !/^[\p{L}\p{N}]/u.test(text.charAt(at + 1))
      if (reads) lines.add(text.lastIndexOf('\n', at) + 1)
      const next = reads ? text.indexOf('\n', at) : at + 1
      at = next < 0 ? -1 : text.indexOf(mark, next)
    }
  }
  return lines.size === 0 ? [] : [...lines].sort((a, b) => a - b)
}

function readLine(line: string, from: number, asked: ReadonlySet<string>, spans: [number, number][]): void {
  const titled = line.length <= LONGEST && TITLE.test(line)
  let begins = true
  for (const { 0: clause, index } of line.matchAll(CLAUSE)) {
    const mark = clause.at(-1) ?? ''
    const whole = titled || mark === ':' || mark === '?'
    if ((begins || mark === '?') && clause.length <= LONGEST && (whole || mark === ',')) {
      if (repeats(clause, asked, whole, mark === '?')) spans.push([from + index, from + index + clause.length])
    }
    begins = /[.!?]/.test(mark) && !titled
  }
}

/** Whether a clause has little that the question hasn't; `whole` where nothing is said of what it names. */
function repeats(clause: string, asked: ReadonlySet<string>, whole: boolean, asks: boolean): boolean {
  const words = tellingWords(clause)
  const own = new Set(words)
  const shared = [...own].filter((word) => asked.has(word)).length
  const others = own.size - shared
  if (shared < 2 || others > (shared > 2 ? 1 : 0)) return false
  const relates = words.some(
    (word, at) => RELATIONS.has(word) && asked.has(word) && (whole || at > 0 || !isFirst(clause, word)),
  )
  if (relates) return shared * 5 >= asked.size * 3
  // "Acme Desk? Skip it.": a name that is asked about is no sentence.
  return asks && shared * 5 >= asked.size * 4 && clause.trim().split(/\s+/).length > 3
}

/** Whether a clause begins with the word: "Like Quillpad, Vokiro has" compares. */
function isFirst(clause: string, word: string): boolean {
  return clause
    .replace(/^[^\p{L}]+/u, '')
    .toLowerCase()
    .startsWith(word)
}

/** The words that tell what a text is about, in small letters and the singular. */
function tellingWords(text: string): string[] {
  const words =
    text
      .toLowerCase()
      .replaceAll("'", '’')
      .replaceAll('’d like', '’d')
      .match(/[\p{L}\p{N}][\p{L}\p{N}’.-]*/gu) ?? []
  return words
    .filter((word) => !isFunctionWord(word) && !ASKING.has(word))
    .map((word) =>
      word
        .replace(/[.-]+$/, '')
        .replace(/’s$/, '')
        .replace(/(?<=\p{L}{3})s$/u, ''),
    )
}
