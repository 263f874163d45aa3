import { CommanderError } from 'commander'
import { CommandError, EXIT, plain } from './output.ts'

/** What to do about a store that can't be used, by the prefix of the error's code. */
const STORE_FAULTS: readonly (readonly [code: string, sentence: string])[] = [
  ['STORE_AWAY', "The store's server can't be reached; try again when it is back."],
  ['STORE_READONLY', "The store's server accepts no writes (it may be a standby); try again when it does."],
  ['SQLITE_BUSY', 'Another process is using the store; try again when it is done.'],
  ['SQLITE_LOCKED', 'Another process is using the store; try again when it is done.'],
  ['SQLITE_READONLY', 'The store cannot be written; check the permissions of its file and folder.'],
  ['SQLITE_CANTOPEN', 'The store cannot be opened; check the permissions of its file and folder.'],
  ['SQLITE_FULL', "The store's disk is full; make room and try again."],
  ['SQLITE_IOERR', "The store's disk failed; check it and try again."],
  ['SQLITE_CORRUPT', 'The store is damaged; replace it with a backup.'],
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
  const known = explainKnown(fault)
  if (known !== undefined) return known
  const what = fault instanceof Error ? (fault.stack ?? fault.message) : 'something failed without an error message'
  return { sentence: `A fault in svc itself: ${what}`, code: EXIT.failed }
}

/** The same for an error that a user can act on; undefined for a fault in svc itself. */
export function explainKnown(fault: unknown): { sentence: string; code: number } | undefined {
  if (fault instanceof CommandError) return { sentence: fault.message, code: fault.exit }
  if (fault instanceof CommanderError) {
    const help = fault.code === 'commander.help'
    return { sentence: help ? 'Name a command; `./svc --help` lists them.' : usage(fault.message), code: EXIT.usage }
  }
  if (!(fault instanceof Error)) return undefined
  if (fault.name === 'WrongSetting') return { sentence: fault.message, code: EXIT.usage }
  if (fault.name === 'StoreRefusal' || fault.name === 'BundleRefusal')
    return { sentence: fault.message, code: EXIT.failed }
  if (fault.name === 'LeaseLost')
    return {
      sentence: 'Another run took this month over; everything stored stays. Run it again when that one is done.',
      code: EXIT.failed,
    }
  const store = STORE_FAULTS.find(([code]) => 'code' in fault && String(fault.code).startsWith(code))?.[1]
  return store === undefined ? undefined : { sentence: `${store} Everything stored stays.`, code: EXIT.failed }
}
