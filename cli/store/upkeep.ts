import { systemClock } from '../../pipeline/ask/clock.ts'
import { NoStore } from '../../pipeline/store/driver/faults.ts'
import { appliedMigrations } from '../../pipeline/store/driver/migrate.ts'
import { openStore, openStoreForReading } from '../../pipeline/store/driver/open.ts'
import { backUp } from '../../pipeline/store/upkeep/backup.ts'
import { type CheckPart, checkStore } from '../../pipeline/store/upkeep/check.ts'
import type { CommonFlags } from '../command/command.ts'
import { PARTS } from '../command/parts.ts'
import { mayExist, settings } from '../setup/store.ts'
import { createCountProgress } from '../terminal/count-progress.ts'
import { CommandError, EXIT, plain, print, type Terminal } from '../terminal/output.ts'

/** `svc store migrate`. */
export async function storeMigrate(terminal: Terminal, flags: CommonFlags): Promise<number> {
  const { database } = await settings(flags)
  const earlier = mayExist(database) ? await migrationsOf(database) : []
  const db = await openStore(database, systemClock.now())
  await db.destroy()
  const applied = (await migrationsOf(database)).filter((name) => !earlier.includes(name))
  const text =
    applied.length === 0
      ? 'The schema is current; nothing was applied.\n'
      : `Applied ${applied.join(', ')}; the schema is current.\n`
  return print(terminal, flags, { applied }, text)
}

/** `svc store backup`. */
export async function storeBackup(terminal: Terminal, file: string, flags: CommonFlags): Promise<number> {
  const database = await presentStore(flags)
  const backup = await backUp(database, file, systemClock.now()).catch((fault: unknown) => {
    throw folderFault(fault) ?? fault
  })
  if (backup === 'exists')
    throw new CommandError('That name is taken; name a new file, because a backup overwrites nothing.')
  const { bytes, sealedLeftOut } = backup
  const [reports, fail] =
    sealedLeftOut === 1 ? ['report are', 'that report fails'] : ['reports are', 'those reports fail']
  const sealed =
    sealedLeftOut === 0
      ? 'Sealed provider keys are never in a backup; there were none.\n'
      : `The sealed provider keys of ${sealedLeftOut} waiting ${reports} in no backup, so after a restore ${fail}.\n`
  const text = `${plain(file)}: ${(bytes / 1_000_000).toFixed(1)} MB, checked.\n${sealed}`
  return print(terminal, flags, { backup: { file, bytes, sealedLeftOut } }, text)
}

/** `svc store check`. */
export async function storeCheck(
  terminal: Terminal,
  flags: CommonFlags & { readonly part?: CheckPart[] },
): Promise<number> {
  const db = await openStoreForReading(await presentStore(flags))
  const texts = createCountProgress(terminal, systemClock.monotonic, 'published texts checked')
  const part = (name: CheckPart) => {
    // The bar of the part before would be on the same line.
    texts.end()
    terminal.err(`Checking ${PARTS[name]}.\n`)
  }
  const problems = await checkStore(db, { parts: flags.part, progress: { ...texts, part } }).finally(async () => {
    texts.end()
    await db.destroy()
  })
  const sound =
    flags.part === undefined
      ? 'The store is sound: the file, its references, ledgers, published texts, credits and queue.\n'
      : `Sound: ${flags.part.map((name) => PARTS[name]).join('; ')}. Nothing else was checked.\n`
  print(terminal, flags, { problems }, problems.length === 0 ? sound : `${problems.map(plain).join('\n')}\n`)
  return problems.length === 0 ? EXIT.done : EXIT.failed
}

/** The store's path. Throws NoStore if there is none. */
async function presentStore(flags: CommonFlags): Promise<string> {
  const { database } = await settings(flags)
  if (!mayExist(database)) throw new NoStore()
  return database
}

async function migrationsOf(database: string): Promise<string[]> {
  await using db = await openStoreForReading(database)
  return await appliedMigrations(db)
}

/** The error for a backup that the file system refuses; undefined for any other. */
function folderFault(fault: unknown): CommandError | undefined {
  const code = fault instanceof Error && 'code' in fault ? String(fault.code) : ''
  if (['EACCES', 'EPERM', 'ENOENT', 'EROFS', 'ENOTDIR', 'EEXIST', 'ENAMETOOLONG'].includes(code))
    return new CommandError('The backup cannot be written there; check its folder and who may write into it.')
  if (code === 'ENOSPC' || code === 'SQLITE_FULL')
    return new CommandError('There is no room for the backup on that disk; make room or name another one.')
  return undefined
}
