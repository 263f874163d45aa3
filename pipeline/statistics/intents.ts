/**
 * Words that ask without saying what for: question words and forms of "to be" in seven languages, the particles of Japanese
 * and Chinese questions, and English function words. Words that can also mean something (us, it, mit, la) aren't listed.
 */
const ASKING = new Set(
  [
    'what which who whom whose is are was were be do does did should would could can has have had',
    'a an the this that these those there i me my we our you your of for in on at by with about as and please',
    'welche welcher welches welchen wer ist sind quel quelle quels quelles que qui est sont',
    'cuál cuáles cual cuales qué quién es quale quali che chi è sono qual quais quem é são welk welke wat wie zijn',
    'は が を の に な です か ですか 何 なに どれ どの 哪 哪个 哪個 哪些 哪款 款 个 個 什么 什麼 是 的 吗 嗎 呢',
  ].flatMap((words) => words.split(' ')),
)

/** Words that change the one after them: "from A to B" isn't "from B to A". */
const BINDING = new Set(['from', 'to', 'than', 'without', 'no', 'not'])

/** Words that look like plurals and aren't. */
const NO_PLURALS = new Set(['news', 'goods', 'customs', 'glasses'])

/** A word may contain symbols, as C++, C# and €50 do, and a number its decimals. */
const WORD = /[\p{L}\p{M}\p{N}\p{S}#%]+(?:(?<=\p{N})[.,]\p{N}+)*/gu
const ENDING = /(?<=\p{L})['’](?:s|m|re|ve|d|ll)\b/gu
const UNSPACED =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u
const words = new Intl.Segmenter('en', { granularity: 'word' })

/** The word without accents, and an English plural in the singular. */
const folded = (word: string): string => {
  const plain = word
    .normalize('NFD')
    .replace(/[\u0300-\u036f]/g, '')
    .normalize('NFC')
  if (!/^[a-z]{4,}$/.test(plain) || NO_PLURALS.has(plain)) return plain
  if (/[a-z]{2}ies$/.test(plain)) return `${plain.slice(0, -3)}y`
  if (/(?:ss|x|ch|sh)es$/.test(plain)) return plain.slice(0, -2)
  return /[^siu]s$/.test(plain) ? plain.slice(0, -1) : plain
}

const wordsOf = (question: string): string[] => {
  const found = question.normalize('NFKC').toLowerCase().replace(ENDING, '').match(WORD) ?? []
  return found.flatMap((word) =>
    UNSPACED.test(word) ? [...words.segment(word)].map(({ segment }) => segment) : [word],
  )
}

/**
 * What a question asks for, the same for two questions of one buyer intent: its words without those that only ask,
 * folded, each once and in a fixed order. A similarity of 0.8 (Jaccard) would join "best CRM for a small team" with
 * "best free CRM for a small team", which a buyer tells apart, while two wordings that this misses just count as two.
 */
export const intentOf = (question: string): string => {
  const all = wordsOf(question)
  const content = all.filter((word) => !ASKING.has(word))
  const bound = content.map((word, at) => {
    const before = content[at - 1] ?? ''
    return BINDING.has(before) ? `${before} ${folded(word)}` : folded(word)
  })
  return [...new Set(bound.length > 0 ? bound : all)].sort().join('\n') || question
}

/** The questions grouped by what they ask for: lists of their indices, ordered within and by their first. */
export const intents = (questions: readonly string[]): number[][] => [
  ...Map.groupBy(questions.keys(), (at) => intentOf(questions[at] ?? '')).values(),
]

/** The lists of `intents` with more than one question. */
export const sameIntent = (questions: readonly string[]): number[][] =>
  intents(questions).filter(({ length }) => length > 1)

/** Returns a function that gives the first question that asks for the same thing, by the lists of `sameIntent`. */
export const firstOfIntent = (lists: readonly (readonly number[])[]): ((question: number) => number) => {
  const first = new Map(lists.flatMap((list) => list.map((question) => [question, list[0] ?? question] as const)))
  return (question) => first.get(question) ?? question
}
