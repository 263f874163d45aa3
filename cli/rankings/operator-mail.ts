import { randomUUID } from 'node:crypto'
import { stripVTControlCharacters } from 'node:util'
import { systemClock } from '../../pipeline/ask/clock.ts'
import type { Config } from '../../pipeline/config.ts'
import { createMailer, MailError } from '../../pipeline/mail.ts'

/** A mail to the operator. */
export interface OperatorMail {
  readonly subject: string
  readonly text: string
}

/** Mails the operator, where an address is set, and says where that fails; it is tried once, as the log has the same words. */
export async function mailOperator(
  { operatorMail, mail }: Pick<Config, 'operatorMail' | 'mail'>,
  { subject, text }: OperatorMail,
  say: (sentence: string) => void,
): Promise<void> {
  if (operatorMail === undefined) return
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
  }
}
