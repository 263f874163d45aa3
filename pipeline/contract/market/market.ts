import { iso31661Alpha2ToNumeric } from 'iso-3166/1-a2-to-1-n.js'
import { z } from 'zod'

/** Where questions are asked from, and the language that they are asked in. Answers of two markets are never in one count. */
export interface Market {
  /** An ISO 3166-1 alpha-2 code, as `DE`. */
  readonly country: string
  /** An ISO 639-1 code, as `de`. */
  readonly language: string
}

/** The market where none is named. */
export const DEFAULT_MARKET: Market = { country: 'US', language: 'en' }

export const country = z
  .string()
  .regex(/^[A-Z]{2}$/, { abort: true })
  .refine((code) => Object.hasOwn(iso31661Alpha2ToNumeric, code))

const LANGUAGES = new Intl.DisplayNames(['en'], { type: 'language', fallback: 'none' })

export const language = z
  .string()
  .regex(/^[a-z]{2}$/, { abort: true })
  .refine(isLanguage)

/** The fields by which rankings and reports name their market; absent in what was frozen by earlier releases. */
export const marketFields = { country: country.optional(), language: language.optional() }

/** A request, an entry or a frozen body, in which either field may be missing. */
export interface MarketNamed {
  readonly country?: string | undefined
  readonly language?: string | undefined
}

/** The market that it names; the default where it names none. */
export function marketOf(named: MarketNamed): Market {
  return { country: named.country ?? DEFAULT_MARKET.country, language: named.language ?? DEFAULT_MARKET.language }
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

/** ICU also knows the codes that were withdrawn, which it reads as others: `iw` is `he`. */
function isLanguage(code: string): boolean {
  return Intl.getCanonicalLocales(code)[0] === code && LANGUAGES.of(code) !== undefined
}
