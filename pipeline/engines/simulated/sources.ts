import type { Citation, EngineName } from '../../contract/terms.ts'
import { dedupeCitations, toCitation } from '../citations.ts'
import type { MarketBrand } from './market.ts'
import type { Random } from './random.ts'

const REVIEWS = ['www.siftwell.example', 'benchandback.example', 'www.fairshelf.example', 'buyersalmanac.example']
const COMMUNITIES = ['threadnook.example', 'forum.askaround.example']
const VIDEOS = ['www.clipcove.example', 'watchhut.example']

/** The pages behind one answer, 3 to 7: brands' own, reviews, communities, videos; some about brands that it never names. */
export function drawSources(
  market: readonly MarketBrand[],
  named: readonly MarketBrand[],
  category: string,
  random: Random,
): Citation[] {
  const own = random.shuffled(named).slice(0, 2)
  const anyone = random.shuffled(market).slice(0, 3)
  const [left, right] = anyone.map((brand) => brand.label)
  const topic = category.toLowerCase().replace(/[^a-z0-9]+/g, '-') || 'guide'
  const page = (host: string, path: string, title: string) => {
    const untitled = random.chance(0.3)
    return toCitation(`https://${host}/${path}`, untitled ? null : title)
  }
  const drawn = [
    ...own.map(({ domain, name }) =>
      page(random.pick(['', 'www.']) + domain, 'pricing', `Plans and pricing | ${name}`),
    ),
    page(random.pick(REVIEWS), `best-${topic}`, `The best ${category}, tested`),
    page(random.pick(REVIEWS), `compare/${left}-vs-${right}`, 'Side by side: which one fits?'),
    ...anyone.slice(2).map(({ domain, name }) => page(domain, 'features', `${name}: all features`)),
    page(
      random.pick(COMMUNITIES),
      `t/${random.int(1000, 9999)}/anyone-using-${right}`,
      'Anyone using this? - Discussion',
    ),
    page(random.pick(VIDEOS), `watch?v=${random.int(100_000, 999_999)}`, `${category}: an honest review (video)`),
  ]
  const pages = drawn.flatMap((citation) => citation ?? [])
  return dedupeCitations(random.shuffled(pages).slice(0, random.int(3, 7)))
}

/** How each engine's vendor marks a source inside its text; `number` counts from 1. */
const MARKERS: Readonly<Record<EngineName, (url: string, number: number) => string>> = {
  OPENAI: (url) =>
    ` ([${new URL(url).hostname.replace(/^www\./, '')}](${url}${url.includes('?') ? '&' : '?'}utm_source=openai))`,
  ANTHROPIC: () => '',
  PERPLEXITY: (_url, number) => `[${number}]`,
  GEMINI: () => '',
  GROK: (url, number) => `[[${number}]](${url})`,
  AI_OVERVIEW: (url, number) => ` [[${number}]](${url})`,
}

/** Gives the marker of a source, drawn anew at each call: empty where the vendor writes none, where there is no source, and now and then. */
export function markerOf(engine: EngineName, sources: readonly Citation[], random: Random): () => string {
  return () => {
    if (sources.length === 0 || random.chance(0.35)) return ''
    const index = random.int(0, sources.length - 1)
    return MARKERS[engine](sources[index]?.url ?? '', index + 1)
  }
}
