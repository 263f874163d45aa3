/**
 * `node test/bench/probe.ts [language …]`: what no label is needed for. Words of the answers are taken for the product, which none of
 * them names, and where one is named, it is called by such a word throughout, which must be found.
 */
import { join } from 'node:path'
import { getDomain } from 'tldts'
import { createProductCounter } from '../../pipeline/mentions/product-counter.ts'
import { isDictionaryWord } from '../../pipeline/mentions/words/dictionary.ts'
import { isKatakanaWord, languageBit } from '../../pipeline/mentions/words/lexicon.ts'
import { nativeOf } from '../../pipeline/mentions/words/native.ts'
import { type LabelledAnswer, readCorpus } from '../corpus/score.ts'

/** So many words of each answer are tried. */
const WORDS_EACH = 3
const LANGUAGES = ['en', 'de', 'fr', 'es', 'it', 'pt', 'nl', 'pl', 'ja', 'ko']
const PARTICLE = /(?:은|는|이|가|을|를|의|에|에서|로|으로|와|과|도|만|부터|보다|처럼|이나|나)$/u
const german = nativeOf(languageBit('german'))

/** The everyday words of a text that a product may be called by: in German its nouns. */
function wordsOf(text: string, language: string): string[] {
  const all = (pattern: RegExp): string[] => text.match(pattern) ?? []
  if (language === 'ja') return all(/(?<![ァ-ヶー])[ァ-ヶー]{3,10}(?![ァ-ヶー])/gu).filter(isKatakanaWord)
  if (language === 'ko')
    return all(/(?<![가-힣])[가-힣]{2,7}(?![가-힣])/gu)
      .map((word) => word.replace(PARTICLE, ''))
      .filter((word) => word.length > 1 && isDictionaryWord('korean', word))
  if (language === 'de')
    return all(/(?<=[\p{Ll},] )\p{Lu}\p{Ll}{3,11}(?![\p{L}\p{N}-])/gu).filter((word) => german(word) === 2)
  return all(/(?<![\p{L}\p{N}-])\p{Ll}{4,12}(?![\p{L}\p{N}-])/gu).map(
    (word) => word.charAt(0).toUpperCase() + word.slice(1),
  )
}

/** Every so many-eth of the words, the same in each run. */
function some<T>(list: readonly T[], count: number): T[] {
  const step = Math.max(1, Math.floor(list.length / count))
  return list.filter((_, at) => at % step === 0).slice(0, count)
}

function isNamed(brand: string, text: string, { question, citations }: LabelledAnswer): boolean {
  const answer = { text, question, citations: citations.map((page) => ({ ...page, domain: getDomain(page.url) })) }
  const product = { brand, domain: 'product.example', aliases: [] }
  return createProductCounter(product, [], [answer]).judge(answer).mentions.length > 0
}

const asked = process.argv.slice(2)
const answers = readCorpus(join(import.meta.dirname, '../corpus/develop'))
console.log('language | words counted as the product | products called by a word and missed')
for (const language of asked.length > 0 ? asked : LANGUAGES) {
  const own = answers.filter((answer) => answer.language === language)
  const pool: string[] = []
  const [words, products] = [
    { tried: 0, wrong: 0 },
    { tried: 0, wrong: 0 },
  ]
  for (const answer of own) {
    const names = answer.brands.flat().join('\n')
    const free = [...new Set(wordsOf(answer.text, language))].filter(
      (word) => !names.includes(word) && !answer.question.includes(word),
    )
    for (const word of some(free, WORDS_EACH)) {
      pool.push(word)
      words.tried += 1
      if (isNamed(word, answer.text, answer)) words.wrong += 1
    }
  }
  for (const [at, answer] of own.entries()) {
    const named = answer.brands.find((brand) => brand.includes(answer.product.brand))
    const word = pool[(at * 7919) % pool.length]
    if (named === undefined || word === undefined || answer.text.includes(word)) continue
    const longest = [...named, ...answer.product.aliases].toSorted((a, b) => b.length - a.length)
    const call = (text: string): string => longest.reduce((rest, name) => rest.replaceAll(name, word), text)
    const text = call(answer.text)
    if (!text.includes(word)) continue
    products.tried += 1
    if (!isNamed(word, text, { ...answer, question: call(answer.question) })) products.wrong += 1
  }
  const share = ({ tried, wrong }: typeof words): string =>
    `${wrong} of ${tried} (${((100 * wrong) / tried).toFixed(1)} %)`
  console.log(`${language} | ${share(words)} | ${share(products)}`)
}
