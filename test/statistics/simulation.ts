import { ENGINES } from '../../pipeline/contract/terms.ts'
import type { ScoredCell } from '../../pipeline/statistics/cells.ts'

/** Uniform and normal numbers from a seed: mulberry32 and Box-Muller. */
interface Random {
  uniform(): number
  normal(): number
}

export const createRandom = (seed: number): Random => {
  let state = seed >>> 0
  const uniform = (): number => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  const normal = (): number => Math.sqrt(-2 * Math.log(1 - uniform())) * Math.cos(2 * Math.PI * uniform())
  return { uniform, normal }
}

/** A survey of one brand; the spreads are standard deviations on the logit scale. */
export interface Design {
  readonly questions: number
  readonly engines: number
  readonly runs: number
  /** The brand's rate over all questions that could be asked. */
  readonly rate: number
  readonly questionSpread: number
  readonly engineSpread: number
  /** Of a question with an engine, beyond the two alone. */
  readonly cellSpread: number
  /** The share of cells that are not counted. */
  readonly missing: number
}

/** The rate of each question x engine, drawn for a design, on the logit scale; a row for each question. */
export interface Drawn {
  readonly design: Design
  readonly logits: readonly (readonly number[])[]
}

const sigmoid = (x: number): number => 1 / (1 + Math.exp(-x))

const logisticNormalMean = (centre: number, deviation: number): number => {
  let weighted = 0
  let weights = 0
  for (let z = -5; z <= 5; z += 0.125) {
    const weight = Math.exp((-z * z) / 2)
    weighted += weight * sigmoid(centre + deviation * z)
    weights += weight
  }
  return weighted / weights
}

/** Draws engines, and the centre that makes the mean over engines and over all questions the design's rate. */
export const drawEngines = (design: Design, random: Random): number[] => {
  const effects = Array.from({ length: design.engines }, () => design.engineSpread * random.normal())
  const deviation = Math.hypot(design.questionSpread, design.cellSpread)
  let low = -20
  let high = 20
  for (let step = 0; step < 40; step += 1) {
    const centre = (low + high) / 2
    const mean = effects.reduce((sum, effect) => sum + logisticNormalMean(centre + effect, deviation), 0)
    if (mean / design.engines < design.rate) low = centre
    else high = centre
  }
  return effects.map((effect) => effect + low)
}

export const drawQuestions = (design: Design, engines: readonly number[], random: Random): Drawn => ({
  design,
  logits: Array.from({ length: design.questions }, () => {
    const question = design.questionSpread * random.normal()
    return engines.map((engine) => engine + question + design.cellSpread * random.normal())
  }),
})

/** Moves every question x engine's logit by `by` and by a drift of its own of standard deviation `drift`. */
export const moved = ({ design, logits }: Drawn, by: number, drift: number, random: Random): Drawn => ({
  design,
  logits: logits.map((row) => row.map((logit) => logit + by + drift * random.normal())),
})

/** The mean rate of the drawn questions, each question x engine weighing the same. */
const drawnRate = ({ logits }: Drawn): number => {
  const rates = logits.flat().map(sigmoid)
  return rates.reduce((sum, rate) => sum + rate, 0) / rates.length
}

/** The shift of all logits that moves the mean rate by `points` (0..1). */
export const shiftFor = (drawn: Drawn, points: number): number => {
  const target = drawnRate(drawn) + points
  let low = -20
  let high = 20
  for (let step = 0; step < 40; step += 1) {
    const by = (low + high) / 2
    const rate = drawnRate({ design: drawn.design, logits: drawn.logits.map((row) => row.map((logit) => logit + by)) })
    if (rate < target) low = by
    else high = by
  }
  return low
}

/** Asks the drawn questions; `rate` is the mean rate of exactly the cells that were counted. */
export const ask = ({ design, logits }: Drawn, random: Random): { cells: ScoredCell[]; rate: number } => {
  const cells: ScoredCell[] = []
  let rates = 0
  logits.forEach((row, question) => {
    row.forEach((logit, index) => {
      const rate = sigmoid(logit)
      const engine = ENGINES[index] ?? `ENGINE_${index}`
      for (let run = 0; run < design.runs; run += 1) {
        const counted = random.uniform() >= design.missing
        const named = random.uniform() < rate
        if (!counted) continue
        cells.push({ question, engine, run, named })
        rates += rate
      }
    })
  })
  return { cells, rate: cells.length === 0 ? 0 : rates / cells.length }
}
