/** Time as an argument. */
export interface Clock {
  /** Epoch ms, for dates: it jumps where somebody sets the machine's clock. */
  now(): number
  /** Ms since some moment, for how long something takes: no setting of the clock moves it. */
  monotonic(): number
  /** A wait in ms that ends early, without an error, when the signal aborts. */
  sleep(ms: number, signal: AbortSignal): Promise<void>
}

export const systemClock: Clock = {
  now: () => Date.now(),
  monotonic: () => performance.now(),
  sleep: (ms, signal) =>
    new Promise((resolve) => {
      if (signal.aborted) return resolve()
      const done = () => {
        clearTimeout(timer)
        signal.removeEventListener('abort', done)
        resolve()
      }
      const timer = setTimeout(done, ms)
      signal.addEventListener('abort', done)
    }),
}
