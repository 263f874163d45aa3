import { dirname } from 'node:path'
import { isPostgresAddress } from '../contract/database.ts'
import { WrongSetting } from './environment.ts'

/** Returns the address of a store if it is valid. Throws WrongSetting, which calls the setting `name`. */
export function checkedDatabase(address: string, name: string): string {
  const onServer = isPostgresAddress(address)
  // Any other scheme, for example a mistyped one, would be taken for a path.
  if (onServer ? !hasDatabaseName(address) : /^[a-z][a-z0-9+.-]+:\/\//i.test(address))
    throw new WrongSetting(`${name} must be a path, or postgres://user:password@host/name.`)
  // SQLite takes both for a store in memory, which would lose a paid month with the process.
  if (!onServer && /^\s*$|:memory:/.test(address))
    throw new WrongSetting(`${name} must be the path of a file; it is empty or names no file.`)
  return address
}

/** The folder for files kept beside a store: the store's own, or `data` for a server. */
export function folderBeside(database: string): string {
  return isPostgresAddress(database) || database.includes('://') ? 'data' : dirname(database)
}

/** The host may be empty, for a local socket. */
function hasDatabaseName(address: string): boolean {
  const parsed = URL.parse(address)
  return parsed !== null && /^\/[^/]+$/.test(parsed.pathname)
}
