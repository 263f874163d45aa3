import { dayName } from '../dates.ts'
import { engineNames } from '../headline.ts'
import { rulingInWords } from '../method-words.ts'
import { changeVerdict, counted, leftOutInWords, listed, percent } from '../wording.ts'
import { ENGINE_LABELS } from '../words.ts'
import type { Changed, ComparedBrand, Comparison } from './comparison.ts'

/** A difference of rates in percentage points, such as `+14.8` or `−3.0`. */
export function pointsInWords(points: number): string {
  const shown = Math.abs(100 * points).toFixed(1)
  return shown === '0.0' ? '0.0' : `${points > 0 ? '+' : '−'}${shown}`
}

/** The 95 % interval of a change, as `+2.0 to +27.1`; a dash if there is none. */
export function pointsRange({ change: { interval } }: Pick<ComparedBrand, 'change'>): string {
  return interval === null ? '–' : `${pointsInWords(interval.low)} to ${pointsInWords(interval.high)}`
}

/** A side of a comparison, such as `12 of 54 (22 %)`; a dash if nothing is compared. */
export function sideInWords(side: ComparedBrand['before']): string {
  return side === null
    ? '–'
    : `${side.mentions} of ${side.answers} (${percent(side.mentions / Math.max(1, side.answers))})`
}

/** How the product changed since the earlier report, and which rivals moved, in one line. */
export function sinceInWords({ before, brands, pairs }: Pick<Comparison, 'before' | 'brands' | 'pairs'>): string {
  const [product, ...rivals] = brands
  const day = dayName(before.completedAt)
  if (product?.before == null || product.after === null)
    return `Its change since ${day} can’t be measured${product ? `: ${changeVerdict(product.change)}` : ''}.`
  const { change } = product
  const by =
    change.moved === true
      ? `, ${pointsInWords(change.points ?? 0)} points (95\u00a0% interval ${pointsRange(product)})`
      : ''
  const moved = rivals.filter((rival) => rival.change.moved === true)
  const others = moved.map((rival) => `${rival.name} ${changeVerdict(rival.change)}`).join(', ')
  return [
    `Named in ${sideInWords(product.after)}, compared with ${sideInWords(product.before)} on ${day}, over the`,
    `${counted(pairs.compared, 'pair')} of question and engine counted both times: ${changeVerdict(change)}${by}.`,
    ...(moved.length > 0 ? [`${counted(moved.length, 'rival')} moved: ${others}.`] : []),
  ].join(' ')
}

/** What was compared and which differences are more than noise, as sentences. */
export function whatMoved({ brands, pairs, movesDecidedOver }: Comparison): string[] {
  const compared = brands.filter(({ change }) => change.moved !== null)
  const moved = compared.filter(({ change }) => change.moved === true)
  const leftOut = compared[0]?.change.leftOut ?? brands[0]?.change.leftOut ?? []
  const over = `The earlier report counted ${counted(pairs.before, 'pair')} of question and engine, the later one ${pairs.after}; ${pairs.compared} can be compared, because the same model answered all runs of the same question.`
  return [
    over,
    leftOut.length > 0 && `That leaves out ${leftOutInWords(leftOut)}.`,
    compared.length === 0
      ? 'Nothing is left to compare, so no change can be told from noise.'
      : verdicts(moved.length, compared.length),
    compared.length > 1 &&
      `Each interval is for one brand by itself; a move is announced only if it stands out among all ${compared.length}.`,
    moved.length > 0 &&
      (movesDecidedOver.brands === 1
        ? 'At most 1 in 20 announced moves is expected to be false.'
        : `Moves are decided over ${movesDecidedOver.brands} brands together: at most 1 in 20 of those announced is expected to be false.`),
  ].filter((sentence) => sentence !== false)
}

function verdicts(moved: number, compared: number): string {
  const noise = 'a difference of that size can come from asking the same questions again'
  if (compared === 1)
    return moved === 1
      ? 'The only brand compared moved.'
      : `The only brand compared did not move by more than noise: ${noise}.`
  if (moved === 0) return `None of the ${compared} brands compared moved by more than noise: ${noise}.`
  const rest = compared - moved
  const others =
    rest === 0 ? '' : ` The ${rest === 1 ? 'other one is' : `other ${rest} are`} too close to tell: ${noise}.`
  return `${moved} of ${compared} brands compared moved.${others}`
}

/** What changed between the reports besides their answers, as sentences. */
export function whatElseChanged({
  before,
  after,
  changed,
}: Pick<Comparison, 'before' | 'after' | 'changed'>): string[] {
  const { engines, models, rules, reader, unread, spellings, rulings, regrouped } = changed
  const sentences = [
    before.plan !== after.plan && `The plan was ${before.plan} and is ${after.plan}.`,
    questionsInWords(changed.questions),
    engines.onlyAfter.length > 0 && `Counted only now: ${engineNames(engines.onlyAfter)}.`,
    engines.onlyBefore.length > 0 && `Counted only then: ${engineNames(engines.onlyBefore)}.`,
    ...models.map(
      (each) =>
        `${ENGINE_LABELS[each.engine]} answered with ${each.before.join(', ')} then and answers with ${each.after.join(', ')} now.`,
    ),
    rules !== null && `Counted by rules ${rules.before} then and ${rules.after} now${NOT_COMPARED}`,
    reader !== null &&
      `Read by ${reader.before ?? 'no model'} then and ${reader.after ?? 'no model'} now${NOT_COMPARED}`,
    unread !== null &&
      `The reader left out ${counted(unread.before, 'answer')} then and ${unread.after} now${NOT_COMPARED}`,
    spellings !== null &&
      `What counts as the product was ${quoted(spellings.before)} and is now ${quoted(spellings.after)}, so its change can’t be measured.`,
    ...rulings.map((ruling) => `A person’s ruling holds for only one of the two reports: ${rulingInWords(ruling)}.`),
    ...regrouped.map(
      (each) =>
        `What counted as ${quoted(each.before)} then counts as ${quoted(each.after)} now, so these can’t be compared.`,
    ),
  ].filter((sentence) => sentence !== false)
  return sentences.length > 0
    ? sentences
    : ['Nothing else changed: the questions, engines, models, counting rules and reader are the same.']
}

const NOT_COMPARED = ', so no brand is compared.'

function questionsInWords({ inBoth, onlyBefore, onlyAfter }: Changed['questions']): string | false {
  if (onlyBefore.length + onlyAfter.length === 0) return false
  return `${counted(inBoth, 'question')} ${inBoth === 1 ? 'is' : 'are'} in both reports, ${onlyAfter.length} only in the later and ${onlyBefore.length} only in the earlier one.`
}

function quoted(names: readonly string[]): string {
  return listed(names.map((name) => `“${name}”`))
}
