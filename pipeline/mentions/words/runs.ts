import { languageBit } from './lexicon.ts'
import { hasNameShape, isTelling } from './name-shape.ts'
import { type Native, nativeOf } from './native.ts'
import { isFunctionWord, isOrdinaryWord } from './ordinary.ts'
import { wordBits } from './role-words.ts'
import { isChoiceLabel } from './sections.ts'

/** How a language writes: `nouns` all nouns with a capital letter, `foreign` with words that the English lexicon doesn't have; `native` knows its words. */
export interface Writing {
  readonly nouns: boolean
  readonly foreign: boolean
  readonly native: Native
  /** The name of the language, where it is a known one and not English. */
  readonly language: string
}

/** How German is written. */
export const GERMAN: Writing = {
  nouns: true,
  foreign: true,
  native: nativeOf(languageBit('german')),
  language: 'german',
}

/** Words in capitals beside each other in running text; offsets into it. */
export interface Run {
  readonly name: string
  readonly start: number
  readonly end: number
  readonly startsSentence: boolean
}

const TOKEN = String.raw`(?:\p{Lu}|\p{Ll}{1,9}\p{Lu}|\p{Ll}-\p{Lu}|\p{Nd}+\p{L}*\p{Lu}|\p{Nd}+\p{Ll}{3,})[\p{L}\p{M}\p{N}]*(?:(?:[.&'’+·-]|!(?=\p{Lu}))[\p{L}\p{N}]+)*\+?`
/** "d'Odoo", "qu'ADP", "dell'Inter" */
const ELISION = String.raw`(?<!\p{L})(?:[cdjlmnst]|qu|un|all|dall|dell|nell|sull|jusqu|lorsqu|puisqu)`
const HOST = String.raw`[a-z][a-z0-9-]*(?:\.[a-z][a-z0-9-]*)*\.(?:com|io|co|ai|app|net|org|de|fr|es|it|pl|nl|me|so|dev|uk|eu|us|ch|at|jp|kr|cn|team|money)`
const RUN = new RegExp(
  String.raw`(?<![\p{L}\p{N}.@/&-]|(?<!${ELISION})['’])(?:${HOST}(?![\p{L}\p{N}/])|(?:(?:Dr|St)\. )?${TOKEN}(?: (?:& )?(?:${TOKEN}|\p{Nd}+(?:\.\p{Nd}(?!\p{L}))?\p{L}?(?![\p{L}\p{N},]|\.\p{N})))*)`,
  'gu',
)
const SENTENCE_START = /(?:[.!?:;|…¿¡]|^|\n|[-*+•#>]|\d[.)])(?:[\s*_"“”„«‘'()[\]\p{Extended_Pictographic}>-]|\ufe0f)*$/u
/** Nouns that say what the name behind them is the name of. */
const APPOSITIONS = new Set(
  'beispiel firma marke hersteller anbieter programm tool dienst format software app modell système logiciel outil marca herramienta aplicación software strumento aplikacja program marki'.split(
    ' ',
  ),
)

/** A line of running text, or what of it stands behind its label. */
export interface Passage {
  readonly start: number
  readonly end: number
  /** What is said there is said of a choice or a feature: names in it are hardly choices themselves. */
  readonly aside: boolean
}

const ITEM_LINE =
  /^[ \t>]*(?:[-*+•●▪◦○‣▸►→➤✓✔✅☑]|(?!\p{Nd})\p{Emoji_Presentation}\ufe0f?|\p{Regional_Indicator}{2}|\d{1,3}[.)、．]|[①-⑳])[ \t]+/u
const BOLD_LABEL = /^[\s>]*(?:\*\*|__)(.{2,60}?)(?:\*\*|__)[ ]*([:：–—-]?)/u

/** The passages of running text, line by line: no headings, no tables. */
export function readPassages(clean: string, isChoice: (head: string) => boolean): Passage[] {
  const passages: Passage[] = []
  let owned = false
  for (let start = 0; start < clean.length; ) {
    const stop = clean.indexOf('\n', start)
    const end = stop < 0 ? clean.length : stop
    const line = clean.slice(start, end)
    const heading = /^ {0,3}#{1,6} +(.*)$/.exec(line)
    const item = ITEM_LINE.exec(line)
    const content = line.slice(item?.[0].length ?? 0)
    const bold = BOLD_LABEL.exec(content)
    const label = bold?.[1]?.replace(/[:：?？!.*_ ]+$/u, '') ?? ''
    const alone = bold !== null && content.slice(bold[0].length).trim() === ''
    if (heading !== null) owned = isChoice(heading[1] ?? '')
    else if (alone && item === null) owned = isChoice(label)
    else if (line.trim() !== '' && !/^\s*\|/.test(line)) {
      const choice =
        (label !== '' && isChoiceLabel(label)) || isChoiceLabel(/^[^:：]{2,40}[:：]/u.exec(content)?.[0] ?? '')
      const labelled = bold !== null && (/[:：?？.]$/u.test(bold[1] ?? '') || bold[2] !== '')
      // "**Make it faster.** Acme does": what a sentence of ordinary words leads speaks of its own.
      const stops =
        /\.$/.test(bold?.[1] ?? '') &&
        (item === null || label.includes(' ')) &&
        !owned &&
        isOrdinaryWord(label) &&
        !isChoice(label)
      const spoken = labelled && (stops || (item === null && label.split(' ').length > 2))
      passages.push({
        start: labelled && !choice ? start + (line.length - content.length) + (bold?.[0].length ?? 0) : start,
        end,
        aside: !choice && !spoken && (item !== null || labelled || owned),
      })
    }
    start = end + 1
  }
  return passages
}

/** The runs of words in capitals of a passage, without those that only begin their sentence. */
export function readRuns(
  clean: string,
  from: number,
  to: number,
  { foreign, native }: Writing,
  lower: ReadonlySet<string>,
): Run[] {
  const runs: Run[] = []
  for (const match of clean.slice(from, to).matchAll(RUN)) {
    let start = from + match.index
    let name = withoutPossessed(match[0], clean.charAt(start + match[0].length))
    let startsSentence = SENTENCE_START.test(clean.slice(Math.max(0, start - 24), start))
    // "L'Express VPN"
    const elided =
      foreign && startsSentence
        ? /^(?:[A-Z]|Un|Qu|All|Dell|Nell|Sull)[’'](?=\p{L}{3})/u.exec(name)?.[0].length
        : undefined
    if (elided !== undefined) {
      start += elided
      name = name.slice(elided)
      // "J'utilise Vokiro"
      const verb = /^\p{Ll}[\p{L}]*(?: |$)/u.exec(name)?.[0].length ?? 0
      if (verb >= name.length) continue
      if (verb > 0) startsSentence = false
      start += verb
      name = name.slice(verb)
    }
    for (let word = FIRST_WORD.exec(name); startsSentence && word?.[1] !== undefined; word = FIRST_WORD.exec(name)) {
      const rest = name.slice(word[0].length)
      if (/^[&+]/.test(rest)) break
      // "Try Asana": a sentence's first word has its capital letter from its place; "New Balance" is a name.
      const next = rest.split(' ')[0] ?? ''
      const first = word[1].toLowerCase()
      // "US Mobile" is no "us".
      if (/^\p{Lu}{2,3}$/u.test(word[1]) && /^\p{Lu}\p{Ll}/u.test(rest)) break
      const opens =
        isFunctionWord(first) ||
        OPENERS.has(first) ||
        wordBits(first) > 0 ||
        lower.has(first) ||
        (ADVISES.has(first) && !foreign && /^(?:[;.,:]|[*_”"]* \p{Ll})/u.test(clean.slice(start + name.length))) ||
        (isOrdinaryWord(first.replaceAll('-', ' ')) && !/[^\p{ASCII}]/u.test(first)
          ? isTelling(next)
          : foreign && hasNameShape(next) && (native(first) > 0 || /..(?:cy|om|ów|ami|ach|wie)$/.test(first)))
      if (!opens) break
      start += word[0].length
      name = rest
      startsSentence = false
    }
    const noun = FIRST_WORD.exec(name)
    if (noun?.[1] !== undefined && APPOSITIONS.has(noun[1].toLowerCase())) {
      start += noun[0].length
      name = name.slice(noun[0].length)
    }
    // "Zoom for Healthcare"
    const forWhom =
      isOrdinaryWord(name) && /\p{Lu}[\p{L}\p{N}]* for $/u.test(clean.slice(Math.max(0, start - 24), start))
    if (/\p{L}/u.test(name) && !forWhom) runs.push({ name, start, end: start + name.length, startsSentence })
  }
  return runs
}

const FIRST_WORD = /^(\p{L}+(?:-\p{Ll}+)*) /u
/** Words that open a sentence before what it speaks of: conjunctions, adverbs, and verbs that advise it. */
const OPENERS = new Set(
  (
    'y e et en i o ou und oder aber mais pero maar ma mas ale also even only still finally otherwise alternatively instead auch sogar nur selbst schließlich daneben ' +
    'también además solo anche inoltre infine aussi enfin également também również też także ook ' +
    'nimm nehmt vergiss vergesst kauf kauft teste testet probier probiert meide meidet wähle wählt choisis choisissez prends prenez évitez ' +
    'évite essayez elige elija compra prueba evita scegli prendi prova escolha compre experimente prefira evite kies neem koop probeer ' +
    'vermijd overweeg wybierz weź kup wypróbuj unikaj'
  ).split(' '),
)
/** Verbs that begin an English sentence with what to take or to leave behind them. */
const ADVISES = new Set(
  'use try choose consider pick prefer buy avoid skip ignore keep get take install compare drop'.split(' '),
)
/** "Simba's Hybrid" is about Simba; "Runner's World" is a name, and so is "Kettle & Tom's" where nothing follows. */
function withoutPossessed(run: string, next: string): string {
  if (/^Dr\. \p{Lu}\p{L}+[’']s(?: |$)/u.test(run)) return run
  if (/ (?:& )?\p{Lu}\p{L}+[’']s$/u.test(run) && next !== ' ' && next !== '*') return run
  const owner = /^(\p{L}[\p{L}\p{N}-]*(?: \p{L}[\p{L}\p{N}-]*)?)[’']s(?: .*)?$/u.exec(run)?.[1]
  const owned = owner !== undefined && (owner.includes(' ') || isTelling(owner) || !run.includes(' '))
  return owned ? owner : run.replace(/[’']s$/u, '')
}
