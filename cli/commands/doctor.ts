import { systemClock } from '../../pipeline/ask/clock.ts'
import type { Config } from '../../pipeline/config.ts'
import { readConfig, takeEnvironment } from '../../pipeline/config.ts'
import { bad } from '../colours.ts'
import type { Call, Check } from '../doctor/calls.ts'
import { prepareCalls } from '../doctor/calls.ts'
import { checkMail, checkSecret, checkSite, checkStoreAccess } from '../doctor/premises.ts'
import type { CommonFlags } from '../flags/common.ts'
import type { Terminal } from '../output.ts'
import { dollars, EXIT, printJson } from '../output.ts'
import { table } from '../table.ts'

/** `svc doctor`. */
export async function doctor(terminal: Terminal, flags: CommonFlags): Promise<number> {
  const config = readConfig(takeEnvironment(), flags)
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
  if (flags.json === true) printJson(terminal, { checks, simulated: config.simulate, cost: { usd } })
  else {
    terminal.out(
      table(
        ['', '', ''],
        checks.map(({ name, ok, sentence }) => [
          ok === null ? 'not set up' : ok ? 'works' : bad('FAILS'),
          name,
          sentence,
        ]),
      ).trimStart(),
    )
    const set = checks.filter(({ ok }) => ok !== null).length
    const cost = prepared.some((each) => 'make' in each) ? ` The calls cost ${dollars(usd)}.` : ''
    terminal.out(`\n${set - failing} of ${set} that are set up work.${cost}\n`)
  }
  return failing === 0 ? EXIT.done : EXIT.failed
}

/** Says what the calls cost before they are made. */
function announce(terminal: Terminal, config: Config, prepared: readonly (Call | Check)[]): void {
  const calls = prepared.filter((each) => 'make' in each)
  const sum = (of: 'typicalUsd' | 'worstUsd') => dollars(calls.reduce((usd, call) => usd + call[of], 0))
  if (config.simulate) terminal.err('SVC_SIMULATE is set: no engine and no scribe is called.\n')
  else if (calls.length > 0)
    terminal.err(
      `Making ${calls.length} ${calls.length === 1 ? 'call' : 'calls'}: usually ${sum('typicalUsd')} and at most ${sum('worstUsd')} in all.\n`,
    )
}
