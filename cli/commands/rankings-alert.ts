import { readConfig, takeEnvironment } from '../../pipeline/config.ts'
import type { CommonFlags } from '../flags/common.ts'
import type { Terminal } from '../output.ts'
import { CommandError, EXIT, printJson } from '../output.ts'
import { mailOperator } from '../rankings/operator-mail.ts'

/** `svc rankings alert`: for whoever sees a run end that could not say so itself. */
export async function rankingsAlert(terminal: Terminal, flags: CommonFlags): Promise<number> {
  const config = readConfig(takeEnvironment(), flags)
  if (config.operatorMail === undefined)
    throw new CommandError('Nobody is set to be told; put an address into SVC_OPERATOR_MAIL.')
  const text =
    'The run of the rankings ended before it could say how: killed, out of memory or time, or refused at its start. Its log says more; run again, it goes on where it was.'
  let sent = true
  await mailOperator(config, { subject: 'svc: the rankings were cut off', text }, (sentence) => {
    sent = false
    terminal.err(`${sentence}\n`)
  })
  if (flags.json === true) printJson(terminal, { sent })
  return sent ? EXIT.done : EXIT.failed
}
