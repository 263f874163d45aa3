import { join } from 'node:path'
import { Argument, type Command as Commander, type Option } from 'commander'
import { ENGINES, PLAN_NAMES } from '../pipeline/contract/words.ts'
import { type Command, example } from './command/command.ts'
import { EXIT, quoted } from './terminal/output.ts'

const SHELLS = ['bash', 'zsh', 'fish'] as const

/** `svc completion`, and the hidden `svc complete -- WORDS` that its scripts call. */
export function addCompletion(program: Command): void {
  program
    .command('completion')
    .summary('completes commands and options in bash, zsh, fish')
    .description('prints the completion script of a shell')
    .addArgument(new Argument('<shell>', 'the shell').choices(SHELLS))
    .addHelpText('after', example('source <(./svc completion bash)'))
    .runs(() => (_, shell: (typeof SHELLS)[number]) => printScript(shell))
  program
    .command('complete', { hidden: true })
    .argument('[words...]')
    .runs(() => (_, words: string[]) => complete(words, program))
}

const LAUNCHER = join(import.meta.dirname, '../svc')

/** The script calls this checkout's launcher, whatever the working directory. */
async function printScript(shell: (typeof SHELLS)[number]): Promise<number> {
  const { default: tab } = await import('@bomb.sh/tab')
  tab.setup('svc', quoted(LAUNCHER), shell)
  return EXIT.done
}

/** Prints the completions of the last word, one per line. */
async function complete(words: readonly string[], program: Command): Promise<number> {
  const { default: tab } = await import('@bomb.sh/tab')
  for (const command of program.createHelp().visibleCommands(program)) {
    describe(tab, command.name(), command)
    for (const verb of command.commands) describe(tab, `${command.name()} ${verb.name()}`, verb)
  }
  // `:0` lets the shell complete file names, which tab never does.
  if (wantsPath(words, program)) process.stdout.write(':0\n')
  else tab.parse([...words])
  return EXIT.done
}

/** Whether the last word is a path. */
function wantsPath(words: readonly string[], program: Command): boolean {
  const [command, verb] = words
  const group = program.commands.find((each) => each.name() === command)
  const leaf = group?.commands.find((each) => each.name() === verb) ?? group
  const before = leaf?.options.find(({ long }) => long === words.at(-2))
  if (before?.required === true) return /<(file|path|dir)>/.test(before.flags)
  const takesFile = leaf?.registeredArguments.some((argument) => argument.name() === 'file') === true
  return takesFile && !(words.at(-1) ?? '').startsWith('-')
}

function describe(tab: typeof import('@bomb.sh/tab').default, path: string, command: Commander): void {
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

/** The fixed values of an option; empty if it has none. */
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
