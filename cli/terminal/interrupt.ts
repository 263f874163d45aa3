import { createOutage, type Outage } from '../../pipeline/ask/away.ts'
import type { Terminal } from './output.ts'

/** SIGHUP is sent when the terminal closes; the calls under way are paid for in that case too. */
const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const

/** The message of an interrupted server or worker. */
export const STOPPING = 'Stopping: what is under way is finished first; Ctrl-C again cuts it off.'

/** The message of an interrupted command that asks engines. */
export const STOPPING_PAID =
  'Stopping: waiting for the calls under way, whose answers are paid for; Ctrl-C again cuts them off.'

/**
 * Handles Ctrl-C: the first prints `sentence` and aborts `stop`, so that calls already paid for can finish; the second
 * aborts `cut`. `dispose` removes the handlers.
 */
export function onInterrupt(
  terminal: Terminal,
  sentence: string,
): { stop: AbortSignal; cut: AbortSignal; dispose(): void } {
  const stop = new AbortController()
  const cut = new AbortController()
  const interrupted = () => {
    if (stop.signal.aborted) return cut.abort()
    terminal.err(`${sentence}\n`)
    stop.abort()
  }
  for (const signal of SIGNALS) process.on(signal, interrupted)
  return {
    stop: stop.signal,
    cut: cut.signal,
    dispose() {
      for (const signal of SIGNALS) process.off(signal, interrupted)
    },
  }
}

/** Waits through outages of the store and says so each time; gives up at the second Ctrl-C, which aborts `cut`. */
export function reportedOutage(cut: AbortSignal, say: (sentence: string) => void): Outage {
  return createOutage(cut, (sentence, answers) => say(`${sentence} (paid answers not yet stored: ${answers}).`))
}
