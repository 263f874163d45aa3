import { existsSync } from 'node:fs'
import { systemClock } from '../../pipeline/ask/clock.ts'
import { readConfig, takeEnvironment } from '../../pipeline/config.ts'
import { isPostgresAddress } from '../../pipeline/contract/database.ts'
import { NoStore } from '../../pipeline/store/driver/faults.ts'
import { appliedMigrations } from '../../pipeline/store/driver/migrate.ts'
import { openStore, openStoreForReading } from '../../pipeline/store/driver/open.ts'
import { backUp } from '../../pipeline/store/upkeep/backup.ts'
import type { CheckPart } from '../../pipeline/store/upkeep/check.ts'
import { checkStore } from '../../pipeline/store/upkeep/check.ts'
import { createCountProgress } from '../count-progress.ts'
import type { CommonFlags } from '../flags/common.ts'
import type { StoreCheckFlags } from '../flags/upkeep.ts'
import type { Terminal } from '../output.ts'
import { CommandError, EXIT, plain, printJson } from '../output.ts'

/** `svc store migrate`. */
export async function storeMigrate(terminal: Terminal, flags: CommonFlags): Promise<number> {
  const { database } = readConfig(takeEnvironment(), flags)
  const earlier = isThere(database) ? await migrationsOf(database) : []
  const db = await openStore(database, systemClock.now())
  await db.destroy()
  const applied = (await migrationsOf(database)).filter((name) => !earlier.includes(name))
  if (flags.json === true) printJson(terminal, { applied })
  else if (applied.length === 0) terminal.out('The schema is current; nothing was applied.\n')
  else terminal.out(`Applied ${applied.join(', ')}; the schema is current.\n`)
  return EXIT.done
}

/** `svc store backup`. */
export async function storeBackup(terminal: Terminal, file: string, flags: CommonFlags): Promise<number> {
  const database = presentStore(flags)
  const backup = await backUp(database, file).catch((fault: unknown) => {
    throw folderFault(fault) ?? fault
  })
  if (backup === 'exists')
    throw new CommandError('There is something under that name; name a new file, as a backup overwrites nothing.')
  const { bytes, sealedLeftOut } = backup
  if (flags.json === true) {
    printJson(terminal, { backup: { file, bytes, sealedLeftOut } })
    return EXIT.done
  }
  terminal.out(`${plain(file)}: ${(bytes / 1_000_000).toFixed(1)} MB, checked.\n`)
  terminal.out(
    sealedLeftOut === 0
      ? 'Sealed provider keys are never in a backup; there were none.\n'
      : `The sealed provider keys of ${sealedLeftOut} waiting report${sealedLeftOut === 1 ? ' are' : 's are'} not in it, as in no backup: restored from it, ${sealedLeftOut === 1 ? 'that report fails' : 'those reports fail'}.\n`,
  )
  return EXIT.done
}

/** `svc store check`. */
export async function storeCheck(terminal: Terminal, flags: StoreCheckFlags): Promise<number> {
  const db = await openStoreForReading(presentStore(flags))
  const texts = createCountProgress(terminal, systemClock.monotonic, 'published texts checked')
  const part = (name: CheckPart) => void terminal.err(`Checking ${PARTS[name]}.\n`)
  const problems = await checkStore(db, { parts: flags.part, progress: { ...texts, part } }).finally(async () => {
    texts.end()
    await db.destroy()
  })
  if (flags.json === true) printJson(terminal, { problems })
  else if (problems.length === 0)
    terminal.out(
      flags.part === undefined
        ? 'The store is sound: the file, its references, ledgers, published texts, credits and queue.\n'
        : `Sound: ${flags.part.map((name) => PARTS[name]).join('; ')}. Nothing else was looked at.\n`,
    )
  else terminal.out(`${problems.map(plain).join('\n')}\n`)
  return problems.length === 0 ? EXIT.done : EXIT.failed
}

const PARTS: Readonly<Record<CheckPart, string>> = {
  file: 'the file',
  references: 'the references between rows',
  ledgers: 'that every ledger adds up',
  published: 'the published rankings and reports',
  accounts: 'credits, queue and sealed keys',
}

/** The path of the store, where there is one. */
function presentStore(flags: CommonFlags): string {
  const { database } = readConfig(takeEnvironment(), flags)
  if (!isThere(database)) throw new NoStore()
  return database
}

/** A store on a server is known to be there or not once it is opened. */
function isThere(database: string): boolean {
  return isPostgresAddress(database) || existsSync(database)
}

async function migrationsOf(database: string): Promise<string[]> {
  const db = await openStoreForReading(database)
  return appliedMigrations(db).finally(() => db.destroy())
}

/** A sentence for what the file system says of the backup's folder. */
function folderFault(fault: unknown): CommandError | undefined {
  const code = fault instanceof Error && 'code' in fault ? String(fault.code) : ''
  if (['EACCES', 'EPERM', 'EROFS', 'ENOTDIR', 'EEXIST', 'ENAMETOOLONG'].includes(code))
    return new CommandError('The backup cannot be written there; check its folder and who may write into it.')
  if (code === 'ENOSPC' || code === 'SQLITE_FULL')
    return new CommandError('There is no room for the backup on that disk; make room or name another one.')
  return undefined
}
