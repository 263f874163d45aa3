import { isDefaultMarket, type Market, type MarketNamed, marketOf } from './market.ts'

const COUNTRIES = new Intl.DisplayNames(['en'], { type: 'region' })
const LANGUAGES = new Intl.DisplayNames(['en'], { type: 'language' })

/** Countries that a sentence names with an article. */
const WITH_ARTICLE =
  /^(United |Netherlands|Philippines|Bahamas|Gambia|Maldives|Comoros|Dominican Republic|Central African|Isle of Man|.* (Islands|Territories|Territory)$)/

/** The language's English name, such as `German`. */
export function languageName({ language }: Pick<Market, 'language'>): string {
  return LANGUAGES.of(language) ?? language
}

/** The country's English name, such as `United States`. */
export function countryName({ country }: Pick<Market, 'country'>): string {
  return COUNTRIES.of(country) ?? country
}

/** The country within a sentence, such as `the United States`. */
export function theCountry(market: Pick<Market, 'country'>): string {
  const name = countryName(market)
  return WITH_ARTICLE.test(name) ? `the ${name}` : name
}

/** A market on its own, in a table or beside a name: `Germany, German`. */
export function marketName(named: MarketNamed): string {
  const market = marketOf(named)
  return `${countryName(market)}, ${languageName(market)}`
}

/** A market after what was asked about: ` in Germany, asked in German`. Nothing for the default, which is said once on each page. */
export function inMarket(named: MarketNamed): string {
  const market = marketOf(named)
  return isDefaultMarket(market) ? '' : ` in ${theCountry(market)}, asked in ${languageName(market)}`
}

/** What is added to the question for an engine without a field for the country; nothing for the default. */
export function toldInWords(market: Market): string | undefined {
  return isDefaultMarket(market) ? undefined : `The question comes from a buyer in ${theCountry(market)}.`
}

/** The market in brackets behind a name: ` (Germany, German)`; nothing for the default. */
export function marketBeside(named: MarketNamed): string {
  return isDefaultMarket(marketOf(named)) ? '' : ` (${marketName(named)})`
}

/** The `lang` of a text of the market within a page in English; undefined for an English one. */
export function langOf(named: MarketNamed): string | undefined {
  const { language } = marketOf(named)
  return language === 'en' ? undefined : language
}
