import { isDeepStrictEqual } from 'node:util'
import type { Changed, ComparedBrand, Comparison, NotComparable } from '../../contract/comparison/comparison.ts'
import { isSameMarket, marketOf, namedLike } from '../../contract/market/market.ts'
import type { Competitor, FrozenReport } from '../../contract/report.ts'
import type { EngineName, Method } from '../../contract/terms.ts'
import { ENGINES } from '../../contract/terms.ts'
import { discoveryThreshold } from '../../statistics/false-discovery.ts'
import { foldedCategory } from '../../store/ranking/categories.ts'
import type { Compared, TestedChange } from '../../survey/changes.ts'
import {
  asPublished,
  countedOtherwise,
  FALSE_DISCOVERY_RATE,
  folded,
  inCommon,
  incomparable,
  numberedAs,
  ruledOtherwise,
  testChange,
} from '../../survey/changes.ts'
import type { CountedAnswer } from '../answers.ts'
import { countedAnswers } from '../answers.ts'

/** A complete report to compare. */
export interface ComparedReport {
  readonly frozen: FrozenReport
  /** The spellings that count as its product, besides its brand. */
  readonly aliases: readonly string[]
}

/** A rival under all names that it has in a report. */
interface Rival {
  readonly name: string
  readonly domain: string | null
  readonly spellings: readonly string[]
}

/** A brand by its names in both reports, null in one that doesn't name it. */
interface Pair {
  readonly shown: Competitor
  readonly earlier: Rival | null
  readonly later: Rival | null
}

type TestedBrand = Omit<ComparedBrand, 'change'> & TestedChange

/** Compares two reports of a product by the change test of rankings, the earlier one first; without its other reports. */
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
  const tested = testBrands(before, after, counted.compared, otherRules)
  const pValues = tested.flatMap(({ p }) => p ?? [])
  const threshold = discoveryThreshold(pValues, FALSE_DISCOVERY_RATE)
  return {
    ...{ brand, domain, category, ...namedLike(after.frozen), simulated },
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
    changed: whatChanged(before, after),
  }
}

/** The product first, then the rivals that moved. */
function orderOf({ product, change }: ComparedBrand): number {
  if (product) return 0
  return change.moved === true ? 1 : 2
}

/** What differs between two reports besides their answers. */
export function whatChanged(before: ComparedReport, after: ComparedReport): Changed {
  const [then, now] = [before.frozen, after.frozen]
  const [asked, asks] = [then, now].map(textsOf)
  const [models, modelsNow] = [modelsOf(then), modelsOf(now)]
  const only = (engines: Iterable<EngineName>, others: ReadonlyMap<EngineName, unknown>) =>
    [...engines].filter((engine) => !others.has(engine))
  const [rulings, rulingsNow] = [then.method?.rulings ?? [], now.method?.rulings ?? []]
  const isIn = (list: readonly object[]) => (each: object) => list.some((held) => isDeepStrictEqual(held, each))
  return {
    questions: {
      inBoth: (asks ?? []).filter((text) => asked?.includes(text)).length,
      onlyBefore: (asked ?? []).filter((text) => !asks?.includes(text)),
      onlyAfter: (asks ?? []).filter((text) => !asked?.includes(text)),
    },
    models: ENGINES.flatMap((engine) => {
      const both = differing(models.get(engine) ?? [], modelsNow.get(engine) ?? [])
      return both !== null && models.has(engine) && modelsNow.has(engine) ? [{ engine, ...both }] : []
    }),
    engines: { onlyBefore: only(models.keys(), modelsNow), onlyAfter: only(modelsNow.keys(), models) },
    rules: differing(then.method?.detector ?? 'unknown', now.method?.detector ?? 'unknown'),
    reader: differing(readerOf(then.method), readerOf(now.method)),
    unread:
      unreadOf(then.method) + unreadOf(now.method) === 0
        ? null
        : { before: unreadOf(then.method), after: unreadOf(now.method) },
    spellings: differing(spellingsOf(before), spellingsOf(after)),
    rulings: [
      ...rulings.filter((each) => !isIn(rulingsNow)(each)),
      ...rulingsNow.filter((each) => !isIn(rulings)(each)),
    ],
  }
}

/** Whether anything differs, so that the rates of the two whole reports don't compare. */
export function isApart({ questions, models, engines, rules, reader, unread, spellings, rulings }: Changed): boolean {
  const lists = [questions.onlyBefore, questions.onlyAfter, models, engines.onlyBefore, engines.onlyAfter, rulings]
  return lists.some((list) => list.length > 0) || [rules, reader, unread, spellings].some((each) => each !== null)
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
  return then === null || now === null || countedOtherwise(then, now)
}

/** The product, then the rivals by their counts. */
function testBrands(
  before: ComparedReport,
  after: ComparedReport,
  compared: Compared<CountedAnswer>,
  otherRules: boolean,
): TestedBrand[] {
  const [then, now] = [before.frozen.method, after.frozen.method]
  const ruled = then === null || now === null ? new Set<string>() : ruledOtherwise(then, now)
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
  const own = isDeepStrictEqual(spelled, spells)
    ? test(spells, names, names)
    : { ...incomparable('RULES_CHANGED'), before: null, after: null }
  const { brand, domain } = after.frozen
  const rivals = pairRivals(before, after)
    .map(({ shown, earlier, later }) => ({
      name: shown.name,
      ...(shown.domain !== undefined && { domain: shown.domain }),
      product: false,
      ...test([earlier, later].flatMap(namesOf), namesRival(earlier), namesRival(later)),
    }))
    // One that no compared answer names, then or now, has nothing to compare.
    .filter((row) => row.change.moved === null || (row.before?.mentions ?? 0) + (row.after?.mentions ?? 0) > 0)
    .sort(byCounts)
  return [{ name: brand, domain, product: true, ...own }, ...rivals]
}

function tallied(answers: readonly CountedAnswer[], named: (answer: CountedAnswer) => boolean) {
  return { mentions: answers.filter(named).length, answers: answers.length }
}

function namesRival(rival: Rival | null): (answer: CountedAnswer) => boolean {
  return ({ brands }) => rival !== null && brands.some(({ name, product }) => !product && name === rival.name)
}

function namesOf(rival: Rival | null): string[] {
  return rival === null ? [] : [rival.name, ...rival.spellings]
}

function byCounts(a: TestedBrand, b: TestedBrand): number {
  const counts = ({ before, after }: TestedBrand) => [after?.mentions ?? 0, before?.mentions ?? 0] as const
  const [[aNow, aThen], [bNow, bThen]] = [counts(a), counts(b)]
  return bNow - aNow || bThen - aThen || (a.name < b.name ? -1 : 1)
}

/** The rivals of both reports; a name that is the product's own in one of them is not a rival in the other. */
function pairRivals(before: ComparedReport, after: ComparedReport): Pair[] {
  const own = new Set([...spellingsOf(before), ...spellingsOf(after)].map(folded))
  const isRival = ({ name }: Competitor) => !own.has(folded(name))
  const earlier = before.frozen.competitors.filter(isRival)
  const later = after.frozen.competitors.filter(isRival)
  const [rivalsThen, rivalsNow] = [rivalsOf(before.frozen, earlier), rivalsOf(after.frozen, later)]
  const matched = new Set<Rival>()
  const now = later.map((shown, at): Pair => {
    const rival = rivalsNow[at] ?? null
    const free = rivalsThen.filter((each) => !matched.has(each))
    const match =
      rival === null
        ? undefined
        : (asPublished(rival, free, rivalsNow)[0] ??
          free.find((each) => namesOf(each).map(folded).includes(folded(rival.name))))
    if (match !== undefined) matched.add(match)
    return { shown, earlier: match ?? null, later: rival }
  })
  const gone = earlier.flatMap((shown, at): Pair[] => {
    const then = rivalsThen[at]
    return then === undefined || matched.has(then) ? [] : [{ shown, earlier: then, later: null }]
  })
  return [...now, ...gone]
}

/** The rivals with their spellings, which stand in the answers where each was counted. */
function rivalsOf({ questions }: FrozenReport, competitors: readonly Competitor[]): Rival[] {
  const spelled = new Map<string, Set<string>>()
  for (const { text, evidence } of countedAnswers(questions))
    for (const { brand, start, end } of evidence)
      spelled.set(brand, (spelled.get(brand) ?? new Set()).add(text.slice(start, end)))
  return competitors.map(({ name, domain = null }) => ({ name, domain, spellings: [...(spelled.get(name) ?? [])] }))
}

function textsOf({ questions }: FrozenReport): string[] {
  return questions.map(({ text }) => text)
}

/** The models that answered, by engine. */
function modelsOf({ questions }: FrozenReport): Map<EngineName, string[]> {
  const byEngine = Map.groupBy(countedAnswers(questions), ({ engine }) => engine)
  return new Map(
    [...byEngine].map(([engine, own]) => [engine, [...new Set(own.flatMap(({ model }) => model ?? []))].sort()]),
  )
}

function spellingsOf({ frozen: { brand }, aliases }: ComparedReport): string[] {
  return [...new Set([brand, ...aliases])].sort()
}

function readerOf(method: Method | null): string | null {
  const reader = method?.reader ?? null
  return reader === null ? null : `${reader.model}, prompt ${reader.prompt}`
}

function unreadOf(method: Method | null): number {
  return method?.unread ?? 0
}

function differing<Value>(before: Value, after: Value): { before: Value; after: Value } | null {
  return isDeepStrictEqual(before, after) ? null : { before, after }
}
