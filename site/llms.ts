import { headline, plainText } from '../pipeline/contract/headline.ts'
import { marketBeside } from '../pipeline/contract/market/market-words.ts'
import { oneLine } from '../pipeline/contract/texts.ts'
import { monthAsked } from '../pipeline/contract/wording.ts'
import { monthUrl } from './src/quote.ts'
import type { SiteView } from './src/views.ts'

/** What the site has for language models, see https://llmstxt.org. */
export function llmsTxt(site: SiteView): string {
  const rankings = site.latest.map((month) => {
    const simulated = month.simulated ? 'Simulated data: ' : ''
    return `- [${escaped(month.category)}${marketBeside(month)}, ${monthAsked(month)}](${monthUrl(month)}): ${simulated}${escaped(plainText(headline(month)))} [JSON](${monthUrl(month)}ranking.json)`
  })
  return [
    '# Answer engine rankings',
    '',
    '> Which brands AI answer engines name when buyers ask, counted every month, with every answer behind every count.',
    '',
    `Counts are rates: quote n of m, the month and the address. They are not verdicts. Data: ${site.dataLicense}.`,
    '',
    `- [How it is asked and counted](${site.url}/method/)`,
    `- [New months, as an Atom feed](${site.url}/feed.xml)`,
    '',
    '## Rankings',
    '',
    ...rankings,
    '',
  ].join('\n')
}

/** A text that isn't ours, as part of one line of Markdown. */
function escaped(text: string): string {
  return oneLine(text).replace(/[\\[\]<>`*_]/g, '\\$&')
}
