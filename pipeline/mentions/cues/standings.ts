import type { Found } from '../find/finder.ts'
import type { Brand } from '../names/brand.ts'
import { isPerson } from './persons.ts'

/**
 * What each name is beside the one before it; the brands that the product's maker makes somewhere, those that stand somewhere
 * behind another as its model, and the products that are a person there ("Alan, graphiste de 34 ans"): what a name is once, it
 * is in all the answer, but for a model that heads a line elsewhere.
 */
export function standings(
  clean: string,
  question: string,
  found: readonly Found[],
): { makers: readonly Maker[]; models: ReadonlySet<Brand>; behind: ReadonlySet<Brand>; persons: ReadonlySet<Brand> } {
  const makers: Maker[] = []
  const models = new Set<Brand>()
  const behind = new Set<Brand>()
  const persons = new Set<Brand>()
  let before: Found | undefined
  for (const match of found) {
    const { brand } = match.pattern
    const maker = makerAt(clean, before, match)
    makers.push(maker)
    if (maker === 'model') behind.add(brand)
    if (before !== undefined && isMadeByOwn(clean, before, match)) models.add(before.pattern.brand)
    if (brand.own === true && isPerson(clean, question, match)) persons.add(brand)
    before = match
  }
  return { makers, models, behind, persons }
}

type Maker = 'owner' | 'model' | 'former' | null

/** More doesn't stand between a name and its former one, link and all. */
const MOST_BETWEEN = 160
/** "DigiCert DNS (formerly DNS Made Easy)", "Self Bank, früher Renta". */
const FORMERLY =
  /^[^\n.!?(]{0,24}(?:, |\()(?:which was )?(?:formerly|previously|once|ehemals|früher|vormals|anciennement|ex|antes|anteriormente|già|precedentemente|dawniej|wcześniej|voorheen|旧|原|구)(?: (?:known as|called|named|bekannt als|connu sous le nom de|conocido como))?[ :-]*[*_“"„]*$/u

/**
 * Who makes the brand that stands right before, or a model of it: "Lacerte by Intuit" and "Herman Miller Aeron" are one
 * choice each, under the first name.
 */
function makerAt(clean: string, before: Found | undefined, { start, end, pattern }: Found): Maker {
  if (before === undefined || pattern.brand.own === true || before.pattern.brand === pattern.brand) return null
  if (start - before.end >= MOST_BETWEEN) return null
  const between = clean.slice(before.end, start)
  if (between.includes('\n')) return null
  // A bracket or a comma is before the word for it, as it isn't between most names.
  if ((between.includes('(') || between.includes(', ')) && FORMERLY.test(between.replace(/ {2,}/g, ' ')))
    return 'former'
  if (between.length > 12) return null
  if (/^[*_”"]* (?:by|von|par|di) [*_“"]*$/u.test(between)) return 'owner'
  if (/^[*_]* ?\($/.test(between) && /^\)[*_]*(?: [–—-]|:|$|\n)/.test(clean.slice(end, end + 4))) return 'model'
  return between === ' ' && !before.pattern.ambiguous && /^\p{Lu}/u.test(clean.slice(start)) ? 'model' : null
}

/** The rest of a product's name and who makes it: " X4 by ", " Evo de ". */
const TO_MAKER = /^(?: [\p{Lu}\p{N}][^\s*_]*){0,3}[*_”"]* (?:by|von|par|di|de|da|van|od) [*_“"]*$/u

/** Whether the product right behind a name is said to make it: "Merlo X4 by Acme" is one of its own. */
function isMadeByOwn(clean: string, { end, pattern }: Found, own: Found): boolean {
  if (own.pattern.brand.own !== true || pattern.brand.own === true || own.start - end > 40) return false
  return TO_MAKER.test(clean.slice(end, own.start)) && /^\p{Lu}/u.test(clean.slice(own.start))
}
