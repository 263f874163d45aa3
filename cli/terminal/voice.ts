import type { Terminal } from './output.ts'

/** Writes sentences to standard error, with a timestamp if it is not a terminal. */
export function createVoice(terminal: Terminal, now: () => number): (sentence: string) => void {
  return (sentence) => {
    const time = terminal.errIsTty ? '' : `${new Date(now()).toISOString().replace(/\.\d+/, '')} `
    terminal.err(`${time}${sentence}\n`)
  }
}
