import { isDeepStrictEqual } from 'node:util'
import type { Changed } from '../../contract/comparison/comparison.ts'
import type { FrozenReport } from '../../contract/report.ts'
import { ENGINES, type EngineName, type Method } from '../../contract/terms.ts'
import { countedAnswers } from '../answers.ts'

/** A complete report to compare. */
export interface ComparedReport {
  readonly frozen: FrozenReport
  /** The spellings that count as its product, besides its brand. */
  readonly aliases: readonly string[]
}

/** What differs between two reports besides their answers and how their rivals are named. */
export function whatChanged(before: ComparedReport, after: ComparedReport): Omit<Changed, 'regrouped'> {
  const [then, now] = [before.frozen, after.frozen]
  const [asked, asks] = [textsOf(then), textsOf(now)]
  const [models, modelsNow] = [modelsOf(then), modelsOf(now)]
  const [engines, enginesNow] = [[...models.keys()], [...modelsNow.keys()]]
  const [rulings, rulingsNow] = [then.method?.rulings ?? [], now.method?.rulings ?? []]
  const newQuestions = without(asks, asked)
  return {
    questions: {
      inBoth: asks.length - newQuestions.length,
      onlyBefore: without(asked, asks),
      onlyAfter: newQuestions,
    },
    models: ENGINES.flatMap((engine) => {
      const both = differing(models.get(engine) ?? [], modelsNow.get(engine) ?? [])
      return both !== null && models.has(engine) && modelsNow.has(engine) ? [{ engine, ...both }] : []
    }),
    engines: { onlyBefore: without(engines, enginesNow), onlyAfter: without(enginesNow, engines) },
    rules: differing(then.method?.detector ?? 'unknown', now.method?.detector ?? 'unknown'),
    reader: differing(readerOf(then.method), readerOf(now.method)),
    unread:
      unreadOf(then.method) + unreadOf(now.method) === 0
        ? null
        : { before: unreadOf(then.method), after: unreadOf(now.method) },
    spellings: differing(spellingsOf(before), spellingsOf(after)),
    rulings: [...without(rulings, rulingsNow), ...without(rulingsNow, rulings)],
  }
}

/** Whether anything differs, so that the product's rates in the two whole reports can't be compared. */
export function isApart(changed: Omit<Changed, 'regrouped'>): boolean {
  const { questions, models, engines, rules, reader, unread, spellings, rulings } = changed
  const lists = [questions.onlyBefore, questions.onlyAfter, models, engines.onlyBefore, engines.onlyAfter, rulings]
  return lists.some((list) => list.length > 0) || [rules, reader, unread, spellings].some((each) => each !== null)
}

/** A report's questions, in order. */
export function textsOf({ questions }: FrozenReport): string[] {
  return questions.map(({ text }) => text)
}

/** The spellings that count as the report's product, sorted. */
export function spellingsOf({ frozen: { brand }, aliases }: ComparedReport): string[] {
  return [...new Set([brand, ...aliases])].sort()
}

/** The models that answered, by engine. */
function modelsOf({ questions }: FrozenReport): Map<EngineName, string[]> {
  const byEngine = Map.groupBy(countedAnswers(questions), ({ engine }) => engine)
  return new Map(
    [...byEngine].map(([engine, own]) => [engine, [...new Set(own.flatMap(({ model }) => model ?? []))].sort()]),
  )
}

function readerOf(method: Method | null): string | null {
  const reader = method?.reader ?? null
  return reader === null ? null : `${reader.model}, prompt ${reader.prompt}`
}

function unreadOf(method: Method | null): number {
  return method?.unread ?? 0
}

/** The items of a list that the other one lacks. */
function without<Item>(list: readonly Item[], other: readonly Item[]): Item[] {
  return list.filter((item) => !other.some((each) => isDeepStrictEqual(each, item)))
}

function differing<Value>(before: Value, after: Value): { before: Value; after: Value } | null {
  return isDeepStrictEqual(before, after) ? null : { before, after }
}
