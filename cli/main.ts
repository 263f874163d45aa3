import { CommanderError } from 'commander'
import { createProgram } from './index.ts'
import type { Terminal } from './output.ts'
import { CommandError, EXIT, printJson } from './output.ts'
import { createActions } from './wire.ts'

/**
 * Whoever read the output may be gone, a closed pipe or terminal: a command that is paid for goes on without it. Node
 * would end the process.
 */
function outliveReaders(): void {
  for (const stream of [process.stdout, process.stderr])
    stream.on('error', (fault: NodeJS.ErrnoException) => {
      if (fault.code !== 'EPIPE' && fault.code !== 'EIO') throw fault
    })
}

/** Runs one command and resolves with its exit code; an error is one sentence, and with --json an object too. */
export async function main(argv: readonly string[]): Promise<number> {
  const terminal: Terminal = {
    out: (text) => process.stdout.write(text),
    err: (text) => process.stderr.write(text),
    errIsTty: process.stderr.isTTY === true,
  }
  outliveReaders()
  let exit: number = EXIT.done
  const program = createProgram(createActions(terminal), (code) => {
    exit = code
  })
  try {
    await program.parseAsync([...argv], { from: 'user' })
    return exit
  } catch (fault) {
    if (fault instanceof CommanderError && fault.exitCode === 0) return EXIT.done
    const { sentence, code } = explain(fault)
    if (argv.includes('--json')) printJson(terminal, { error: sentence })
    terminal.err(`${sentence}\n`)
    return code
  }
}

/** What a person can do about a store that doesn't take a write, by the beginning of the fault's code. */
const STORE_FAULTS: readonly (readonly [code: string, sentence: string])[] = [
  ['STORE_AWAY', "The store's server can't be reached; try again when it is back."],
  ['SQLITE_BUSY', 'Another process holds the store; try again when it is done.'],
  ['SQLITE_LOCKED', 'Another process holds the store; try again when it is done.'],
  ['SQLITE_READONLY', 'The store may not be written; check the permissions of its file and folder.'],
  ['SQLITE_FULL', 'The disk of the store is full; make room and try again.'],
  ['SQLITE_IOERR', 'The disk of the store failed; check it and try again.'],
  ['SQLITE_CORRUPT', 'The store is damaged; put a backup in its place.'],
]

function explain(fault: unknown): { sentence: string; code: number } {
  if (fault instanceof CommandError) return { sentence: fault.message, code: fault.exit }
  if (fault instanceof CommanderError) {
    const sentence = fault.message.replace(/^error: /, '').replace(/\s*\n\s*/g, ' ')
    const help = fault.code === 'commander.help'
    return { sentence: help ? 'Name a command; `npx svc --help` lists them.' : sentence, code: EXIT.usage }
  }
  if (!(fault instanceof Error)) return { sentence: 'Something failed that has no name.', code: EXIT.failed }
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
