import type { Command } from 'commander'
import { Option } from 'commander'
import type { Terminal } from '../terminal/output.ts'

/** Flags that every command takes. */
export interface CommonFlags {
  readonly json?: boolean
  readonly database?: string
}

/** Flags of a command about one account. */
export interface AccountFlags extends CommonFlags {
  readonly account: string
}

/** Flags of a command about every account, or only one. */
export interface OwnerFlags extends CommonFlags {
  readonly account?: string
}

/** A command's handler: takes its arguments and then its flags, and resolves with the exit code. */
type Handler<Args extends unknown[]> = (terminal: Terminal, ...args: Args) => Promise<number>

/** Turns a handler into a command's action; injected, so that tests can parse flags without running anything. */
export type Run = <Args extends unknown[]>(handler: Handler<Args>) => (...args: Args) => Promise<void>

/** A handler whose module is loaded when its command runs, so that help is quick. */
export function later<Args extends unknown[]>(load: () => Promise<Handler<Args>>): Handler<Args> {
  return async (terminal, ...args) => (await load())(terminal, ...args)
}

/** Adds a command that has verbs; its help ends with `sample`. */
export function addNoun(program: Command, name: string, description: string, sample?: string): Command {
  const noun = program.command(name).description(description)
  return sample === undefined ? noun : noun.addHelpText('after', example(sample))
}

/** Adds a command with the common flags; its help ends with `sample`. */
export function addVerb(parent: Command, name: string, description: string, sample: string): Command {
  return parent
    .command(name)
    .description(description)
    .option('--json', 'one JSON document on standard output')
    .addOption(new Option('--database <path>', 'the store').default(undefined, 'SVC_DATABASE or data/svc.db'))
    .addHelpText('afterAll', example(sample))
}

/** The example at the end of a command's help. */
export function example(line: string): string {
  return `\nExample:\n  ${line}\n`
}
