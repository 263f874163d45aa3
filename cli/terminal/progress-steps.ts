import type { RunStep } from '../../pipeline/ask/progress.ts'

/** How far an engine is, in cells. */
export interface EngineState {
  total: number
  done: number
  stopped: boolean
}

/** What each step after the last answer does. */
export const STEPS: Readonly<Record<RunStep, string>> = {
  reading: 'reading names',
  counting: 'counting and publishing',
  site: 'building the site',
}
