/** Time as a driver that waits knows it, in ms since some moment. */
export interface Waiting {
  now(): number
  sleep(ms: number): Promise<void>
}

/** The machine's own. */
export const REAL_TIME: Waiting = {
  now: () => performance.now(),
  sleep: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
}
