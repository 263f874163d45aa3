import { fold } from './fold.ts'
import { isOrdinaryWord } from './ordinary.ts'
import { COMMON_HAN, LINKING_WORDS, SECTION_WORDS } from './section-words.ts'

/** English words that begin the head of a section or a feature, where the lexicon alone would let it be a name. */
const ENGLISH_STARTS =
  'pro pros con cons pricing price prices cost costs feature features overview summary conclusion verdict note notes tip tips ' +
  'why how what when where who which best top other others budget free paid enterprise security support integration ' +
  'integrations review reviews rating ease key alternative alternatives final bottom quick strength strengths weaknesses ' +
  'drawback drawbacks downside downsides limitation limitations benefit benefits advantage advantages disadvantage ' +
  'disadvantages recommendation recommendations comparison honorable honourable use ideal good great for if choose consider ' +
  'pick avoid total winner runner'

const UNSPACED = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u

const listed = Object.values(SECTION_WORDS).flatMap((words) => words.split(/\s+/).map(fold))
const sectionWords = new Set(listed)
const linkingWords = new Set(LINKING_WORDS.split(' ').map(fold))
const starts = new Set([...ENGLISH_STARTS.split(' '), ...listed])
const unspacedWords = listed.filter((word) => UNSPACED.test(word)).sort((a, b) => b.length - a.length)
const unspaced = new RegExp(unspacedWords.join('|'), 'gu')
const unspacedLinks = new RegExp(`[\\s&/+${fold(COMMON_HAN)}のとやなはにも]`, 'gu')

/**
 * Whether words alone head a section or a feature, in any of the languages known: "Key features", "Preise und Kosten",
 * "料金プラン".
 */
export function isSectionHead(text: string): boolean {
  const folded = fold(text)
  if (UNSPACED.test(folded)) {
    const rest = folded.replace(unspaced, '')
    return rest !== folded && rest.replace(unspacedLinks, '') === ''
  }
  const words = wordsOf(folded)
  if (words.length > 0 && words.every((word) => sectionWords.has(word) || isOrdinaryWord(word))) return true
  return (
    words.some((word) => sectionWords.has(word)) &&
    words.every((word) => sectionWords.has(word) || linkingWords.has(word) || isOrdinaryWord(word))
  )
}

/** Whether the head of ordinary words stands among names without being one, such as "Pricing" or "Vorteile". */
export function isFeature(head: string): boolean {
  const folded = fold(head)
  return UNSPACED.test(folded) ? folded.search(unspaced) >= 0 : starts.has(wordsOf(folded)[0] ?? '')
}

function wordsOf(folded: string): string[] {
  return folded.split(/[\s,&/]+/).filter((word) => word !== '')
}

const CHOICE_LABEL =
  /(?<!\p{L})(?:best|top|most|winner|runner|pick|choice|overall|budget|premium|value|favou?rite|recommended|recommendation|beste[rsn]?|testsieger|empfehlung|für|meilleure?s?|choix|pour|mejor(?:es)?|opción|para|melhor(?:es)?|escolha|migliori?|scelta|per|beste|voor)(?!\p{L})|おすすめ|最佳|推荐|推薦|首选|首選|추천|^第?[\d一二三四五六七八九十]+(?:位|名|款)$/iu

/** Whether a label before a colon says that what follows is a choice: "Best overall", "Runner-up", "Für Teams". */
export function isChoiceLabel(text: string): boolean {
  return CHOICE_LABEL.test(text)
}
