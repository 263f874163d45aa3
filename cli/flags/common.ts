import type { Command } from 'commander'
import { Option } from 'commander'

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
