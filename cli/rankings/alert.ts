import { readOperatorConfig } from '../../pipeline/config/config.ts'
import { takeEnvironment } from '../../pipeline/config/environment.ts'
import type { CommonFlags } from '../command/command.ts'
import { CommandError, EXIT, lineWriter, printJson, type Terminal } from '../terminal/output.ts'
import { hasRunMailed, mailOperator } from './operator-mail.ts'

/** `svc rankings alert`: mails the operator that a run was cut off, unless that run has mailed the operator. */
export async function rankingsAlert(terminal: Terminal, flags: CommonFlags): Promise<number> {
  const config = readOperatorConfig(takeEnvironment(), flags)
  if (config.operatorMail === undefined)
    throw new CommandError('No operator is set; put an address into SVC_OPERATOR_MAIL.')
  const hasMailed = await hasRunMailed(config)
  const text = [
    'The run of the rankings ended without reporting why: killed, out of memory or time, or refused at its start.',
    'Its log says more; run it again to continue where it stopped.',
  ].join(' ')
  const mail = { subject: 'svc: the rankings were cut off', text }
  const sent = !hasMailed && (await mailOperator(config, mail, lineWriter(terminal)))
  if (flags.json === true) printJson(terminal, { sent })
  return sent || hasMailed ? EXIT.done : EXIT.failed
}
