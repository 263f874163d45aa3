import { mkdir, open, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { SendMailOptions, SMTPTransportOptions } from 'nodemailer'
import { createTransport } from 'nodemailer'

/** Where mail goes: to a server, or without one into a folder. */
export interface MailSettings {
  /** `smtp://` (with STARTTLS where the server offers it) or `smtps://`; may hold a user and a password. */
  readonly smtpUrl: string | undefined
  /** The sender's address, alone or as `Name <address>`. */
  readonly from: string
  readonly dir: string
}

/** One mail of plain text to one person. `createdAt` in epoch ms. */
export interface Mail {
  readonly id: string
  readonly recipient: string
  readonly subject: string
  readonly text: string
  readonly createdAt: number
}

export type SendMail = (mail: Mail) => Promise<void>

/** A mail that wasn't sent, or of which that isn't known; it has no room for an address, a password or the server's words. */
export class MailError extends Error {
  override readonly name = 'MailError'
  /** As Node and nodemailer name it, with the server's status if it gave one: `ENOSPC`, `ESOCKET`, `EABORT`, `EAUTH_535`, … */
  readonly code: string

  constructor(code: string) {
    super(`the mail was not sent: ${code}`)
    this.code = code
  }
}

/** The most that one mail may take over SMTP, from the look-up of the name to the server's last word. */
const DEADLINE_MS = 60_000

/**
 * Sends mail over SMTP, or writes each as `<id>.eml` (RFC 5322) into a folder, whole or not at all. A mail that is sent
 * again keeps its Message-ID or overwrites its file, so that a doubt about the first time does no harm. Throws MailError.
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

/** Greets the server as a mail would, with its user and password, and sends none; each step may take so long. Throws MailError. */
export async function greetMailServer(smtpUrl: string, stepMs: number): Promise<void> {
  const transport = smtpTransport(smtpUrl, {
    dnsTimeout: stepMs,
    connectionTimeout: stepMs,
    greetingTimeout: stepMs,
    socketTimeout: stepMs,
  })
  try {
    await transport.verify()
  } catch (fault) {
    throw new MailError(codeOf(fault))
  }
}

function smtpTransport(smtpUrl: string, limits: SMTPTransportOptions = {}) {
  const { hostname, username } = new URL(smtpUrl)
  const local = /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(hostname)
  return createTransport({
    url: smtpUrl,
    // A relay on this machine seldom has a certificate for that name, and nobody listens in between.
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
    const deadline = new AbortController()
    const timer = setTimeout(() => deadline.abort(), deadlineMs)
    try {
      await transport.sendMail({ ...messageOf(mail, settings.from), signal: deadline.signal })
    } finally {
      clearTimeout(timer)
    }
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
    // The address of a report's page opens it, so that nobody else on this machine may read it here.
    const file = await open(unfinished, 'w', 0o600)
    try {
      await file.writeFile(message)
      await file.sync()
    } finally {
      await file.close()
    }
    await rename(unfinished, fileOf(dir, mail.id))
  }
}

/** Removes the files of these mails from the folder, where it has them. */
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
    // As an object it is one address, whatever stands in it; a text would be read as a list.
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
