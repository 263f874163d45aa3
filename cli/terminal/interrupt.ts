import type { Outage } from '../../pipeline/ask/away.ts'
import { createOutage } from '../../pipeline/ask/away.ts'
import type { Terminal } from './output.ts'

/** SIGHUP comes when the terminal closes: the calls under way are paid for then too. */
const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const

/** What a process says that serves until it is interrupted. */
export const STOPPING = 'Stopping: what is under way is finished first; Ctrl-C again cuts it off.'

/** What a command says that asks engines until it is interrupted. */
export const STOPPING_PAID =
  'Stopping: waiting for the calls under way, whose answers are paid for; Ctrl-C again cuts them off.'

/**
 * What Ctrl-C does to a run: the first one lets the calls under way finish, as they are paid for, the second cuts them.
 * `dispose` gives the signals back; `sentence` is said at the first.
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

/** A store's outage as a run in the foreground has it: each sentence is said, and the second Ctrl-C gives up. */
export function saidOutage(cut: AbortSignal, say: (sentence: string) => void): Outage {
  return createOutage(cut, (sentence, answers) => say(`${sentence} (paid answers in hand: ${answers}).`))
}
