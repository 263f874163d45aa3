import type { Citation, EngineName } from '../../contract/terms.ts'
import { toCitations } from '../citations.ts'
import type { MarketBrand } from './market.ts'
import type { Random } from './random.ts'

const REVIEWS = ['www.siftwell.example', 'benchandback.example', 'www.fairshelf.example', 'buyersalmanac.example']
const FORUMS = ['threadnook.example', 'forum.askaround.example']
const VIDEOS = ['www.clipcove.example', 'watchhut.example']

/**
 * The 3 to 7 pages cited in one answer: brands' own sites, reviews, forums and videos, some about brands that it
 * doesn't name.
 */
export function drawSources(
  market: readonly MarketBrand[],
  named: readonly MarketBrand[],
  category: string,
  random: Random,
): Citation[] {
  const [left, right, other] = random.shuffled(market)
  const topic = category.toLowerCase().replace(/[^a-z0-9]+/g, '-') || 'guide'
  const pages = [
    ...random
      .shuffled(named)
      .slice(0, 2)
      .map(({ domain, name }) => [`www.${domain}/pricing`, `Plans and pricing | ${name}`]),
    [`${random.pick(REVIEWS)}/best-${topic}`, `The best ${category}, tested`],
    [`${random.pick(REVIEWS)}/compare/${left?.label}-vs-${right?.label}`, 'Side by side: which one fits?'],
    [`${other?.domain}/features`, `${other?.name}: all features`],
    [
      `${random.pick(FORUMS)}/t/${random.int(1000, 9999)}/anyone-using-${right?.label}`,
      'Anyone using this? - Discussion',
    ],
    [`${random.pick(VIDEOS)}/watch?v=${random.int(100_000, 999_999)}`, `${category}: an honest review (video)`],
  ]
  const titled = pages.map(([address, title]) => ({
    url: `https://${address}`,
    title: random.chance(0.3) ? null : title,
  }))
  return toCitations(random.shuffled(titled).slice(0, random.int(3, 7)))
}

/** The citation markers that each engine's vendor puts into its text; `number` counts from 1. */
const MARKERS: Readonly<Record<EngineName, (url: string, number: number) => string>> = {
  OPENAI: (url) =>
    ` ([${new URL(url).hostname.replace(/^www\./, '')}](${url}${url.includes('?') ? '&' : '?'}utm_source=openai))`,
  ANTHROPIC: () => '',
  PERPLEXITY: (_url, number) => `[${number}]`,
  GEMINI: () => '',
  GROK: (url, number) => `[[${number}]](${url})`,
  AI_OVERVIEW: (url, number) => ` [[${number}]](${url})`,
}

/**
 * Returns a function that draws a citation marker, or the empty string about every third time and if there is nothing
 * to cite.
 */
export function markerOf(engine: EngineName, sources: readonly Citation[], random: Random): () => string {
  return () => {
    if (sources.length === 0 || random.chance(0.35)) return ''
    const index = random.int(0, sources.length - 1)
    return MARKERS[engine](sources[index]?.url ?? '', index + 1)
  }
}
