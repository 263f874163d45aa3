import type { Found } from '../find/finder.ts'
import type { AnswerText, Brand } from '../names/brand.ts'
import { hasCapitalNouns, standingAt } from '../words/context.ts'
import { isDictionaryWord } from '../words/dictionary.ts'
import { languageName, languageOf } from '../words/lexicon.ts'
import { nativeOf } from '../words/native.ts'
import { isCompounded, isNounAt, isWrittenSmall } from './nouns.ts'

/** What is read of an answer once and asked for each name in it. */
export interface Scene {
  readonly answer: AnswerText
  readonly clean: string
  readonly found: readonly Found[]
  /** Whether it is a word of the question, in either number. */
  readonly asked: (word: string) => boolean
  /** Whether every noun has a capital letter. */
  readonly capitalNouns: () => boolean
  /** The one-word names that stand as a common noun somewhere in the answer. */
  readonly nouns: () => ReadonlySet<string>
  /** The bit of its language, as the lexicon has it. */
  readonly language: () => number
  /** Whether it is a word of the answer's language, but for English. */
  readonly native: (word: string) => boolean
  /** The brands found under a name that is no ordinary word. */
  readonly sure: () => ReadonlySet<Brand>
  /** The brands that somewhere have a capital letter of their own in a sentence. */
  readonly own: () => ReadonlySet<Brand>
}

export function createScene(answer: AnswerText, clean: string, found: readonly Found[]): Scene {
  let capitalNouns: boolean | undefined
  let nouns: Set<string> | undefined
  let sure: Set<Brand> | undefined
  let own: Set<Brand> | undefined
  let language: number | undefined
  let words: Set<string> | undefined
  const german = (): boolean => {
    capitalNouns ??= hasCapitalNouns(clean)
    return capitalNouns
  }
  const spoken = (): number => {
    language ??= languageOf(clean, answer.question)
    return language
  }
  return {
    answer,
    clean,
    found,
    asked: (word) => {
      words ??= new Set(answer.question.toLowerCase().match(/\p{L}{3,}/gu))
      const lower = word.toLowerCase()
      return words.has(lower) || words.has(`${lower}s`) || words.has(lower.replace(/[sn]$/, ''))
    },
    capitalNouns: german,
    language: spoken,
    native: (word) => {
      const bit = spoken()
      return bit !== 0 && (nativeOf(bit)(word) === 2 || isDictionaryWord(languageName(bit), word))
    },
    sure: () => {
      sure ??= new Set(found.flatMap(({ pattern }) => (pattern.ambiguous ? [] : [pattern.brand])))
      return sure
    },
    own: () => {
      own ??= new Set(
        found.flatMap(({ pattern, start, end }) =>
          /^\P{Ll}/u.test(clean.slice(start, start + 2)) && standingAt(clean, start, end, german()) === 'own'
            ? [pattern.brand]
            : [],
        ),
      )
      return own
    },
    nouns: () => {
      if (nouns === undefined) {
        const standing = found.filter((match) => isNounAt(clean, match))
        nouns = new Set(standing.length > 0 && german() ? standing.map(({ pattern }) => pattern.folded) : [])
        language ??= languageOf(clean, answer.question)
        // All its places are looked at for a name once, not again for each of them.
        const looked = new Set<string>()
        for (const match of found) {
          const name = clean.slice(match.start, match.end)
          const isNew = !looked.has(name)
          if (isWrittenSmall(clean, match, language) || (isNew && isCompounded(clean, match)))
            nouns.add(match.pattern.folded)
          if (match.rule !== 'inflected') looked.add(name)
        }
      }
      return nouns
    },
  }
}
