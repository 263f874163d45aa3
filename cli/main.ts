import { CommanderError } from 'commander'
import { createProgram } from './index.ts'
import type { Terminal } from './output.ts'
import { CommandError, EXIT, printJson } from './output.ts'
import { createActions } from './wire.ts'

/** Runs one command and resolves with its exit code; an error is one sentence, and with --json an object too. */
export async function main(argv: readonly string[]): Promise<number> {
  const terminal: Terminal = {
    out: (text) => process.stdout.write(text),
    err: (text) => process.stderr.write(text),
    errIsTty: process.stderr.isTTY === true,
  }
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
  return { sentence: `A fault in svc itself: ${fault.stack ?? fault.message}`, code: EXIT.failed }
}
