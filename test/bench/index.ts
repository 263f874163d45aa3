/** `npm run bench [fan-out|http|startup|mentions|memory|workers|limits|site]`: ratios from one run on one machine; a bound that is missed ends it with 1. */
import { benchFanOut, type Ratio } from './fan-out.ts'
import { benchHttp } from './http.ts'
import { benchLimits } from './limits.ts'
import { benchMemory } from './memory.ts'
import { benchMentions } from './mentions.ts'
import { benchSite } from './site.ts'
import { benchStartup } from './startup.ts'
import { benchWorkers } from './workers.ts'

const BENCHES = {
  'fan-out': benchFanOut,
  http: benchHttp,
  startup: benchStartup,
  mentions: benchMentions,
  memory: benchMemory,
  workers: benchWorkers,
  limits: benchLimits,
  site: benchSite,
}

const only = process.argv[2]
for (const [bench, run] of Object.entries(BENCHES)) {
  if (only !== undefined && only !== bench) continue
  for (const { name, ratio, bound, detail } of await run()) {
    const { verdict, wanted } = judge(ratio, bound)
    console.log(`${verdict} ${ratio.toFixed(2)}${wanted}  ${name}: ${detail}`)
    if (verdict === 'MISSED') process.exitCode = 1
  }
}

function judge(ratio: number, bound: Ratio['bound']): { verdict: string; wanted: string } {
  if (bound === undefined) return { verdict: '      ', wanted: '' }
  const holds = 'most' in bound ? ratio <= bound.most : ratio >= bound.least
  const wanted = 'most' in bound ? ` (at most ${bound.most})` : ` (at least ${bound.least})`
  return { verdict: holds ? 'ok    ' : 'MISSED', wanted }
}
