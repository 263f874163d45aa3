import { momentName } from './dates.ts'
import type { Agreement, Method, Ruling } from './terms.ts'
import { counted, listed } from './wording.ts'

/** A person's ruling, as a clause. */
export function rulingInWords(ruling: Ruling): string {
  switch (ruling.kind) {
    case 'merge':
      return `“${ruling.name}” counts as “${ruling.into}”`
    case 'split':
      return `“${ruling.name}” is a brand of its own`
    case 'alias':
      return `“${ruling.spelling}” is a spelling of “${ruling.name}”`
    case 'ignore':
      return `“${ruling.name}” is not counted`
  }
}

/** The method as sentences: the reader, how far two readers agree, questions of one intent, the rulings, and any recount. */
export function methodNotes(method: Method): string[] {
  const { agreement, detector, rulings = [], recounted } = method
  const how = recounted?.from === detector ? '' : ' by newer rules'
  return [
    `${whoRead(method)} Counted by code.`,
    ...(agreement === null ? [] : [agreementInWords(agreement)]),
    ...sameIntentInWords(method.sameIntent ?? []),
    ...rulings.map((ruling) => `By a person’s ruling ${rulingInWords(ruling)}.`),
    ...(recounted ? [`Counted again${how} on ${momentName(recounted.at)}.`] : []),
  ]
}

/** A sentence for each list of questions, numbered from 0, that ask for the same thing. */
export function sameIntentInWords(lists: readonly (readonly number[])[]): string[] {
  return lists.map((list) => {
    const numbers = listed(list.map((question) => String(question + 1)))
    return `Questions ${numbers} ask for the same thing and count as one in the intervals.`
  })
}

function whoRead({ namesBy, reader, unverified, unread = 0 }: Method): string {
  if (unverified === undefined)
    return namesBy === 'model'
      ? 'A model proposed names for all answers together.'
      : 'No model read the answers: names come from rules.'
  if (reader === null)
    return 'No model read the answers: names come only from their layout, which misses those in running text.'
  const dropped = `; ${counted(unverified, 'name')} that code did not find there ${unverified === 1 ? 'is' : 'are'} not counted`
  const rest = `${counted(unread, 'answer')} that it did not read ${unread === 1 ? 'counts' : 'count'} only by layout.`
  return [
    `${reader.model} read the names in each answer${unverified > 0 ? dropped : ''}.`,
    ...(unread > 0 ? [rest] : []),
  ].join(' ')
}

function agreementInWords({ answers, pairs, both, f1, product }: Agreement): string {
  const onProduct =
    product === undefined
      ? ''
      : ` The product is named in ${product.pairs} of these answers by at least one reading, and in ${product.both} by both.`
  return `A second model read ${counted(answers, 'answer')} too: of ${counted(pairs, 'mention')} that either found, both found ${both} (F1 ${(100 * f1).toFixed(1)}).${onProduct}`
}

/** The rules by which a name counts (pipeline/mentions), as readers are told them. */
const RULES: Readonly<Record<string, string>> = {
  read: 'the model that read this answer took it for something that the buyer could choose',
  role: 'the reading of this answer has it in passing, but most others have it as a choice',
  found: 'the reading of this answer leaves it out, but most others have it as a choice',
  layout: 'no model read this answer, and its layout sets the name off, as at the start of a line or in bold',
  product: 'it is one of the product’s spellings',
  domain: 'it is the product’s domain',
}

/** Why a name counts in an answer, as a clause; versions that were counted by earlier rules name others. */
export function ruleInWords(rule: string): string {
  return RULES[rule] ?? `rule “${rule}”`
}
