import { CommanderError } from 'commander'
import type { Run } from './command/command.ts'
import { createProgram } from './index.ts'
import { folded } from './terminal/columns.ts'
import { explain } from './terminal/explain.ts'
import { EXIT, printJson, type Terminal } from './terminal/output.ts'

/**
 * Keeps a paid command running when its output fails, where Node would exit. The result tells whether output was lost,
 * as on a full disk; a pipe or terminal that its reader closed loses nothing.
 */
function surviveOutputErrors(): () => boolean {
  let lost = false
  process.stderr.on('error', () => {})
  process.stdout.on('error', (fault: NodeJS.ErrnoException) => {
    if (fault.code !== 'EPIPE' && fault.code !== 'EIO') lost = true
  })
  return () => lost
}

/** The text, folded at blanks to a terminal's width; unchanged if the stream is not a terminal. */
function onTerminal(text: string, stream: NodeJS.WriteStream): string {
  return stream.isTTY && stream.columns > 0 ? folded(text, stream.columns) : text
}

/** What is done before a command runs; a help does without. */
type Prepare = () => Promise<unknown>

/**
 * Runs one command, after `prepare`, and resolves with its exit code; prints an error as one sentence, and with --json as
 * an object too.
 */
export async function main(argv: readonly string[], prepare: Prepare = async () => {}): Promise<number> {
  // Output for programs is never folded.
  const isData = ['--json', '--jsonl', '--csv'].some((flag) => argv.includes(flag))
  const terminal: Terminal = {
    out: (text) => process.stdout.write(isData ? text : onTerminal(text, process.stdout)),
    err: (text) => process.stderr.write(onTerminal(text, process.stderr)),
    errIsTty: process.stderr.isTTY === true,
  }
  const lost = surviveOutputErrors()
  try {
    const exit = await run(argv, terminal, prepare)
    // The last write can fail after the command has ended.
    await new Promise((resolve) => process.stdout.write('', resolve))
    return lost() ? EXIT.failed : exit
  } catch (fault) {
    if (fault instanceof CommanderError && fault.exitCode === 0) return EXIT.done
    const { sentence, code } = explain(fault)
    if (argv.includes('--json')) printJson(terminal, { error: sentence })
    terminal.err(`${sentence}\n`)
    return code
  }
}

async function run(argv: readonly string[], terminal: Terminal, prepare: Prepare): Promise<number> {
  let exit: number = EXIT.done
  const words = argv[0] === 'help' ? [...argv.slice(1), '--help'] : [...argv]
  const toAction: Run =
    (handler) =>
    async (...args) => {
      await prepare()
      exit = await handler(terminal, ...args)
    }
  const program = await createProgram(toAction, words[0])
  try {
    await program.parseAsync(words, { from: 'user' })
  } catch (fault) {
    if (!(fault instanceof CommanderError) || fault.code !== 'commander.missingMandatoryOptionValue') throw fault
    await rejectUnknownOption(argv, fault)
  }
  return exit
}

/** Throws the error of an unknown option, because it may be the missing one misspelt, otherwise `missing`. */
async function rejectUnknownOption(argv: readonly string[], missing: CommanderError): Promise<void> {
  const throwing: Run = () => async () => {
    throw missing
  }
  const program = await createProgram(throwing, argv[0])
  for (const command of program.commands.flatMap((each) => [each, ...each.commands]))
    for (const option of command.options) option.makeOptionMandatory(false)
  await program.parseAsync([...argv], { from: 'user' })
}
