import { isTelling } from '../words/name-shape.ts'
import { isFrequentWord, isFunctionWord, isOrdinaryWord } from '../words/ordinary.ts'
import { isSmallWord } from '../words/role-words.ts'
import type { Run } from '../words/runs.ts'
import { isChoiceLabel, isFeature, isSectionHead } from '../words/sections.ts'
import { isTechnicalTerm } from '../words/technical.ts'
import { leftOf, rightOf } from './beside.ts'
import { namesHost } from './renamed.ts'

/** Abbreviations of rules, formats and techniques: short, and capitals for the most part. */
export const ABBREVIATION = /^(?=.{2,6}$)(?:\p{Lu}+\p{Ll}{0,2})*\p{Lu}s?$/u

/** "US", "AKC": letters that stand for words. */
const CAPITALS = /^[\p{Lu}&]{2,5}$/u
/** Where a clause begins: what stands there and has a verb behind it is what the clause speaks of. */
const CLAUSE_LEFT =
  /(?:^|\n|[.!?…][)"”’]* |[,;:] | [—–-] |, (?:and|but|so|yet) |(?<!\p{L})(?:while|whereas|because|but|though|although|since|then|that) )[*_"“]*$/u
const CLAUSE_RIGHT =
  /^[*_"”]*(?:[’']s(?: [\p{L}\p{N}+-]+){1,4}?| (?:in|from|out of|of) \p{Lu}\p{L}+(?: \p{Lu}\p{L}+)?)?(?: \([^()\n]{2,60}\)|, (?:which|whose|founded|launched|made|sold|bought|an?|the|another) [^.\n]{2,80},|, \p{Ll}[^.,:;\n]{2,60},)? (?:also |still |now |really |simply |usually )?(?:is|are|isn['’]t|aren['’]t|was|has|have|had|can|could|will|would|may|does|do|did|offers?|lets?|makes?|gives?|keeps?|comes?|costs?|charges?|covers?|suits?|works?|bundles?|leaves?|gets?|sells?|runs?|adds?|added|lists?|supports?|includes?|remains?|uses?|needs?|takes?|follows?|followed|delivers?|stands?|wins?|beats?)(?!\p{L})/u
/** The same of a name of several words, which nothing else is: any verb, and the rest of a row before it. */
const MANY_RIGHT = /^[*_”"]* (?:(?:and|or) \p{Lu}[\p{L}\p{N}]*(?: \p{Lu}[\p{L}\p{N}]*)? \p{Ll}{3,}|\p{Ll}{3,}s)(?= )/u
/** Right behind these an English sentence has what it advises to take or to leave. */
const PICKS_LEFT =
  /(?<!\p{L})(?:use|try|choose|consider|pick|recommend|prefer|buy|avoid|skip|ignore|keep|leave|get|take|install|shortlist|look at|choose (?:among|between)|(?:lean|gravitate) (?:towards?|to)|(?:go|went|switch|move|moved|opt|settle|stick|start|end up|ends up) (?:for|with|to|on))(?: (?:a|an|the))? [*_"“]*$/iu
/** A part of what is named, or things of it: "Asana projects", "the Asana app". */
const PARTS_RIGHT =
  /^(?:-\p{L}| \p{Ll}+s(?!\p{L})| (?:version|model|edition|plan|tier|option|add-on|app|feature|mode|account|certificate|standard)(?!\p{L}))/u
/** "Get a Quillpad cover": another noun, and no word that goes on with the sentence. */
const NOUN_BEHIND =
  /^(?:-\p{Ll}| (?!(?:or|and|if|for|in|on|with|when|at|from|over|as|because|but|which|instead|unless|to|by)(?!\p{L}))\p{Ll})/u
/** "And the Aura app picks" */
const KIND_RIGHT = /^[*_]* (?:app|platform|software|service|browser) (?:is|has|was|can|will|lets|\p{Ll}{3,}s)(?!\p{L})/u
/** "Prefect if you like plain Python" */
const CONDITION_RIGHT = /^[*_"”]* (?:if|when|unless) (?:you|your|even|nobody|the|it|all|money|price)(?!\p{L})/u
/** "*Hardly ever:* Backblaze", "**Something else?** Scaleway from Paris": what a label asks for, and the name that answers. */
const LABELLED_LEFT = /(?:^|\n|[.!?] )[\s>\d.)•*_+-]*([^*_\n:：?？!.|]{4,48}):(?:\*\*|[*_])? (?:(?:the|an?) )?[*_"“]*$/u
const LABELLED_RIGHT =
  /^[*_"”]*(?:[.(–—]| [(–—]|, (?:an?|the) | app | from \p{Lu}|,? (?:or|and|if|when|with|on|in|from|because|mainly|for|is|though|but|which) |$|\n)/u
/** "The most widely recommended subscriptions in the UK are" */
const NAMES_FOLLOW =
  /(?<!\p{L})(?:recommended|popular|best|top|leading|common|notable|strongest|best-known|well-known|main|typical|usual|obvious|safest|easiest|cheapest|closest|other|good|solid|alternatives?|contenders?|favou?rites?|options?|choices?|picks?|vendors?|providers?|makers?|brands?|names|candidates?|suspects|models|reviewed|rated)(?!\p{L})[^.!?:;\n]{0,60} (?:is|are|include|includes|remain|remains|being)(?: the| still| probably)? [*_"“[]*$/iu
/** What is said of a choice and of no rule or format: "YNAB is the better fit". */
const PRAISED_RIGHT =
  /^[*_”"]*(?: \([^()\n]{2,40}\))? (?:is|isn['’]t|remains)(?: (?:a|an|the|also|still|my|our|probably|usually|often|one of the))* (?:\p{Ll}+ )?(?:best|better|bad|\p{Ll}{3,}est|cheaper|choices?|fit|pick|option|alternative|favou?rite|winner|recommendation|what (?:most|many|I|people|companies))(?!\p{L})/u
/** "MUJI (無印良品)" */
const GLOSSED_RIGHT = /^[*_”"]* ?[(（][\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]/u
const PHRASE_END = /(?:tion|sion|ing|ity|ment|ness|ance|ence|ship|ware|ics|age|ss|us|is)$/iu
/** Behind a plural none of these stands, only behind a name: "Travelers offers". */
const SINGULAR_RIGHT =
  /^[*_”"]* (?:also |still |now )?(?:is|has|was|does|offers|lets|makes|gives|keeps|comes|costs|charges|works|sells|wins|adds|includes|supports|needs|takes)(?!\p{L})/u

/** Whether an English sentence can only mean a name there: a capital letter of its own, and it speaks of it or advises it. */
export function isClaimed(clean: string, { name, start, end, startsSentence }: Run): boolean {
  const before = leftOf(clean, start, 24)
  const after = rightOf(clean, end, 120)
  const words = name.split(' ').filter((word) => word !== '&')
  if (
    NAMES_FOLLOW.test(leftOf(clean, start, 120)) &&
    /^(?:[*_”"’]|,| (?:and|or|with|by|from|for|if|when|[(–—])|[.;:])/u.test(after)
  )
    return !isFeature(name) && !ABBREVIATION.test(name)
  if (words.length > 4 || isFeature(name)) return false
  if (GLOSSED_RIGHT.test(after) || namesHost(after, name)) return true
  if (ABBREVIATION.test(name)) return CLAUSE_LEFT.test(before) && PRAISED_RIGHT.test(after) && !isTechnicalTerm(name)
  const known = words.every((word) => isOrdinaryWord(word) || CAPITALS.test(word))
  // "Number 1", "Below 20": what stands behind the first word has a capital letter of its own.
  const own = !startsSentence || (words.length > 1 && known && /^\p{Lu}/u.test(words[1] ?? ''))
  if (LABELLED_LEFT.test(leftOf(clean, start, 64)) && LABELLED_RIGHT.test(after)) {
    const label = LABELLED_LEFT.exec(leftOf(clean, start, 64))?.[1] ?? ''
    return isChoiceLabel(label) || (!isFeature(label) && !isSectionHead(label) && label.includes(' '))
  }
  // "Get a Quillpad cover": with an article, what is taken is the last word.
  if (PICKS_LEFT.test(before))
    return !(/ (?:an?|the) [*_"“]*$/.test(before) ? NOUN_BEHIND : PARTS_RIGHT).test(after) || /\p{Nd}/u.test(name)
  if (
    (startsSentence || /, (?:and |or )?[*_]*$/.test(before)) &&
    (CONDITION_RIGHT.test(after) || (words.some(isTelling) && /^[*_"”]* (?:if|when|unless) \p{Ll}/u.test(after)))
  )
    return true
  if (/\?(?:\*\*|[*_])? [*_]*$/.test(before) && LABELLED_RIGHT.test(after) && !isFrequentWord(name)) return true
  if (/ followed by (?:the )?[*_]*$|(?:^|\s)(?:So|Neither|Nor) (?:do|does|is|are|has|have|can) [*_]*$/.test(before))
    return true
  if (/(?<!\p{L})[Tt]he [*_]*$/u.test(before) && KIND_RIGHT.test(after)) return true
  const speaks =
    CLAUSE_RIGHT.test(after) ||
    ((words.length > 1 || (!startsSentence && /, [*_]*$/.test(before))) && MANY_RIGHT.test(after))
  if (!CLAUSE_LEFT.test(before) || !speaks) return false
  const phrase = PHRASE_END.test(name) || (/s$/i.test(name) && !SINGULAR_RIGHT.test(after))
  if (own) return words.length > 1 ? known || !words.every(isTelling) : !phrase || isTelling(name)
  return words.length === 1 && !isFrequentWord(name) && !phrase
}

/** Where a sentence begins with a small letter, which English writes in names alone. */
const SMALL_START = /(?:^|[.!?] +)[*_]*(\p{Ll}[\p{L}\p{N}.-]{1,20}[\p{L}\p{N}])(?=([*_]* [^\n]{0,40}))/gu

/** The names written small that begin an English sentence, which then speaks of them: "It works. listmonk is free." */
export function readSmallSubjects(line: string): { name: string; at: number }[] {
  return [...line.matchAll(SMALL_START)].flatMap(({ 0: whole, 1: name = '', 2: after = '', index }) =>
    CLAUSE_RIGHT.test(after) && isTelling(name) && !isSmallWord(name) && !/(?:s|ing|ed|ly)$/.test(name)
      ? [{ name, at: index + whole.length - name.length }]
      : [],
  )
}

/** What somebody else has, needs or makes: "it needs Node.js", "the brand's own Pipa". */
const HELD_LEFT =
  /(?<!\p{L})(?:uses|using|needs?|reads|speaks|supports?|accepts?|exposes?|makes|sells|outgrew|requires?|includes|offers?|adds|added|embeds?|expects?|own)(?: the| an?| its)?(?: \p{Ll}[\p{L}-]+)? [*_"“]*$/u
/** What something was called: "is the former Quillpad", "the new name of Quillpad". */
const FORMER_LEFT =
  /(?<!\p{L})(?:former|name of|used to be(?: called| known as)?|renamed from|grew out of|(?:simply|then|first|originally) called)(?: \p{Lu}[\p{L}\p{N}]*(?: \p{Lu}[\p{L}\p{N}]*)? and)? [*_“"]*$/u
/** The noun that a name stands before: "the Lyro assistant", "Talalay latex". */
const NOUN_RIGHT = /^[*_”"]* (\p{Ll}{3,})(?:[.,;)]| (?:for|of|if|in|and|or|from|with) )/u
const ADVERBS = new Set(
  'alone anyway first here however indeed instead itself last likewise next often soon sometimes somewhat there today together tomorrow twice well yourself yet work vary fit exist compete apply'.split(
    ' ',
  ),
)
/** "Plasticky, but it works", "Ooh, fun question!": words that no lexicon has, by themselves. */
const EXCLAIMED = /^(?:\p{Lu}\p{Ll}{1,2}|\p{Lu}\p{Ll}{3,}(?:ing|[^aeiou]y|ness|able|ish))$/u

/** Whether an English sentence names it in passing: as what another has, before a noun of its own, or as an exclamation. */
export function isInPassing(clean: string, { name, start, end, startsSentence }: Run): boolean {
  const before = leftOf(clean, start, 40)
  if (HELD_LEFT.test(before) || FORMER_LEFT.test(before)) return true
  const after = rightOf(clean, end, 40)
  if (startsSentence && EXCLAIMED.test(name) && /^(?:!|, \p{Ll})/u.test(after)) return true
  if (/\p{Nd}/u.test(name)) return false
  const noun = NOUN_RIGHT.exec(after)?.[1]
  return (
    noun !== undefined &&
    !/(?:s|ed|ly)$/.test(noun) &&
    !isFunctionWord(noun) &&
    !isSmallWord(noun) &&
    !ADVERBS.has(noun)
  )
}

/** "Honestly, Quillpad": an ordinary adverb before the sentence, which is in no row with what stands behind its comma. */
export function isSentenceAdverb(clean: string, { name, end, startsSentence }: Run): boolean {
  return startsSentence && /^\p{Lu}\p{Ll}+ly$/u.test(name) && clean.startsWith(', ', end) && isOrdinaryWord(name)
}

let demonyms: ReadonlySet<string> | undefined

/** Whether it is the English name of a language or of who lives somewhere: "Austrian", "North American". */
export function isDemonym(name: string): boolean {
  const last = name.split(' ').at(-1) ?? ''
  if (demonyms === undefined) {
    const languages = new Intl.DisplayNames('en', { type: 'language', fallback: 'none' })
    const letters = [...'abcdefghijklmnopqrstuvwxyz']
    const known = letters.flatMap((a) => letters.map((b) => languages.of(a + b) ?? ''))
    demonyms = new Set([
      ...known,
      'American',
      'European',
      'Asian',
      'African',
      'Australian',
      'Canadian',
      'Austrian',
      'Belgian',
      'Swiss',
      'British',
      'Scottish',
      'Irish',
      'Mexican',
      'Brazilian',
      'Indian',
      'Scandinavian',
      'Mediterranean',
      ...['Swedes', 'Danes', 'Finns', 'Spaniards', 'Scots', 'Brits'],
    ])
  }
  return demonyms.has(last) || (last.endsWith('s') && demonyms.has(last.slice(0, -1)))
}
