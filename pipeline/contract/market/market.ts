// This file does without zod, which takes longer to load than a command's help takes to print.
import { iso31661Alpha2ToNumeric } from 'iso-3166/1-a2-to-1-n.js'

/** The country that questions are asked from, and their language. Answers of two markets are never in one count. */
export interface Market {
  /** An ISO 3166-1 alpha-2 code, such as `DE`. */
  readonly country: string
  /** An ISO 639-1 code, such as `de`. */
  readonly language: string
}

/** The market of texts that name none. */
export const DEFAULT_MARKET: Market = { country: 'US', language: 'en' }

export const COUNTRY_RULE = 'a country is a two-letter code of ISO 3166-1, such as DE; the United Kingdom is GB'
export const LANGUAGE_RULE = 'a language is a two-letter code of ISO 639-1, such as de'

/** Whether it is an official ISO 3166-1 alpha-2 code. */
export function isCountry(code: string): boolean {
  return Object.hasOwn(iso31661Alpha2ToNumeric, code)
}

/** Whether it is an ISO 639-1 code. ICU also takes withdrawn ones for their successors: `iw` for `he`. */
export function isLanguage(code: string): boolean {
  if (!/^[a-z]{2}$/.test(code) || Intl.getCanonicalLocales(code)[0] !== code) return false
  // It is made here, because the first one takes 20 ms and most commands need none.
  return new Intl.DisplayNames(['en'], { type: 'language', fallback: 'none' }).of(code) !== undefined
}

/** The fields of a request, an entry or a frozen body that name its market; either may be missing. */
export interface MarketFields {
  readonly country?: string | undefined
  readonly language?: string | undefined
}

/** The market that the fields name; a missing one is the default's. */
export function marketOf({ country, language }: MarketFields): Market {
  return { country: country ?? DEFAULT_MARKET.country, language: language ?? DEFAULT_MARKET.language }
}

/** Only the market's fields, without those that are missing. */
export function marketFieldsOf({ country, language }: MarketFields): MarketFields {
  return { ...(country !== undefined && { country }), ...(language !== undefined && { language }) }
}

/** The market's fields for a text derived again: none if the frozen one, of an earlier release, doesn't name the default. */
export function marketFieldsAsIn(frozen: MarketFields, market: Market): MarketFields {
  return frozen.country === undefined && isDefaultMarket(market) ? {} : marketFieldsOf(market)
}

export function isSameMarket(one: Market, other: Market): boolean {
  return one.country === other.country && one.language === other.language
}

export function isDefaultMarket(market: Market): boolean {
  return isSameMarket(market, DEFAULT_MARKET)
}

/** The words that make a seed, hash or slug a market's own; none for the default, so that earlier ones stay as they are. */
export function marketWords(market: Market): readonly string[] {
  return isDefaultMarket(market) ? [] : [market.country, market.language]
}

/** The slug of a category's ranking in a market: `crm-software`, or `crm-software-de-de` for Germany and German. */
export function rankingSlug(category: string, market: Market): string {
  return [category, ...marketWords(market).map((word) => word.toLowerCase())].join('-')
}

/** The country's ISO 3166-1 numeric code, such as 276. */
export function numericCountry({ country }: Market): number {
  return Number(iso31661Alpha2ToNumeric[country])
}
