import type { RunStep } from '../../pipeline/ask/progress.ts'

/** An engine's progress, in cells. */
export interface EngineState {
  total: number
  done: number
  stopped: boolean
}

/** The label of each step. */
export const STEPS: Readonly<Record<RunStep, string>> = {
  questions: 'preparing questions',
  hashes: 'publishing question hashes',
  reading: 'reading names',
  counting: 'counting and publishing',
  bundles: 'writing bundles',
  site: 'building the site',
}
