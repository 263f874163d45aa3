import type { ReadAnswer } from '../../pipeline/mentions/answer.ts'
import { nameSurvey } from '../../pipeline/mentions/count.ts'
import type { Ratio } from './fan-out.ts'
import { median } from './startup.ts'

const ANSWERS = 10_000
const NAMES = 500
/** UTF-16 units of an answer. */
const SIZE = 3_000
/** Names of the list that an answer has; the others are looked for in vain. */
const NAMED = 8
/** `JSON.parse` by itself varies by a third from round to round. */
const ROUNDS = 9

/** Counting 500 names in 10,000 read answers of 3 KB over one `JSON.parse` of the same bytes, in turn; the medians count. */
export function benchMentions(): Ratio[] {
  const names = Array.from({ length: NAMES }, (_, i) => nameOf(i))
  const json = JSON.stringify(Array.from({ length: ANSWERS }, (_, i) => answerOf(i, names)))
  // Each is a string of its own and no part of a longer one, as if from a store or a file.
  const answers: ReadAnswer[] = JSON.parse(json)
  let mentions = 0
  const rounds = Array.from({ length: ROUNDS }, () => ({
    parsing: timed(() => JSON.parse(json)),
    counting: timed(() => {
      const survey = nameSurvey(answers, { category: 'tools', known: [], rulings: [], product: null })
      for (const answer of answers) mentions += survey.judge(answer).mentions.length
    }),
  }))
  if (mentions < ROUNDS * ANSWERS * (NAMED - 1)) throw new Error(`only ${mentions} mentions were counted`)
  const parsing = median(rounds.map((round) => round.parsing))
  const counting = median(rounds.map((round) => round.counting))
  const detail = `${counting.toFixed(0)} ms against ${parsing.toFixed(0)} ms for ${(json.length / 1e6).toFixed(0)} MB`
  return [
    { name: 'counting over JSON.parse of the same bytes', ratio: counting / parsing, bound: { most: 4 }, detail },
    { name: 'seconds for 10,000 answers and 500 names', ratio: counting / 1_000, bound: { most: 2 }, detail },
  ]
}

function nameOf(index: number): string {
  const syllables = ['ba', 'ko', 'ri', 'zu', 'mel', 'tan', 'vo', 'quil', 'ner', 'dax']
  const part = (at: number): string => syllables[Math.floor(index / 10 ** at) % 10] ?? ''
  const name = part(0) + part(1) + part(2) + (index % 2 === 0 ? 'ly' : 'Desk')
  return name.charAt(0).toUpperCase() + name.slice(1)
}

/** An answer as engines write them: a list of choices, each with a line, a table, links and prose with marks. */
function answerOf(index: number, names: readonly string[]): ReadAnswer {
  const named = Array.from({ length: NAMED }, (_, k) => names[(index * 7 + k * 61) % NAMES] ?? '')
  const items = named.map(
    (name, k) =>
      `${k + 1}. **${name}** – Good value for small teams, with a clear interface and support that answers within a day.[${k + 1}] ` +
      `Plans start at $${10 + k} a month; see [the price list](https://www.${name.toLowerCase()}.example/pricing?plan=${k}) for details.`,
  )
  const rows = named.slice(0, 4).map((name, k) => `| ${name} | $${10 + k} | yes | ${k} users |`)
  const filler =
    'Before you decide, try two of them with a real project and ask everybody who will use it every day what got in the way. '
  const text = [
    'Here are the tools that reviewers recommend most often this year:',
    items.join('\n'),
    ['| Tool | Price | Trial | Limit |', '|---|---|---|---|', ...rows].join('\n'),
    `**My pick:** ${named[0]} for most teams, ${named[1]} and ${named[2]} for larger ones.`,
  ].join('\n\n')
  return {
    text: `${text}\n\n${filler.repeat(30)}`.slice(0, SIZE),
    question: 'What is the best tool for a small team?',
    citations: [],
    reading: named.map((name) => ({ name, role: 'choice', domain: `${name.toLowerCase()}.example` })),
  }
}

function timed(work: () => void): number {
  const startedAt = performance.now()
  work()
  return performance.now() - startedAt
}
