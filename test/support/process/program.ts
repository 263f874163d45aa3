import type { Command } from 'commander'
import { createProgram } from '../../../cli/index.ts'

/** The command line with handlers that never run. */
export function idleProgram(): Promise<Command> {
  return createProgram(() => async () => {})
}

/** Every command that runs something, by its words: `report run`, not `report`. */
export async function commandsByName(): Promise<Map<string, Command>> {
  const program = await idleProgram()
  const shown = program.createHelp().visibleCommands(program)
  return new Map(
    shown.flatMap((noun) => (noun.commands.length > 0 ? noun.commands : [noun])).map((each) => [nameOf(each), each]),
  )
}

/** The command that these words run, and its handler's arguments after the terminal. Throws CommanderError if they are invalid. */
export async function understood(words: readonly string[]): Promise<[name: string, ...args: unknown[]]> {
  const ran: [string, ...unknown[]][] = []
  const program = await createProgram(() => async (...args: unknown[]) => {
    const command = args.at(-1) as Command
    ran.push([nameOf(command), ...args.slice(0, -1)])
  })
  await program.parseAsync([...words], { from: 'user' })
  const [first, ...others] = ran
  if (first === undefined || others.length > 0) throw new Error(`${ran.length} commands ran`)
  return first
}

function nameOf(command: Command): string {
  const group = command.parent?.parent ? `${command.parent.name()} ` : ''
  return group + command.name()
}
