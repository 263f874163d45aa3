import { isDeepStrictEqual } from 'node:util'
import type { ComparedBrand, Comparison, NotComparable } from '../../contract/comparison/comparison.ts'
import { isSameMarket, marketFieldsOf, marketOf } from '../../contract/market/market.ts'
import type { FrozenReport } from '../../contract/report.ts'
import type { Method } from '../../contract/terms.ts'
import { discoveryThreshold } from '../../statistics/false-discovery.ts'
import { foldedCategory } from '../../store/ranking/categories.ts'
import {
  type Compared,
  countedDifferently,
  FALSE_DISCOVERY_RATE,
  inCommon,
  incomparable,
  numberedAs,
  ruledDifferently,
  type TestedChange,
  testChange,
} from '../../survey/changes.ts'
import type { Counterparts } from '../../survey/counterparts.ts'
import { type CountedAnswer, countedAnswers } from '../answers.ts'
import { type ComparedReport, spellingsOf, textsOf, whatChanged } from './changed.ts'
import { isRegrouped, pairRivals, type Rival, regroupedNames } from './rivals.ts'

type TestedBrand = Omit<ComparedBrand, 'change'> & TestedChange

/** Compares two reports, in either order, by the change test of rankings; returns the comparison, or why there is none. */
export function compareReports(
  one: ComparedReport,
  other: ComparedReport,
): Omit<Comparison, 'history'> | NotComparable {
  const refused = whyNot(one.frozen, other.frozen)
  if (refused !== undefined) return refused
  const [before, after] = inOrder(one, other)
  const { brand, domain, category, simulated } = after.frozen
  const counted = answersInCommon(before, after)
  const otherRules = countsDiffer(before.frozen.method, after.frozen.method)
  const rivals = pairRivals(before, after)
  const tested = testBrands(before, after, rivals, counted.compared, otherRules)
  const pValues = tested.flatMap(({ p }) => p ?? [])
  const threshold = discoveryThreshold(pValues, FALSE_DISCOVERY_RATE)
  return {
    ...{ brand, domain, category, ...marketFieldsOf(after.frozen), simulated },
    before: sideOf(before.frozen),
    after: sideOf(after.frozen),
    pairs: otherRules ? { ...counted.pairs, compared: 0 } : counted.pairs,
    brands: tested
      .map(({ p, change, ...row }) => ({
        ...row,
        change: change.moved === null ? change : { ...change, moved: p !== null && p <= threshold },
      }))
      .sort((a, b) => orderOf(a) - orderOf(b)),
    movesDecidedOver: { brands: pValues.length, threshold },
    changed: { ...whatChanged(before, after), regrouped: regroupedNames(rivals) },
  }
}

/** The product first, then the rivals that moved. */
function orderOf({ product, change }: ComparedBrand): number {
  if (product) return 0
  return change.moved === true ? 1 : 2
}

/** How often the report's counted answers name its product. */
export function sideOf(frozen: FrozenReport): Comparison['before'] {
  const { slug, completedAt, createdAt, plan, questions } = frozen
  const counted = countedAnswers(questions)
  const mentions = counted.filter(({ productNamed }) => productNamed).length
  return { slug, completedAt: completedAt ?? createdAt, plan, mentions, answers: counted.length }
}

function whyNot(one: FrozenReport, other: FrozenReport): NotComparable | undefined {
  const unfinished = [one, other].find(({ status }) => status !== 'COMPLETE')
  if (one.slug === other.slug) return { notComparable: 'SAME_REPORT' }
  if (unfinished !== undefined) return { notComparable: 'NOT_COMPLETE', status: unfinished.status }
  if (one.domain !== other.domain) return { notComparable: 'OTHER_PRODUCT' }
  if (foldedCategory(one.category) !== foldedCategory(other.category)) return { notComparable: 'OTHER_CATEGORY' }
  if (!isSameMarket(marketOf(one), marketOf(other))) return { notComparable: 'OTHER_MARKET' }
  return one.simulated === other.simulated ? undefined : { notComparable: 'SIMULATED' }
}

function inOrder(one: ComparedReport, other: ComparedReport): [ComparedReport, ComparedReport] {
  const endOf = ({ frozen: { completedAt, slug } }: ComparedReport) => `${completedAt} ${slug}`
  return endOf(one) < endOf(other) ? [one, other] : [other, one]
}

function answersInCommon({ frozen: then }: ComparedReport, { frozen: now }: ComparedReport) {
  const [before, after] = [countedAnswers(then.questions), countedAnswers(now.questions)]
  const compared = inCommon(numberedAs(before, textsOf(then), textsOf(now)), after)
  const pairs = (answers: readonly CountedAnswer[]) =>
    new Set(answers.map(({ question, engine }) => `${question} ${engine}`)).size
  return { compared, pairs: { compared: compared.comparedCells, before: pairs(before), after: pairs(after) } }
}

function countsDiffer(then: Method | null, now: Method | null): boolean {
  return then === null || now === null || countedDifferently(then, now)
}

/** The product, then the rivals by their counts. */
function testBrands(
  before: ComparedReport,
  after: ComparedReport,
  paired: readonly Counterparts<Rival, Rival>[],
  compared: Compared<CountedAnswer>,
  otherRules: boolean,
): TestedBrand[] {
  const [then, now] = [before.frozen.method, after.frozen.method]
  const ruled = then === null || now === null ? new Set<string>() : ruledDifferently(then, now)
  const test = (
    names: readonly string[],
    namedThen: (answer: CountedAnswer) => boolean,
    namedNow: (answer: CountedAnswer) => boolean,
  ): TestedChange & Pick<ComparedBrand, 'before' | 'after'> => {
    const isRuled = names.some((name) => ruled.has(name))
    const tested = otherRules || isRuled ? incomparable('RULES_CHANGED') : testChange(compared, namedThen, namedNow)
    if (tested.change.moved === null) return { ...tested, before: null, after: null }
    return { ...tested, before: tallied(compared.before, namedThen), after: tallied(compared.after, namedNow) }
  }
  const names = ({ productNamed }: CountedAnswer) => productNamed
  const [spelled, spells] = [spellingsOf(before), spellingsOf(after)]
  // Different spellings count different answers, as different rules do.
  const own = isDeepStrictEqual(spelled, spells) ? test(spells, names, names) : NOT_TESTED
  const { brand, domain } = after.frozen
  const rivals = paired
    .flatMap((pair) => {
      const [earlier, later] = [namesRival(pair.before[0]), namesRival(pair.after[0])]
      const tested = isRegrouped(pair)
        ? NOT_TESTED
        : test([...pair.before, ...pair.after].flatMap(namesOf), earlier, later)
      return (pair.after.length > 0 ? pair.after : pair.before).map(({ name, domain: its }) => ({
        ...{ name, ...(its !== undefined && { domain: its }), product: false, ...tested },
      }))
    })
    // A rival that no compared answer names has nothing to compare.
    .filter((row) => row.change.moved === null || (row.before?.mentions ?? 0) + (row.after?.mentions ?? 0) > 0)
    .sort(byCounts)
  return [{ name: brand, domain, product: true, ...own }, ...rivals]
}

function tallied(answers: readonly CountedAnswer[], named: (answer: CountedAnswer) => boolean) {
  return { mentions: answers.filter(named).length, answers: answers.length }
}

const NOT_TESTED = { ...incomparable('RULES_CHANGED'), before: null, after: null }

function namesRival(rival: Rival | undefined): (answer: CountedAnswer) => boolean {
  return ({ brands }) => brands.some(({ name, product }) => !product && name === rival?.name)
}

function namesOf({ name, spellings }: Rival): string[] {
  return [name, ...spellings]
}

function byCounts(a: TestedBrand, b: TestedBrand): number {
  const counts = ({ before, after }: TestedBrand) => [after?.mentions ?? 0, before?.mentions ?? 0] as const
  const [[aNow, aThen], [bNow, bThen]] = [counts(a), counts(b)]
  return bNow - aNow || bThen - aThen || (a.name < b.name ? -1 : 1)
}
