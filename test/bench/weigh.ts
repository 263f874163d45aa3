/**
 * `node test/bench/weigh.ts`: learns the weights of pipeline/mentions/weigh/weights.json on the part of the corpus that the rules
 * are written with, and prints how many decisions in doubt they settle rightly, on answers that they weren't learned from (by
 * tenths of the files), too.
 */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Matrix, solve } from 'ml-matrix'
import { nameKey } from '../../pipeline/mentions/names/name-key.ts'
import { type Doubt, SAME, type Weighed } from '../../pipeline/mentions/weigh/weigh.ts'
import weights from '../../pipeline/mentions/weigh/weights.json' with { type: 'json' }
import { judgeLabelled, type LabelledAnswer, readCorpus } from '../corpus/score.ts'

/** A decision in doubt, and whether it is a choice by its label. */
interface Example {
  readonly file: string
  readonly doubt: Doubt
  readonly properties: readonly string[]
  /** Whether the rules count it. */
  readonly counted: boolean
  readonly right: boolean
  readonly share: number
  readonly read: boolean
}

/** The brands of these were never read to write rules; of all other answers brands and product were. */
const UNREAD = /^(?:[a-cf-kn-prxyz]|aa|cc|dd|ff|hh|kk)\d-/
/** Rarer properties have no weight. */
const RARE = 10
/** The ridge penalty on the squares of the weights (Hoerl & Kennard 1970), beside examples that count 0.5 to 2. */
const PENALTY = 3
const ROUNDS = 12
const TENTHS = 10

const corpus = readCorpus(join(import.meta.dirname, '../corpus/develop'))
const examples = corpus.flatMap(examplesIn)
const files = [...new Set(examples.map(({ file }) => file))]
const learned: Record<string, Record<string, number>> = {}
for (const doubt of ['added', 'refused', 'meant', 'product'] as const satisfies readonly (keyof typeof weights)[]) {
  const own = examples.filter((each) => each.doubt === doubt)
  const held = files.flatMap((_, tenth) => {
    if (tenth >= TENTHS) return []
    const apart = new Set(files.filter((_, at) => at % TENTHS === tenth))
    const found = learn(own.filter(({ file }) => !apart.has(file)))
    return own.filter(({ file }) => apart.has(file)).map((each) => ({ ...each, weight: weigh(each, found) }))
  })
  for (const [which, of] of Map.groupBy(held, ({ read }) => (read ? 'read' : 'unread'))) {
    const before = of.filter(({ right, counted }) => right === counted).length
    const after = of.filter(({ right, weight }) => right === weight > 0).length
    console.log(`${doubt}, ${which}: ${of.length} in doubt, right by rules ${before}, weighed ${after}`)
  }
  const found = [...learn(own)].toSorted(([a], [b]) => (a < b ? -1 : 1))
  learned[doubt] = Object.fromEntries(found)
}
const path = join(import.meta.dirname, '../../pipeline/mentions/weigh/weights.json')
writeFileSync(path, `${JSON.stringify(learned, null, 2)}\n`)

/** A label is taken by the first name that is right for it, as in the scores; those in no doubt come first. */
function examplesIn(answer: LabelledAnswer): Example[] {
  const { mentions, weighed } = judgeLabelled(answer, answer.names)
  const open = answer.brands.map((names) => new Set(names.map(nameKey)))
  const take = (brand: string): boolean => {
    const at = open.findIndex((keys) => keys.has(nameKey(brand)))
    if (at >= 0) open.splice(at, 1)
    return at >= 0
  }
  const doubted = new Set(weighed.map(({ brand }) => brand))
  for (const { brand } of mentions) if (!doubted.has(brand)) take(brand)
  const file = answer.id.replace(/-\d+$/, '')
  return weighed.map(({ brand, doubt, properties }: Weighed) => {
    const counted =
      doubt === 'product' ? properties.some((property) => property.startsWith('first ')) : doubt === 'added'
    const right = take(brand)
    const read = doubt === 'product' || !UNREAD.test(file)
    return { file, doubt, properties, counted, right, read, share: shareOf(doubt, read, right === counted) }
  })
}

/**
 * How much an example counts. The rules fit the answers that were read to write them, which say half as much of brands; of the
 * product, whose mistakes were mended one by one, those that are left stand for as many that are gone.
 */
function shareOf(doubt: Doubt, read: boolean, isByRules: boolean): number {
  if (doubt === 'product') return isByRules ? 1 : 2
  return read ? 0.5 : 1
}

/** Newton's method for the penalised likelihood of a logistic regression: hundredths of log odds. */
function learn(from: readonly Example[]): Map<string, number> {
  const counts = new Map<string, number>()
  for (const property of from.flatMap(({ properties }) => properties))
    counts.set(property, (counts.get(property) ?? 0) + 1)
  const known = [SAME, ...[...counts].filter(([, count]) => count >= RARE).map(([property]) => property)]
  const at = new Map(known.map((property, index) => [property, index]))
  const rows = from.map(({ properties }) => [0, ...properties.flatMap((property) => at.get(property) ?? [])])
  let beta = known.map(() => 0)
  for (let round = 0; round < ROUNDS; round += 1) {
    const curvature = Matrix.zeros(known.length, known.length)
    const slope = known.map((_, index) => (index === 0 ? 0 : -PENALTY * (beta[index] ?? 0)))
    for (let index = 0; index < known.length; index += 1) curvature.set(index, index, index === 0 ? 1e-6 : PENALTY)
    for (const [index, { right, share }] of from.entries()) {
      const row = rows[index] ?? []
      const chance = 1 / (1 + Math.exp(-row.reduce((sum, column) => sum + (beta[column] ?? 0), 0)))
      for (const a of row) {
        slope[a] = (slope[a] ?? 0) + share * (Number(right) - chance)
        for (const b of row) curvature.set(a, b, curvature.get(a, b) + share * chance * (1 - chance))
      }
    }
    const step = solve(curvature, Matrix.columnVector(slope)).to1DArray()
    beta = beta.map((value, index) => value + (step[index] ?? 0))
  }
  return new Map(known.map((property, index) => [property, Math.round((beta[index] ?? 0) * 100)]))
}

function weigh({ properties }: Example, of: ReadonlyMap<string, number>): number {
  return [SAME, ...properties].reduce((sum, property) => sum + (of.get(property) ?? 0), 0)
}
