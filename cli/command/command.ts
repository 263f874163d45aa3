import { Command as Commander, Option } from 'commander'
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

/** A command of the program, and what all of its commands share. */
export class Command extends Commander {
  readonly #run: Run

  constructor(name: string | undefined, run: Run) {
    super(name)
    this.#run = run
  }

  override createCommand(name?: string): Command {
    return new Command(name, this.#run)
  }

  /** Adds a command that has verbs; its help ends with the example `./svc NAME WORDS` if there are words. */
  noun(name: string, description: string, words?: string): Command {
    const noun = this.command(name).description(description)
    return words === undefined ? noun : noun.addHelpText('after', example(`./svc ${name} ${words}`))
  }

  /** Adds a command with the common flags; its help ends with the example of these words. */
  verb(name: string, description: string, words = ''): Command {
    const path = this.parent === null ? name : `${this.name()} ${name}`
    return this.command(name)
      .description(description)
      .option('--json', 'one JSON document on standard output')
      .addOption(new Option('--database <path>', 'the store').default(undefined, 'SVC_DATABASE or data/svc.db'))
      .addHelpText('afterAll', example(`./svc ${path} ${words}`.trimEnd()))
  }

  /** Sets the command's handler, which is loaded when the command runs, so that help is quick. */
  runs<Args extends unknown[]>(load: () => Handler<Args> | Promise<Handler<Args>>): this {
    return this.action(this.#run(async (terminal, ...args: Args) => (await load())(terminal, ...args)))
  }
}

/** The example at the end of a command's help. */
export function example(line: string): string {
  return `\nExample:\n  ${line}\n`
}
