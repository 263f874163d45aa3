import { isDefaultMarket, type Market, type MarketFields, marketOf } from './market.ts'

// Each look-up makes its own Intl.DisplayNames: the first takes 20 ms, and most commands need none.

/** How countries begin that a sentence names with an article, as it does those that `ISLANDS` matches. */
const WITH_ARTICLE = [
  ...['United ', 'Netherlands', 'Philippines', 'Bahamas', 'Gambia', 'Maldives', 'Comoros', 'Dominican Republic'],
  ...['Central African', 'Isle of Man'],
]
const ISLANDS = / (Islands|Territories|Territory)$/

/** The language's English name, such as `German`. */
export function languageName({ language }: Pick<Market, 'language'>): string {
  return new Intl.DisplayNames(['en'], { type: 'language' }).of(language) ?? language
}

/** The country's English name, such as `United States`. */
export function countryName({ country }: Pick<Market, 'country'>): string {
  return new Intl.DisplayNames(['en'], { type: 'region' }).of(country) ?? country
}

/** The country as a sentence names it, such as `the United States`. */
export function theCountry(market: Pick<Market, 'country'>): string {
  const name = countryName(market)
  return WITH_ARTICLE.some((start) => name.startsWith(start)) || ISLANDS.test(name) ? `the ${name}` : name
}

/** A market on its own, in a table or beside a name: `Germany, German`. */
export function marketName(named: MarketFields): string {
  const market = marketOf(named)
  return `${countryName(market)}, ${languageName(market)}`
}

/** The market after a topic in a sentence, ` in Germany, asked in German`; empty for the default, which each page says once. */
export function inMarket(named: MarketFields): string {
  const market = marketOf(named)
  return isDefaultMarket(market) ? '' : ` in ${theCountry(market)}, asked in ${languageName(market)}`
}

/** The sentence for engines that have no field for the country; undefined for the default market. */
export function countrySentence(market: Market): string | undefined {
  return isDefaultMarket(market) ? undefined : `The question comes from a buyer in ${theCountry(market)}.`
}

/** The market in brackets after a name, ` (Germany, German)`; empty for the default. */
export function marketBeside(named: MarketFields): string {
  return isDefaultMarket(marketOf(named)) ? '' : ` (${marketName(named)})`
}

/** The `lang` attribute of a market's text on an English page; undefined for English. */
export function langOf(named: MarketFields): string | undefined {
  const { language } = marketOf(named)
  return language === 'en' ? undefined : language
}
