/** `npm run bench [fan-out|http]`: ratios from one run on one machine; a bound that is missed ends it with 1. */
import { benchFanOut } from './fan-out.ts'
import { benchHttp } from './http.ts'

const only = process.argv[2]
const ratios = [...(only === 'http' ? [] : await benchFanOut()), ...(only === 'fan-out' ? [] : await benchHttp())]
for (const { name, ratio, bound, detail } of ratios) {
  const holds = 'most' in bound ? ratio <= bound.most : ratio >= bound.least
  const wanted = 'most' in bound ? `at most ${bound.most}` : `at least ${bound.least}`
  console.log(`${holds ? 'ok    ' : 'MISSED'} ${ratio.toFixed(2)} (${wanted})  ${name}: ${detail}`)
  if (!holds) process.exitCode = 1
}
