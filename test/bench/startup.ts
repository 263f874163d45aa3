import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import type { Ratio } from './fan-out.ts'

const ROUNDS = 15
const ENTRY = fileURLToPath(new URL('../../cli/svc.js', import.meta.url))

const TEXT = 'The best of them is **Acme**, then Bolt.'

/** `svc --help` over `node -e 0`, and `svc mentions` over `svc --help`, in turn; the medians count. */
export function benchStartup(): Ratio[] {
  const rounds = Array.from({ length: ROUNDS }, () => ({
    bare: timed(['-e', '0']),
    help: timed([ENTRY, '--help']),
    mentions: timed([ENTRY, 'mentions'], TEXT),
  }))
  const bare = median(rounds.map((round) => round.bare))
  const help = median(rounds.map((round) => round.help))
  const mentions = median(rounds.map((round) => round.mentions))
  const against = (one: number, other: number) => `${one.toFixed(0)} ms against ${other.toFixed(0)} ms`
  return [
    { name: 'svc --help over node -e 0', ratio: help / bare, bound: { most: 3 }, detail: against(help, bare) },
    {
      name: 'svc mentions over svc --help',
      ratio: mentions / help,
      bound: { most: 1.5 },
      detail: against(mentions, help),
    },
  ]
}

function timed(args: readonly string[], input = ''): number {
  const startedAt = performance.now()
  const { status } = spawnSync(process.execPath, args, { input })
  if (status !== 0) throw new Error(`${args.join(' ')} ended with ${status}`)
  return performance.now() - startedAt
}

/** The middle one of an odd number of values. */
export function median(values: readonly number[]): number {
  return values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)] ?? Number.NaN
}
