import type { Terminal } from './output.ts'

/**
 * What Ctrl-C does to a run: the first one lets the calls under way finish, as they are paid for, the second cuts them.
 * `dispose` gives the signals back.
 */
export function onInterrupt(terminal: Terminal): { stop: AbortSignal; cut: AbortSignal; dispose(): void } {
  const stop = new AbortController()
  const cut = new AbortController()
  const interrupted = () => {
    if (stop.signal.aborted) return cut.abort()
    terminal.err('Stopping: waiting for the calls under way, whose answers are paid for; Ctrl-C again cuts them off.\n')
    stop.abort()
  }
  process.on('SIGINT', interrupted)
  process.on('SIGTERM', interrupted)
  return {
    stop: stop.signal,
    cut: cut.signal,
    dispose() {
      process.off('SIGINT', interrupted)
      process.off('SIGTERM', interrupted)
    },
  }
}
