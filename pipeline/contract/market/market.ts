// Without zod, which takes longer to load than a command's help takes to print.
import { iso31661Alpha2ToNumeric } from 'iso-3166/1-a2-to-1-n.js'

/** Where questions are asked from, and the language that they are asked in. Answers of two markets are never in one count. */
export interface Market {
  /** An ISO 3166-1 alpha-2 code, as `DE`. */
  readonly country: string
  /** An ISO 639-1 code, as `de`. */
  readonly language: string
}

/** The market where none is named. */
export const DEFAULT_MARKET: Market = { country: 'US', language: 'en' }

export const COUNTRY_RULE = 'a country is a two-letter code of ISO 3166-1, such as DE; the United Kingdom is GB'
export const LANGUAGE_RULE = 'a language is a two-letter code of ISO 639-1, such as de'

const LANGUAGES = new Intl.DisplayNames(['en'], { type: 'language', fallback: 'none' })

/** Whether it is an official ISO 3166-1 alpha-2 code. */
export function isCountry(code: string): boolean {
  return Object.hasOwn(iso31661Alpha2ToNumeric, code)
}

/** Whether it is an ISO 639-1 code. ICU also knows withdrawn ones, which it reads as others: `iw` is `he`. */
export function isLanguage(code: string): boolean {
  return /^[a-z]{2}$/.test(code) && Intl.getCanonicalLocales(code)[0] === code && LANGUAGES.of(code) !== undefined
}

/** A request, an entry or a frozen body, in which either field may be missing. */
export interface MarketNamed {
  readonly country?: string | undefined
  readonly language?: string | undefined
}

/** The market that it names; the default where it names none. */
export function marketOf(named: MarketNamed): Market {
  return { country: named.country ?? DEFAULT_MARKET.country, language: named.language ?? DEFAULT_MARKET.language }
}

/** The fields by which another text names the same market; none where this one names none. */
export function namedLike({ country, language }: MarketNamed): MarketNamed {
  return { ...(country !== undefined && { country }), ...(language !== undefined && { language }) }
}

/** The fields by which a text of this market names it when derived again: texts of earlier releases don't name the default. */
export function namedAgain(text: MarketNamed, market: Market): MarketNamed {
  return text.country === undefined && isDefaultMarket(market) ? {} : namedLike(market)
}

export function isSameMarket(one: Market, other: Market): boolean {
  return one.country === other.country && one.language === other.language
}

export function isDefaultMarket(market: Market): boolean {
  return isSameMarket(market, DEFAULT_MARKET)
}

/** What a seed or a hash is extended by, so that each market has its own; nothing for the default, so that earlier ones stay. */
export function marketWords(market: Market): readonly string[] {
  return isDefaultMarket(market) ? [] : [market.country, market.language]
}

/** The slug of a category's ranking in a market: `crm-software`, in Germany and German `crm-software-de-de`. */
export function rankingSlug(category: string, market: Market): string {
  return [category, ...marketWords(market).map((word) => word.toLowerCase())].join('-')
}

/** The country's ISO 3166-1 numeric code, as 276. */
export function numericCountry({ country }: Market): number {
  return Number(iso31661Alpha2ToNumeric[country])
}
