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

/** The file in the mail folder with systemd's id of the last run that mailed the operator. */
const MAILED = 'rankings-told'

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
  if (invocation !== undefined) await recordRun(mail.dir, invocation)
  return true
}

/** Whether the failed run after which systemd started this process has mailed the operator. */
export async function hasRunMailed({ mail, failedInvocation }: OperatorConfig): Promise<boolean> {
  const mailed = await readFile(join(mail.dir, MAILED), 'utf8').catch(() => undefined)
  return mailed !== undefined && mailed === failedInvocation
}

async function recordRun(dir: string, invocation: string): Promise<void> {
  try {
    await mkdir(dir, { recursive: true })
    await writeFile(join(dir, MAILED), invocation, { mode: 0o600 })
  } catch {
    // A second mail is better than an error, of a full disk for example, that hides the run's own.
  }
}
