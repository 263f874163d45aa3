import { randomUUID } from 'node:crypto'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import { systemClock } from '../../pipeline/ask/clock.ts'
import type { OperatorConfig } from '../../pipeline/config/config.ts'
import { createMailer, MailError } from '../../pipeline/mail.ts'

/** A mail to the operator. */
export interface OperatorMail {
  readonly subject: string
  readonly text: string
}

/** The file in the mail folder with systemd's id of the last run that mailed the operator itself. */
const TOLD = 'rankings-told'

/** Mails the operator once, if an address is set, and says if that fails. Returns whether the mail was sent. */
export async function mailOperator(
  { operatorMail, mail, invocation }: OperatorConfig,
  { subject, text }: OperatorMail,
  say: (sentence: string) => void,
): Promise<boolean> {
  if (operatorMail === undefined) return false
  try {
    const createdAt = systemClock.now()
    await createMailer(mail)({
      id: randomUUID(),
      recipient: operatorMail,
      subject,
      text: stripVTControlCharacters(text),
      createdAt,
    })
  } catch (fault) {
    if (!(fault instanceof MailError)) throw fault
    say(`The mail to SVC_OPERATOR_MAIL was not sent (${fault.code}).`)
    return false
  }
  if (invocation !== undefined) await sign(mail.dir, invocation)
  return true
}

/** Whether the failed run that started this process has mailed the operator itself. */
export async function hasToldItself({ mail, failedInvocation }: OperatorConfig): Promise<boolean> {
  const told = await readFile(join(mail.dir, TOLD), 'utf8').catch(() => undefined)
  return told !== undefined && told === failedInvocation
}

async function sign(dir: string, invocation: string): Promise<void> {
  try {
    await mkdir(dir, { recursive: true })
    await writeFile(join(dir, TOLD), invocation, { mode: 0o600 })
  } catch {
    // On a full disk, say: a second mail is better than an error that hides the run's own.
  }
}
