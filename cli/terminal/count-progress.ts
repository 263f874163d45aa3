import type cliProgress from 'cli-progress'
import type { CountProgress } from '../../pipeline/store/upkeep/copy.ts'
import { duration, type Terminal } from './output.ts'
import { startBar } from './progress.ts'

const PLAIN_LINE_MS = 10_000

/** Progress on standard error, such as `5 of 9 rows`: a bar on a terminal, elsewhere a line every 10 seconds. */
export function createCountProgress(
  terminal: Terminal,
  now: () => number,
  what: string,
): CountProgress & { end(): void } {
  const startedAt = now()
  let total = 0
  let done = 0
  let timer: NodeJS.Timeout | undefined
  let bar: cliProgress.SingleBar | undefined
  const line = () => terminal.err(`${duration((now() - startedAt) / 1_000)}: ${done} of ${total} ${what}\n`)

  return {
    begin(all) {
      total = all
      if (terminal.errIsTty) {
        bar = startBar(`[{bar}] {value} of {total} ${what}  {eta_formatted}`, total)
      } else {
        line()
        timer = setInterval(line, PLAIN_LINE_MS)
      }
    },
    done(some) {
      done += some
      bar?.update(done)
    },
    end() {
      clearInterval(timer)
      bar?.stop()
      if (timer !== undefined) line()
      bar = undefined
      timer = undefined
    },
  }
}
