import type { Command } from 'commander'
import { InvalidArgumentError, Option } from 'commander'
import { z } from 'zod'

/** Flags that every command takes. */
export interface CommonFlags {
  readonly json?: boolean
  readonly database?: string
}

/** Gets the exit code of the action that ran. */
export type Finish = (exit: number) => void

/** The flags that every command takes. */
export function common(command: Command): Command {
  return command
    .option('--json', 'one JSON document on standard output')
    .addOption(new Option('--database <path>', 'the store').default(undefined, 'SVC_DATABASE or data/svc.db'))
}

/** The end of a command's help. */
export function example(line: string): string {
  return `\nExample:\n  ${line}\n`
}

/** Reads a whole number from 1 to `most`. */
export function wholeNumber(most: number): (raw: string) => number {
  return (raw) => {
    if (!/^[1-9]\d{0,8}$/.test(raw) || Number(raw) > most)
      throw new InvalidArgumentError(`Give a whole number from 1 to ${most}.`)
    return Number(raw)
  }
}

const address = z.email().max(254)

/** Reads an e-mail address. */
export function anAddress(raw: string): string {
  const { data } = address.safeParse(raw.trim())
  if (data === undefined) throw new InvalidArgumentError('Give an e-mail address, as ada@agency.example.')
  return data
}

const instant = z.union([z.iso.date(), z.iso.datetime({ offset: true })])

/** Reads a date, its midnight in UTC, or a time with its zone; gives epoch ms. */
export function anInstant(raw: string): number {
  const { data } = instant.safeParse(raw)
  if (data === undefined)
    throw new InvalidArgumentError('Give a date or a time, as 2026-11-01 or 2026-11-01T09:00:00Z.')
  return Date.parse(data)
}
