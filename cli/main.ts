import { CommanderError } from 'commander'
import { createProgram } from './index.ts'
import { folded } from './terminal/columns.ts'
import type { Terminal } from './terminal/output.ts'
import { CommandError, EXIT, plain, printJson } from './terminal/output.ts'

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

/** The text, folded at blanks to a terminal's width; unchanged if the stream is no terminal. */
function onTerminal(text: string, stream: NodeJS.WriteStream): string {
  return stream.isTTY && stream.columns > 0 ? folded(text, stream.columns) : text
}

/** Runs one command and resolves with its exit code; prints an error as one sentence, and with --json as an object too. */
export async function main(argv: readonly string[]): Promise<number> {
  // Output for programs is never folded.
  const isData = ['--json', '--jsonl', '--csv'].some((flag) => argv.includes(flag))
  const terminal: Terminal = {
    out: (text) => process.stdout.write(isData ? text : onTerminal(text, process.stdout)),
    err: (text) => process.stderr.write(onTerminal(text, process.stderr)),
    errIsTty: process.stderr.isTTY === true,
  }
  const lost = surviveOutputErrors()
  try {
    const exit = await run(argv, terminal)
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

async function run(argv: readonly string[], terminal: Terminal): Promise<number> {
  let exit: number = EXIT.done
  const program = createProgram((handler) => async (...args) => {
    exit = await handler(terminal, ...args)
  })
  const words = argv[0] === 'help' ? [...argv.slice(1), '--help'] : [...argv]
  try {
    await program.parseAsync(words, { from: 'user' })
  } catch (fault) {
    if (!(fault instanceof CommanderError) || fault.code !== 'commander.missingMandatoryOptionValue') throw fault
    await rejectUnknownOption(argv, fault)
  }
  return exit
}

/** Throws the error of an unknown option, which may be the missing one misspelt; without any, throws `missing`. */
async function rejectUnknownOption(argv: readonly string[], missing: CommanderError): Promise<void> {
  const program = createProgram(() => async () => {
    throw missing
  })
  for (const command of program.commands.flatMap((each) => [each, ...each.commands]))
    for (const option of command.options) option.makeOptionMandatory(false)
  await program.parseAsync([...argv], { from: 'user' })
}

/** What to do about a store that can't be used, by the prefix of the error's code. */
const STORE_FAULTS: readonly (readonly [code: string, sentence: string])[] = [
  ['STORE_AWAY', "The store's server can't be reached; try again when it is back."],
  ['STORE_READONLY', "The store's server takes no writes (it may be a standby); try again when it does."],
  ['SQLITE_BUSY', 'Another process holds the store; try again when it is done.'],
  ['SQLITE_LOCKED', 'Another process holds the store; try again when it is done.'],
  ['SQLITE_READONLY', 'The store may not be written; check the permissions of its file and folder.'],
  ['SQLITE_CANTOPEN', 'The store may not be read or written; check the permissions of its file and folder.'],
  ['SQLITE_FULL', 'The disk of the store is full; make room and try again.'],
  ['SQLITE_IOERR', 'The disk of the store failed; check it and try again.'],
  ['SQLITE_CORRUPT', 'The store is damaged; put a backup in its place.'],
]

const LONGEST_SENTENCE = 300

/** Commander's message without the values it quotes, which could be secrets or control characters. */
function usage(message: string): string {
  const sentence = message
    .replace(/^error: /, '')
    .replace(/ argument '[\s\S]*' is invalid\. /, ': ')
    .replace(/^command-argument value '[\s\S]*' is invalid for (argument '\w+')\. /, '$1: ')
    .replace(/ but got (\d+): [\s\S]*$/, ' but got $1.')
  return plain(sentence).replace(/\s+/g, ' ').slice(0, LONGEST_SENTENCE)
}

/** The one-sentence message and the exit code for an error. */
export function explain(fault: unknown): { sentence: string; code: number } {
  if (fault instanceof CommandError) return { sentence: fault.message, code: fault.exit }
  if (fault instanceof CommanderError) {
    const help = fault.code === 'commander.help'
    return { sentence: help ? 'Name a command; `./svc --help` lists them.' : usage(fault.message), code: EXIT.usage }
  }
  if (!(fault instanceof Error)) return { sentence: 'Something failed without an error message.', code: EXIT.failed }
  if (fault.name === 'WrongSetting') return { sentence: fault.message, code: EXIT.usage }
  if (fault.name === 'StoreRefusal') return { sentence: fault.message, code: EXIT.failed }
  if (fault.name === 'LeaseLost')
    return {
      sentence: 'Another run took this month over; everything stored stays. Run it again when that one is done.',
      code: EXIT.failed,
    }
  const store = STORE_FAULTS.find(([code]) => 'code' in fault && String(fault.code).startsWith(code))?.[1]
  if (store !== undefined) return { sentence: `${store} Everything stored stays.`, code: EXIT.failed }
  return { sentence: `A fault in svc itself: ${fault.stack ?? fault.message}`, code: EXIT.failed }
}
