import { mkdir, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createTransport, type SendMailOptions, type SMTPTransportOptions } from 'nodemailer'

/** Where mail goes: to a server, or into a folder if there is none. */
export interface MailSettings {
  /** `smtp://` (with STARTTLS if offered) or `smtps://`, possibly with a user and a password. */
  readonly smtpUrl: string | undefined
  /** An address, or `Name <address>`. */
  readonly from: string
  readonly dir: string
}

/** A plain-text mail to one recipient; `createdAt` in epoch ms. */
export interface Mail {
  readonly id: string
  readonly recipient: string
  readonly subject: string
  readonly text: string
  readonly createdAt: number
}

export type SendMail = (mail: Mail) => Promise<void>

/** A mail was not sent, or possibly not. It holds no address, password or server reply. */
export class MailError extends Error {
  override readonly name = 'MailError'
  /** Node's or nodemailer's code, with the server's status if any: `ENOSPC`, `ESOCKET`, `EAUTH_535`, … */
  readonly code: string

  constructor(code: string) {
    super(`the mail was not sent: ${code}`)
    this.code = code
  }
}

/** The time limit for one mail over SMTP, including the DNS lookup. */
const DEADLINE_MS = 60_000

/**
 * Returns a function that sends a mail over SMTP, or atomically writes it as `<id>.eml` (RFC 5322) into a folder; it
 * throws MailError. Sending a mail again is harmless: it keeps its Message-ID or overwrites its file.
 */
export function createMailer(settings: MailSettings, deadlineMs = DEADLINE_MS): SendMail {
  const { smtpUrl } = settings
  const send = smtpUrl === undefined ? fileSender(settings) : smtpSender({ ...settings, smtpUrl }, deadlineMs)
  return async (mail) => {
    try {
      await send(mail)
    } catch (fault) {
      throw new MailError(codeOf(fault))
    }
  }
}

/** Connects and logs in without sending a mail; each step may take `stepMs`. Throws MailError. */
export async function checkMailServer(smtpUrl: string, stepMs: number): Promise<void> {
  const [dnsTimeout, connectionTimeout, greetingTimeout, socketTimeout] = Array<number>(4).fill(stepMs)
  try {
    await smtpTransport(smtpUrl, { dnsTimeout, connectionTimeout, greetingTimeout, socketTimeout }).verify()
  } catch (fault) {
    throw new MailError(codeOf(fault))
  }
}

function smtpTransport(smtpUrl: string, limits: SMTPTransportOptions = {}) {
  const { hostname, username } = new URL(smtpUrl)
  const local = /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(hostname)
  return createTransport({
    url: smtpUrl,
    // A local relay rarely has a certificate for that name, and the connection never leaves the machine.
    ignoreTLS: local,
    requireTLS: !local && username !== '',
    disableFileAccess: true,
    disableUrlAccess: true,
    ...limits,
  })
}

function smtpSender(settings: MailSettings & { readonly smtpUrl: string }, deadlineMs: number): SendMail {
  const transport = smtpTransport(settings.smtpUrl)
  return async (mail) => {
    await transport.sendMail({ ...messageOf(mail, settings.from), signal: AbortSignal.timeout(deadlineMs) })
  }
}

function fileSender({ dir, from }: MailSettings): SendMail {
  const composer = createTransport({
    streamTransport: true,
    buffer: true,
    newline: 'windows',
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  return async (mail) => {
    const { message } = await composer.sendMail(messageOf(mail, from))
    await mkdir(dir, { recursive: true })
    const unfinished = join(dir, `.${mail.id}.tmp`)
    // The mail holds a report's secret address, so other users of this machine must not read it.
    await writeFile(unfinished, message, { mode: 0o600, flush: true })
    await rename(unfinished, fileOf(dir, mail.id))
  }
}

/** Removes the files of these mails from the folder, if they exist. */
export async function removeMails(dir: string, ids: readonly string[]): Promise<void> {
  for (const id of ids) await rm(fileOf(dir, id), { force: true })
}

function fileOf(dir: string, id: string): string {
  return join(dir, `${id}.eml`)
}

function messageOf(mail: Mail, from: string): SendMailOptions {
  const domain = /@([^@>\s]+)>?$/.exec(from)?.[1] ?? 'localhost'
  return {
    messageId: `<${mail.id}@${domain}>`,
    date: new Date(mail.createdAt),
    from,
    // An object is always one address, while a string would be parsed as a list.
    to: { name: '', address: mail.recipient },
    subject: mail.subject,
    text: mail.text,
    headers: { 'Auto-Submitted': 'auto-generated' },
    xMailer: false,
  }
}

function codeOf(fault: unknown): string {
  const { code, responseCode } = fault instanceof Error ? (fault as { code?: unknown; responseCode?: unknown }) : {}
  const name = typeof code === 'string' && /^[A-Z0-9_]{1,40}$/.test(code) ? code : 'UNKNOWN'
  return typeof responseCode === 'number' ? `${name}_${responseCode}` : name
}
