import type { Budget } from '../../pipeline/ask/budget.ts'
import type { Interval } from '../../pipeline/contract/terms.ts'

/** A command's output: its result on standard output, progress and messages on standard error. */
export interface Terminal {
  out(text: string): void
  err(text: string): void
  readonly errIsTty: boolean
}

/** The exit codes that scripts rely on. */
export const EXIT = { done: 0, failed: 1, usage: 2, interrupted: 130 } as const

/** An error that the user can act on: one sentence, and the exit code. */
export class CommandError extends Error {
  override readonly name = 'CommandError'
  readonly exit: number

  constructor(sentence: string, exit: number = EXIT.failed) {
    super(sentence)
    this.exit = exit
  }
}

/** Returns a function that writes sentences to standard error, one on a line. */
export function lineWriter(terminal: Terminal): (sentence: string) => void {
  return (sentence) => terminal.err(`${sentence}\n`)
}

/** The same, each with the time if standard error is not a terminal. */
export function timedLineWriter(terminal: Terminal, now: () => number): (sentence: string) => void {
  if (terminal.errIsTty) return lineWriter(terminal)
  return (sentence) => terminal.err(`${new Date(now()).toISOString().replace(/\.\d+/, '')} ${sentence}\n`)
}

/** Prints one JSON document on standard output. */
export function printJson(terminal: Terminal, document: unknown): void {
  terminal.out(`${JSON.stringify(document, null, 2)}\n`)
}

/** Prints a result as text, or with --json as JSON; returns EXIT.done. */
export function print(terminal: Terminal, flags: { readonly json?: boolean }, document: unknown, text: string): number {
  if (flags.json === true) printJson(terminal, document)
  else terminal.out(text)
  return EXIT.done
}

/** What every text about simulated answers says. */
export const SIMULATED = 'SIMULATED: these answers are made up; nothing may be concluded from them.'

/** Epoch ms as an ISO 8601 time. */
export function iso(ms: number): string
export function iso(ms: number | null): string | null
export function iso(ms: number | null): string | null {
  return ms === null ? null : new Date(ms).toISOString()
}

/** A rate in 0..1 as a percentage. */
export function percent(rate: number): string {
  return `${(100 * rate).toFixed(1)} %`
}

/** An interval in 0..1 as percentages. */
export function range({ low, high }: Interval): string {
  if (low === 0 && high === 1) return "can't say"
  return `${(100 * low).toFixed(1)}–${(100 * high).toFixed(1)} %`
}

/** Dollars, with four decimals below one dollar. */
export function dollars(usd: number): string {
  return usd > 0 && usd < 1 ? `$${usd.toFixed(4)}` : `$${usd.toFixed(2)}`
}

/** A cost as JSON, in dollars rounded to a millionth. */
export function costJson(usd: number, atMostUsd: number): { usd: number; atMostUsd: number } {
  return { usd: roundedUsd(usd), atMostUsd: roundedUsd(atMostUsd) }
}

/** Dollars rounded to a millionth. */
export function roundedUsd(usd: number): number {
  return Math.round(usd * 1e6) / 1e6
}

/** What was spent, and what interrupted calls may have cost in addition. */
export function spending({ spentUsd, uncertainUsd }: Pick<Budget, 'spentUsd' | 'uncertainUsd'>): string {
  const more = uncertainUsd > 0 ? ` and up to ${dollars(uncertainUsd)} for calls that were cut off` : ''
  return `${dollars(spentUsd)}${more}`
}

/** Seconds in s, min or h. */
export function duration(seconds: number): string {
  if (seconds < 90) return `${Math.ceil(seconds)} s`
  if (seconds < 5_400) return `${Math.ceil(seconds / 60)} min`
  return `${(seconds / 3_600).toFixed(1)} h`
}

/** Untrusted text without the control and format characters that could move the cursor or hide or reverse a line. */
export function plain(text: string): string {
  return text.replace(/[\p{Cc}\p{Cf}\u2028\u2029]/gu, ' ')
}

/** A text as one shell word, quoted only if needed. */
export function shellWord(text: string): string {
  return /^[\w./@%+,:-]+$/.test(text) ? text : quoted(text)
}

/** A text in shell quotes. */
export function quoted(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`
}
