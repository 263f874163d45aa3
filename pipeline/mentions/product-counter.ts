import { getDomain } from 'tldts'
import type { Ruling } from '../contract/terms.ts'
import type { Product as Own } from './answer.ts'
import type { AnswerText, Brand, Mention, ProposedName } from './names/brand.ts'
import { declinedSpellings, endedSpellings } from './names/declined.ts'
import { nameKey } from './names/name-key.ts'
import { partedSpellings } from './names/parted.ts'
import { nearSpellings, soundedSpellings } from './names/transliteration.ts'
import { createJudge, type Judgement } from './old-count.ts'

type Product = Own & { readonly category: string }

import { ownLabel } from './product.ts'
import { resolveBrands } from './resolve.ts'
import { foldKey } from './words/fold.ts'

/** Counts a report's answers: the product under its `brand`, and the rivals under their names. */
export interface ProductCounter {
  readonly rivals: readonly Brand[]
  count(answer: AnswerText): Mention[]
  /** The same, with what isn't counted and why. */
  judge(answer: AnswerText): Judgement
}

/**
 * A counter of the product and of its rivals among the proposed names. Whether the product is named depends on its own
 * names alone, never on what was proposed: words that hold its name ("Acme Desk") name it, and the rival of those words
 * too where they are one. A proposed name that is the product's, or has its domain, is no rival. No ruling changes whether
 * the product is named: one on its own names has no effect, and a name that counts as the product by ruling is no rival.
 */
export function createProductCounter(
  product: Omit<Product, 'category'>,
  proposed: readonly ProposedName[],
  answers: readonly AnswerText[],
  rulings: readonly Ruling[] = [],
): ProductCounter {
  const own = countedBrand(product, answers)
  const keys = new Set([...own.spellings, product.domain].map(nameKey))
  const isOwn = ({ domain, spellings }: Brand) =>
    (domain !== null && domain === own.domain) || spellings.some((spelling) => keys.has(nameKey(spelling)))
  const rivals = resolveBrands(proposed, answers, rulings, isOwn).filter((brand) => !isOwn(brand))
  const judgeOwn = createJudge([own])
  // With the product among them, a rival's short name isn't found inside the product's longer one.
  const judgeAll = createJudge([own, ...rivals])
  const judge = (answer: AnswerText): Judgement => {
    const mine = judgeOwn(answer)
    const all = judgeAll(answer)
    return {
      mentions: [...mine.mentions, ...all.mentions.filter(({ brand }) => brand !== own.name)]
        .toSorted((a, b) => a.start - b.start)
        .map((mention, at) => ({ ...mention, position: at + 1 })),
      refused: [...mine.refused, ...all.refused.filter(({ brand }) => brand !== own.name)].toSorted(
        (a, b) => a.start - b.start,
      ),
      weighed: [...mine.weighed, ...all.weighed.filter(({ brand }) => brand !== own.name)],
    }
  }
  return { rivals, judge, count: (answer) => judge(answer).mentions }
}

/** The registrable domain under which a product's own pages are; a host's customer (`acme.github.io`) has its own. */
export function productDomain(domain: string): string {
  return getDomain(domain, { allowPrivateDomains: true }) ?? domain
}

/** The names that count as the product: as they were given, and without legal form and words of its kind. */
function countedBrand({ brand, domain, aliases }: Omit<Product, 'category'>, answers: readonly AnswerText[]): Brand {
  const label = ownLabel(domain)
  // "Acme Desk" of acme.com is called Acme too; the label of a domain that says something else is nobody's name.
  const given = [brand, ...aliases]
  const [own, called] = [foldKey(label), foldKey(brand)]
  // The label of cal.com is nobody's name; that of gomotive.com is Motive's.
  const more =
    label.length > 3 &&
    (called.startsWith(own) || (called.length > 3 && own.endsWith(called))) &&
    !given.some((name) => foldKey(name) === own)
  const names = more ? [...given, label] : given
  const spellings = names.flatMap((name) => [
    name,
    ...resolveBrands([{ name, domain: null }], []).flatMap((resolved) => resolved.spellings),
    ...(soundedSpellings([name], answers).get(name) ?? []),
    ...nearSpellings(name, given, answers),
    ...(declinedSpellings([name], answers).get(name) ?? []),
    ...endedSpellings(name, answers),
    ...partedSpellings(name, answers),
  ])
  return {
    name: brand,
    own: true,
    domain: productDomain(domain),
    spellings: [...new Set(spellings)].sort((a, b) => b.length - a.length || (a < b ? -1 : 1)),
  }
}
