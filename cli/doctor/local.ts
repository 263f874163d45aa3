import { constants, existsSync } from 'node:fs'
import { access, stat, statfs } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import type { Config } from '../../pipeline/config/config.ts'
import { isPostgresAddress } from '../../pipeline/contract/database.ts'
import { checkMailServer, MailError } from '../../pipeline/mail.ts'
import { openKeys } from '../../pipeline/report/seal.ts'
import { appliedMigrations, pendingMigrations } from '../../pipeline/store/driver/migrate.ts'
import { openStoreForReading } from '../../pipeline/store/driver/open.ts'
import { tryToWrite } from '../../pipeline/store/driver/probe.ts'
import { sealedReports } from '../../pipeline/store/report/sealed-keys.ts'
import { allWebhooks } from '../../pipeline/store/webhooks/webhooks.ts'
import { secretOf } from '../../pipeline/webhooks/sign.ts'
import type { Check } from './calls.ts'

/** The least free bytes on the store's disk: twice a month of ten categories with its replies. */
const LEAST_FREE = 200_000_000
/** The time limit for each step of a mail server's greeting. */
const GREETING_MS = 10_000

/** Whether the store opens, is writable and private to its owner, and has this version's schema and room to grow. */
export async function checkStoreAccess({ database }: Config): Promise<Check> {
  const say = (ok: boolean | null, sentence: string): Check => ({ name: 'store', ok, sentence })
  const onServer = isPostgresAddress(database)
  if (!onServer && !existsSync(database))
    return (await mayWrite(dirname(database)))
      ? say(null, 'There is none yet; the first command that needs it creates it.')
      : say(false, 'There is none yet, and its folder is not writable; check SVC_DATABASE or --database.')
  try {
    const db = await openStoreForReading(database)
    const [applied, pending] = await Promise.all([appliedMigrations(db), pendingMigrations(db)]).finally(() =>
      db.destroy(),
    )
    if (applied.length === 0 && onServer)
      return say(null, 'There is none yet; the first command that needs it creates it.')
    await tryToWrite(database)
    const schema = pending.length === 0 ? 'its schema is current' : 'the next command brings its schema up to date'
    if (onServer) return say(true, `It opens and is writable; ${schema}.`)
    if (await isOpenToOthers(database))
      return say(
        false,
        'Other users of this machine can access it; run `chmod 600` on its file, and on its -wal and -shm.',
      )
    const { bavail, bsize } = await statfs(dirname(database))
    const free = `${Math.floor((bavail * bsize) / 1_000_000)} MB`
    if (bavail * bsize < LEAST_FREE)
      return say(false, `It works, but only ${free} are left on its disk; free some space.`)
    return say(true, `It opens and is writable; ${schema}; ${free} are left on its disk.`)
  } catch (fault) {
    return say(false, storeFault(fault))
  }
}

/** Whether anyone but the owner can access the SQLite store's file, -wal or -shm. */
async function isOpenToOthers(database: string): Promise<boolean> {
  const files = await Promise.all(['', '-wal', '-shm'].map((end) => stat(database + end).catch(() => undefined)))
  return files.some((file) => file !== undefined && (file.mode & 0o077) !== 0)
}

/** Whether mail can be sent; sends none. */
export async function checkMail({ mail: { smtpUrl, dir } }: Config): Promise<Check> {
  const say = (ok: boolean | null, sentence: string): Check => ({ name: 'mail', ok, sentence })
  if (smtpUrl === undefined)
    return (await mayWrite(dir))
      ? say(true, 'No SVC_SMTP_URL is set: each mail becomes a file in SVC_MAIL_DIR, which is writable.')
      : say(false, 'No SVC_SMTP_URL is set, and the folder SVC_MAIL_DIR is not writable; set one or the other.')
  try {
    await checkMailServer(smtpUrl, GREETING_MS)
    return say(true, 'The mail server accepts the connection and the login; nothing was sent.')
  } catch (fault) {
    const code = fault instanceof MailError ? fault.code : ''
    if (code.startsWith('EAUTH'))
      return say(false, 'The mail server rejects the user or the password; check SVC_SMTP_URL.')
    if (code.startsWith('ETLS'))
      return say(false, 'The mail server offers no encryption, or shows no valid certificate; check SVC_SMTP_URL.')
    return say(false, 'The mail server cannot be reached or does not speak SMTP; check SVC_SMTP_URL.')
  }
}

/** Whether reports on own keys can be started, and waiting ones run, and webhooks are signed as their receivers expect. */
export async function checkSecret({ database, byok, secret }: Config, now: () => number): Promise<Check> {
  const say = (ok: boolean | null, sentence: string): Check => ({ name: 'secret', ok, sentence })
  const { reports, webhooks } = await countUnderOtherSecrets(database, secret, now)
  if (reports > 0) {
    const which = reports === 1 ? '1 waiting report were' : `${reports} waiting reports were`
    return say(false, `The keys of ${which} sealed under another SVC_SECRET; restore that one, or they fail.`)
  }
  if (webhooks > 0) {
    const which = webhooks === 1 ? '1 webhook was' : `${webhooks} webhooks were`
    return say(false, `${which} added under another SVC_SECRET; restore that one, or add them again.`)
  }
  if (!byok) return say(null, 'SVC_BYOK is off: no report can start on own provider keys.')
  return secret === undefined
    ? say(
        null,
        'SVC_SECRET is not set, so no report can start on own provider keys; `openssl rand -base64 32` makes one.',
      )
    : say(true, 'SVC_SECRET is set; reports can start on own provider keys.')
}

/** Whether a site is published, and its folder is writable. */
export async function checkSite({ siteDir }: Config): Promise<Check> {
  const say = (ok: boolean | null, sentence: string): Check => ({ name: 'site', ok, sentence })
  if (!(await mayWrite(siteDir)))
    return say(false, 'The folder SVC_SITE_DIR is not writable; no site can be published.')
  if (existsSync(join(siteDir, 'index.html'))) return say(true, 'A site is published, and its folder is writable.')
  return say(null, 'No site is published yet; `./svc site build` and each `rankings run` publish it.')
}

/**
 * The number of reports whose sealed keys this secret doesn't open, and of webhooks for which it doesn't sign; 0 if the store
 * can't be read.
 */
async function countUnderOtherSecrets(
  database: string,
  secret: Buffer | undefined,
  now: () => number,
): Promise<{ reports: number; webhooks: number }> {
  try {
    await using db = await openStoreForReading(database)
    const opened = await Promise.all((await sealedReports(db)).map((slug) => openKeys({ db, secret, now }, slug)))
    const unsigned = (await allWebhooks(db)).filter((webhook) => (secret && secretOf(secret, webhook)) === undefined)
    return { reports: opened.filter((keys) => keys === 'unreadable').length, webhooks: unsigned.length }
  } catch {
    // The store's own check reports what is wrong with it.
    return { reports: 0, webhooks: 0 }
  }
}

/** Whether a folder is writable, or can be made. */
async function mayWrite(folder: string): Promise<boolean> {
  let at = resolve(folder)
  while (!existsSync(at) && dirname(at) !== at) at = dirname(at)
  try {
    await access(at, constants.W_OK | constants.X_OK)
    return (await stat(at)).isDirectory()
  } catch {
    return false
  }
}

function storeFault(fault: unknown): string {
  if (!(fault instanceof Error)) return 'It fails because of a fault in svc itself.'
  if (fault.name === 'StoreRefusal') return fault.message
  const code = 'code' in fault ? String(fault.code) : ''
  if (code === 'STORE_AWAY') return "Its server can't be reached; try again when it is back."
  if (code === '42501') return 'It is not writable; check the permissions of the user in its address.'
  if (/^SQLITE_(BUSY|LOCKED)/.test(code)) return 'Another process is using it; try again when that is done.'
  if (/^SQLITE_(READONLY|CANTOPEN|PERM)/.test(code))
    return 'It is not writable; check the permissions of its file and folder.'
  if (/^SQLITE_(CORRUPT|NOTADB)/.test(code)) return 'The file is damaged; replace it with a backup.'
  return 'Its disk failed; check the disk, then run `./svc store check`.'
}
