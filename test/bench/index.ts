/** `npm run bench`: ratios from one run on one machine; a bound that is missed ends it with 1. */
import { benchFanOut } from './fan-out.ts'

const ratios = await benchFanOut()
for (const { name, ratio, bound, detail } of ratios) {
  const holds = 'most' in bound ? ratio <= bound.most : ratio >= bound.least
  const wanted = 'most' in bound ? `at most ${bound.most}` : `at least ${bound.least}`
  console.log(`${holds ? 'ok    ' : 'MISSED'} ${ratio.toFixed(2)} (${wanted})  ${name}: ${detail}`)
  if (!holds) process.exitCode = 1
}
