import { ENGINES } from '../../pipeline/contract/terms.ts'
import type { ScoredCell } from '../../pipeline/statistics/cells.ts'

/** Uniform and normal numbers from a seed: mulberry32 and Box-Muller. */
export interface Random {
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

/** A survey of one brand; spreads and drifts are standard deviations on the logit scale. */
export interface Design {
  readonly questions: number
  readonly engines: number
  readonly runs: number
  /** The brand's rate over all questions that could be asked. */
  readonly rate: number
  readonly questionSpread: number
  readonly engineSpread: number
  /** Of a question with an engine, beyond their separate effects. */
  readonly cellSpread: number
  /** The share of cells that are not counted. */
  readonly missing: number
  /** Misses gather: an engine's own share lies anywhere between none and twice `missing`. */
  readonly missingGathers?: boolean
  /** The brand fits only this share of the questions; the others lie 5 logits lower. */
  readonly fits?: number
  /** Each run is on a day of its own: what moves all engines on a day, and what moves one engine. */
  readonly dayDrift?: number
  readonly engineDrift?: number
}

/** How much answers cluster; `usual` is what a design is planned with (pipeline/statistics/design.ts). */
export const CLUSTERINGS = {
  little: { questionSpread: 0.3, engineSpread: 0.5, cellSpread: 0.3 },
  some: { questionSpread: 0.8, engineSpread: 0.5, cellSpread: 0.5 },
  usual: { questionSpread: 1.2, engineSpread: 0.6, cellSpread: 0.8 },
  strong: { questionSpread: 1.5, engineSpread: 0.7, cellSpread: 1 },
  extreme: { questionSpread: 2.5, engineSpread: 0.7, cellSpread: 1.5 },
} as const

/** The usual clustering, 3 % of cells missing. */
export const USUAL: Design = { questions: 10, engines: 6, runs: 3, rate: 0.3, missing: 0.03, ...CLUSTERINGS.usual }

/** An engine as drawn: the logit of its centre, its rate over all questions, and its share of cells not counted. */
export interface DrawnEngine {
  readonly logit: number
  readonly rate: number
  readonly missing: number
}

/** The rate of each question x engine, drawn for a design, on the logit scale; a row for each question. */
export interface Drawn {
  readonly design: Design
  readonly engines: readonly DrawnEngine[]
  readonly logits: readonly (readonly number[])[]
}

const UNFIT = -5

const sigmoid = (x: number): number => 1 / (1 + Math.exp(-x))

const logisticNormalMean = (centre: number, deviation: number): number => {
  if (deviation === 0) return sigmoid(centre)
  let weighted = 0
  let weights = 0
  for (let z = -5; z <= 5; z += 0.125) {
    const weight = Math.exp((-z * z) / 2)
    weighted += weight * sigmoid(centre + deviation * z)
    weights += weight
  }
  return weighted / weights
}

const driftOf = ({ dayDrift = 0, engineDrift = 0 }: Design): number => Math.hypot(dayDrift, engineDrift)

/** Draws engines, and the centre that makes the mean over engines and over all questions the design's rate. */
export const drawEngines = (design: Design, random: Random): DrawnEngine[] => {
  const effects = Array.from({ length: design.engines }, () => design.engineSpread * random.normal())
  const deviation = Math.hypot(design.questionSpread, design.cellSpread, driftOf(design))
  const { fits = 1 } = design
  const rateAt = (logit: number): number =>
    fits * logisticNormalMean(logit, deviation) +
    (fits === 1 ? 0 : (1 - fits) * logisticNormalMean(logit + UNFIT, deviation))
  let low = -20
  let high = 20
  for (let step = 0; step < 40; step += 1) {
    const centre = (low + high) / 2
    const mean = effects.reduce((sum, effect) => sum + rateAt(centre + effect), 0)
    if (mean / design.engines < design.rate) low = centre
    else high = centre
  }
  return effects.map((effect) => ({
    logit: effect + low,
    rate: rateAt(effect + low),
    missing: design.missing * (design.missingGathers === true ? 2 * random.uniform() : 1),
  }))
}

export const drawQuestions = (design: Design, engines: readonly DrawnEngine[], random: Random): Drawn => ({
  design,
  engines,
  logits: Array.from({ length: design.questions }, () => {
    const question = design.questionSpread * random.normal()
    const unfit = design.fits !== undefined && random.uniform() >= design.fits ? UNFIT : 0
    return engines.map((engine) => engine.logit + question + unfit + design.cellSpread * random.normal())
  }),
})

/** Engines and questions at once. */
export const draw = (design: Design, random: Random): Drawn =>
  drawQuestions(design, drawEngines(design, random), random)

/** Moves every question x engine's logit by `by` and by a drift of its own of standard deviation `drift`. */
export const moved = (drawn: Drawn, by: number, drift: number, random: Random): Drawn => ({
  ...drawn,
  logits: drawn.logits.map((row) => row.map((logit) => logit + by + drift * random.normal())),
})

/** Moves all answers by one drift, and each engine's by one of its own. */
export const driftedDay = (drawn: Drawn, day: number, engine: number, random: Random): Drawn => {
  const all = day * random.normal()
  const own = drawn.engines.map(() => engine * random.normal())
  return { ...drawn, logits: drawn.logits.map((row) => row.map((logit, at) => logit + all + (own[at] ?? 0))) }
}

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
    const rate = drawnRate({ ...drawn, logits: drawn.logits.map((row) => row.map((logit) => logit + by)) })
    if (rate < target) low = by
    else high = by
  }
  return low
}

/** What was answered, and the true rates of exactly the cells that were counted, over all days. */
export interface Asked {
  readonly cells: ScoredCell[]
  /** For these questions. */
  readonly same: number
  /** For all questions that could be asked. */
  readonly other: number
}

/** Asks the drawn questions, each run on a day of its own where the design drifts. */
export const ask = ({ design, engines, logits }: Drawn, random: Random): Asked => {
  const cells: ScoredCell[] = []
  const { dayDrift = 0, engineDrift = 0 } = design
  const drifts = driftOf(design) > 0
  const days = Array.from({ length: design.runs }, () => {
    const all = drifts ? dayDrift * random.normal() : 0
    return engines.map(() => (drifts ? all + engineDrift * random.normal() : 0))
  })
  let [same, other] = [0, 0]
  logits.forEach((row, question) => {
    row.forEach((logit, at) => {
      const own = engines[at]
      if (own === undefined) return
      const rate = logisticNormalMean(logit, driftOf(design))
      for (let run = 0; run < design.runs; run += 1) {
        const counted = random.uniform() >= own.missing
        const named = random.uniform() < sigmoid(logit + (days[run]?.[at] ?? 0))
        if (!counted) continue
        cells.push({ question, engine: ENGINES[at] ?? `ENGINE_${at}`, run, named })
        same += rate
        other += own.rate
      }
    })
  })
  const counted = Math.max(1, cells.length)
  return { cells, same: same / counted, other: other / counted }
}

/** One survey after another of a design; engines are drawn anew every twenty, for speed. */
export const surveysOf = function* (design: Design, count: number, random: Random): Generator<Asked> {
  let engines: DrawnEngine[] = []
  for (let n = 0; n < count; n += 1) {
    if (n % 20 === 0) engines = drawEngines(design, random)
    yield ask(drawQuestions(design, engines, random), random)
  }
}
