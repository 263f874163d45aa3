import type { Scene } from '../cues/scene.ts'
import { hasDictionary, isDictionaryWord } from '../words/dictionary.ts'
import { isFirstName } from '../words/first-names.ts'
import { isHanWord } from '../words/han.ts'
import { isKoreanWord } from '../words/korean.ts'
import { isKatakanaWord, languageName } from '../words/lexicon.ts'
import { nativeOf } from '../words/native.ts'
import { isFrequentWord, isOrdinaryWord } from '../words/ordinary.ts'

/**
 * What its words are: the most frequent of a language, words of it, compounds, rare ones, a person's name, words in part, or coined,
 * where no dictionary knows them; unknown in a language without one, and in scripts whose dictionaries leave out too many words to tell.
 */
export function kindOf(text: string, { native, language }: Scene): string {
  // サントリーほろよい: no word changes its script so late.
  if (/^[ァ-ヶー]{4,}[\u3041-\u3096\u4e00-\u9fff]{2,}$/u.test(text)) return 'coined'
  if (/[\u3041-\u30ff]/u.test(text)) return isKatakanaWord(text) ? 'word' : 'unknown'
  if (/[\uac00-\ud7af]/u.test(text)) return isKoreanWord(text) ? 'word' : 'unknown'
  if (/[\u3400-\u9fff]/u.test(text)) return isHanWord(text) ? 'word' : 'unknown'
  const words = text.toLowerCase().split(/[ -]/)
  const isNative = (word: string): boolean => language() !== 0 && native(word)
  if (words.every(isFrequentWord)) return 'frequent'
  if (words.every(isOrdinaryWord)) return 'word'
  if (words.every((word) => isNative(word) || isOrdinaryWord(word))) return 'native'
  if (words.every((word) => isNative(word) || nativeOf(language())(word) > 0)) return 'compound'
  const isKnown = (word: string): boolean => isOrdinaryWord(word) || isNative(word) || isDictionaryWord('english', word)
  if (words.every(isKnown)) return 'rare'
  if (words.some(isFirstName)) return 'person'
  if (words.some(isKnown)) return 'half'
  return language() === 0 || hasDictionary(languageName(language())) ? 'coined' : 'unknown'
}
