import { rankingUrl } from '../../pipeline/contract/addresses.ts'
import { dayName } from '../../pipeline/contract/dates.ts'
import { engineNames, headline, plainText, type Stretch } from '../../pipeline/contract/headline.ts'
import type { Ranking } from '../../pipeline/contract/ranking.ts'
import { counted, monthAsked } from '../../pipeline/contract/wording.ts'
import type { BrandPicture } from '../../templates/figures/brand-drawing.ts'
import type { MonthSummary } from './views.ts'

/** The public address of a month, which always shows that month. */
export function monthUrl({ slug, month }: Pick<MonthSummary, 'slug' | 'month'>): string {
  return rankingUrl(globalThis.svcSite.url, slug, month)
}

/** A ranking in a sentence to quote, with its month, version, date and address. */
export function quoteOf(ranking: Ranking): Stretch[] {
  const { version, checkedAt, simulated } = ranking
  return [
    ...(simulated ? [{ text: 'Simulated data: ' }] : []),
    ...headline(ranking),
    { text: ` Source: ${monthAsked(ranking)}, version ${version} of ${dayName(checkedAt)}, ${monthUrl(ranking)}` },
  ]
}

/** What a ranking's figure shows outside its page. */
export function pictureOf(ranking: Ranking): BrandPicture {
  const { brands, answersCounted, simulated, engines, checkedAt } = ranking
  return {
    rows: brands.map((brand) => ({ ...brand, answers: answersCounted })),
    heading: plainText(headline(ranking)),
    lines: [
      `${monthAsked(ranking)}, checked on ${dayName(checkedAt)} · ${counted(answersCounted, 'answer')} of ${engineNames(engines) || 'no engine'}`,
    ],
    simulated,
    source: monthUrl(ranking),
  }
}

/** How many brands moved in a month, such as `2 brands up, 1 down`; undefined if nothing was compared. */
export function moversOf({ comparedWith, brands }: MonthSummary): string | undefined {
  if (comparedWith === undefined) return undefined
  const moved = brands.flatMap(({ change }) => (change?.moved === true ? [change.points ?? 0] : []))
  const [up, down] = [moved.filter((points) => points > 0).length, moved.filter((points) => points < 0).length]
  if (up === 0 && down === 0) return 'none moved'
  if (up === 0) return `${counted(down, 'brand')} down`
  return `${counted(up, 'brand')} up${down > 0 ? `, ${down} down` : ''}`
}
