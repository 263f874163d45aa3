import type { Stance } from '../terms.ts'
import { counted } from '../wording.ts'
import { STANCES } from '../words.ts'
import type { Quote, Said } from './said.ts'

const SHOWN = 3

/** The stances in words. */
export const STANCE_WORDS: Readonly<Record<Stance, string>> = {
  recommended: 'recommended',
  mentioned: 'mentioned',
  advisedAgainst: 'advised against',
}

/** A brand's stances, as `recommended in 12 of 61, advised against in 4 of 61`; undefined without any. */
export function saidInWords(said: Said | undefined): string | undefined {
  if (said === undefined || said.answers === 0) return undefined
  const { recommended, advisedAgainst, answers } = said
  return `recommended in ${recommended} of ${answers}, advised against in ${advisedAgainst} of ${answers}`
}

/** The same as a sentence that says who judged, and which answers; undefined if no answer has a stance. */
export function saidSentence(said: Said | undefined): string | undefined {
  const words = saidInWords(said)
  if (said === undefined || words === undefined) return undefined
  const which = said.answers === 1 ? 'that names it' : 'that name it'
  return `R${words.slice(1)}: a language model’s judgement of ${counted(said.answers, 'answer')} ${which}.`
}

/** At most three quotes, beginning with one of each stance, so that no stance hides another. */
export function someQuotes({ quotes }: Pick<Said, 'quotes'>): Quote[] {
  return inTurn(STANCES.map((stance) => quotes.filter((quote) => quote.stance === stance))).slice(0, SHOWN)
}

/** The first of each list, then the second of each, and so on. */
export function inTurn<Item>(lists: readonly (readonly Item[])[]): Item[] {
  const longest = Math.max(0, ...lists.map(({ length }) => length))
  return Array.from({ length: longest }, (_, at) => lists.flatMap((list) => list.slice(at, at + 1))).flat()
}
