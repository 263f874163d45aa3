import { readOperatorConfig } from '../../pipeline/config/config.ts'
import { takeEnvironment } from '../../pipeline/config/environment.ts'
import type { CommonFlags } from '../command/command.ts'
import type { Terminal } from '../terminal/output.ts'
import { CommandError, EXIT, lineWriter, printJson } from '../terminal/output.ts'
import { hasToldItself, mailOperator } from './operator-mail.ts'

/** `svc rankings alert`: mails that a run was cut off, unless the run that systemd names has mailed the operator itself. */
export async function rankingsAlert(terminal: Terminal, flags: CommonFlags): Promise<number> {
  const config = readOperatorConfig(takeEnvironment(), flags)
  if (config.operatorMail === undefined)
    throw new CommandError('No operator is set; put an address into SVC_OPERATOR_MAIL.')
  const told = await hasToldItself(config)
  const text = [
    'The run of the rankings ended without reporting why: killed, out of memory or time, or refused at its start.',
    'Its log says more; run it again to continue where it stopped.',
  ].join(' ')
  const mail = { subject: 'svc: the rankings were cut off', text }
  const sent = !told && (await mailOperator(config, mail, lineWriter(terminal)))
  if (flags.json === true) printJson(terminal, { sent })
  return sent || told ? EXIT.done : EXIT.failed
}
