import { systemClock } from '../pipeline/ask/clock.ts'
import type { Config } from '../pipeline/config/config.ts'
import { counted } from '../pipeline/contract/wording.ts'
import type { Command, CommonFlags } from './command/command.ts'
import type { Call, Check } from './doctor/calls.ts'
import { settings } from './setup/store.ts'
import { bad } from './terminal/colours.ts'
import { dollars, EXIT, print, type Terminal } from './terminal/output.ts'
import { table } from './terminal/table.ts'

/** `svc doctor`. */
export function addDoctor(program: Command): void {
  program
    .verb('doctor', 'checks whether each engine, the scribe, the store, the mail and the secret work')
    .summary('whether engines, scribe, store, mail and secret work')
    .addHelpText('after', '\nIt makes one cheap call to each engine that has a key.')
    .runs(() => doctor)
}

async function doctor(terminal: Terminal, flags: CommonFlags): Promise<number> {
  const { prepareCalls } = await import('./doctor/calls.ts')
  const { checkMail, checkSecret, checkSite, checkStoreAccess } = await import('./doctor/local.ts')
  const config = await settings(flags)
  const prepared = await prepareCalls(config)
  announce(terminal, config, prepared)
  const [called, ...rest] = await Promise.all([
    Promise.all(prepared.map((each) => ('make' in each ? each.make() : { ...each, costUsd: 0 }))),
    checkStoreAccess(config),
    checkMail(config),
    checkSecret(config, systemClock.now),
    checkSite(config),
  ])
  const usd = called.reduce((sum, { costUsd }) => sum + costUsd, 0)
  const checks = [...called, ...rest].map(({ name, ok, sentence }) => ({ name, ok, sentence }))
  const failing = checks.filter(({ ok }) => ok === false).length
  const rows = checks.map(({ name, ok, sentence }) => [
    ok === null ? 'not set up' : ok ? 'works' : bad('FAILS'),
    name,
    sentence,
  ])
  const configured = checks.filter(({ ok }) => ok !== null).length
  const cost = prepared.some((each) => 'make' in each) ? ` The calls cost ${dollars(usd)}.` : ''
  const text = `${table(['', '', ''], rows).trimStart()}\n${configured - failing} of ${configured} that are set up work.${cost}\n`
  print(terminal, flags, { checks, simulated: config.simulate, cost: { usd } }, text)
  return failing === 0 ? EXIT.done : EXIT.failed
}

/** Prints what the calls will cost. */
function announce(terminal: Terminal, config: Config, prepared: readonly (Call | Check)[]): void {
  const calls = prepared.filter((each) => 'make' in each)
  const sum = (of: 'typicalUsd' | 'worstUsd') => dollars(calls.reduce((usd, call) => usd + call[of], 0))
  if (config.simulate) terminal.err('SVC_SIMULATE is set: no engine or scribe is called.\n')
  else if (calls.length > 0)
    terminal.err(
      `Making ${counted(calls.length, 'call')}: usually ${sum('typicalUsd')} and at most ${sum('worstUsd')} in all.\n`,
    )
}
