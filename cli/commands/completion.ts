import { join } from 'node:path'
import tab from '@bomb.sh/tab'
import type { Command, Option } from 'commander'
import { ENGINES, PLAN_NAMES } from '../../pipeline/contract/words.ts'
import type { Shell } from '../flags/tools.ts'
import { EXIT, quoted } from '../output.ts'

const LAUNCHER = join(import.meta.dirname, '../../svc')

/** `svc completion`: the script asks this very checkout, from whatever folder. */
export async function completion(shell: Shell): Promise<number> {
  tab.setup('svc', quoted(LAUNCHER), shell)
  return EXIT.done
}

/** `svc complete -- WORDS`, which the scripts ask: what may stand in the place of the last word, a line each. */
export async function complete(words: readonly string[], program: Command): Promise<number> {
  for (const command of program.createHelp().visibleCommands(program)) {
    describe(command.name(), command)
    for (const verb of command.commands) describe(`${command.name()} ${verb.name()}`, verb)
  }
  // Without proposals of ours the shell may propose files; tab always forbids it.
  if (wantsPath(words, program)) process.stdout.write(':0\n')
  else tab.parse([...words])
  return EXIT.done
}

/** Whether a file or a folder stands in the place of the last word. */
function wantsPath(words: readonly string[], program: Command): boolean {
  const [command, verb] = words
  const group = program.commands.find((each) => each.name() === command)
  const leaf = group?.commands.find((each) => each.name() === verb) ?? group
  const before = leaf?.options.find(({ long }) => long === words.at(-2))
  if (before?.required === true) return /<(file|path|dir)>/.test(before.flags)
  const takesFile = leaf?.registeredArguments.some((argument) => argument.name() === 'file') === true
  return takesFile && !(words.at(-1) ?? '').startsWith('-')
}

function describe(path: string, command: Command): void {
  const known = tab.command(path, command.summary() || command.description())
  for (const option of command.options) {
    const name = option.long?.replace(/^--/, '')
    if (name === undefined) continue
    if (option.required || option.optional) known.option(name, option.description, propose(valuesOf(option)))
    else known.option(name, option.description)
  }
  for (const argument of command.registeredArguments)
    known.argument(argument.name(), propose(argument.argChoices ?? []), argument.variadic)
}

/** The values that an option takes, where they are few and known. */
function valuesOf({ long, argChoices }: Option): readonly string[] {
  if (long === '--engines') return ENGINES
  if (long === '--plan') return PLAN_NAMES
  return argChoices ?? []
}

function propose(values: readonly string[]) {
  return (complete: (value: string, description: string) => void) => {
    for (const value of values) complete(value, '')
  }
}
