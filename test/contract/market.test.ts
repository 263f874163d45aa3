import { expect, test } from 'vitest'
import { country, language } from '../../pipeline/contract/market/fields.ts'
import {
  DEFAULT_MARKET,
  isDefaultMarket,
  marketOf,
  marketWords,
  numericCountry,
  rankingSlug,
} from '../../pipeline/contract/market/market.ts'
import {
  countryName,
  countrySentence,
  inMarket,
  langOf,
  marketBeside,
  marketName,
  theCountry,
} from '../../pipeline/contract/market/market-words.ts'

const GERMANY = { country: 'DE', language: 'de' }

test('a country is an official two-letter code in upper case', () => {
  for (const code of ['US', 'DE', 'GB', 'TW']) expect(country.safeParse(code).success).toBe(true)
  // They are reserved, withdrawn, a region, unknown to ISO, three letters, in lower case, no code at all.
  for (const code of ['UK', 'YU', 'EU', 'XK', 'DEU', 'de', '', 'toString', 276])
    expect(country.safeParse(code).success).toBe(false)
})

test('a language is a two-letter code of today', () => {
  for (const code of ['en', 'de', 'he', 'zh', 'no', 'nb']) expect(language.safeParse(code).success).toBe(true)
  // They are withdrawn, unknown, with a region, three letters, in upper case, no code at all.
  for (const code of ['iw', 'qq', 'de-at', 'deu', 'DE', '', 'x_', 4])
    expect(language.safeParse(code).success).toBe(false)
})

test('what names no market is asked from the United States in English', () => {
  expect(marketOf({})).toEqual(DEFAULT_MARKET)
  expect(marketOf({ country: 'GB' })).toEqual({ country: 'GB', language: 'en' })
  expect(marketOf(GERMANY)).toEqual(GERMANY)
  expect(isDefaultMarket(marketOf({ language: 'es' }))).toBe(false)
})

test('each market has slugs and seeds of its own; those of the default are as they were', () => {
  expect(rankingSlug('crm-software', DEFAULT_MARKET)).toBe('crm-software')
  expect(rankingSlug('crm-software', GERMANY)).toBe('crm-software-de-de')
  expect(rankingSlug('crm-software', { country: 'US', language: 'es' })).toBe('crm-software-us-es')
  expect(marketWords(DEFAULT_MARKET)).toEqual([])
  expect(marketWords(GERMANY)).toEqual(['DE', 'de'])
  expect(numericCountry(GERMANY)).toBe(276)
})

test('readers get names, with an article where English has one', () => {
  expect(marketName(GERMANY)).toBe('Germany, German')
  expect(marketName(DEFAULT_MARKET)).toBe('United States, English')
  expect(inMarket(GERMANY)).toBe(' in Germany, asked in German')
  expect(inMarket({ country: 'GB', language: 'en' })).toBe(' in the United Kingdom, asked in English')
  expect(inMarket(DEFAULT_MARKET)).toBe('')
  expect(['NL', 'PH', 'AE', 'FR', 'KY'].map((code) => theCountry({ country: code }))).toEqual([
    'the Netherlands',
    'the Philippines',
    'the United Arab Emirates',
    'France',
    'the Cayman Islands',
  ])
  expect(marketBeside(GERMANY)).toBe(' (Germany, German)')
  expect(marketBeside({})).toBe('')
  expect([langOf(GERMANY), langOf({}), langOf({ country: 'GB' })]).toEqual(['de', undefined, undefined])
  expect(countryName({ country: 'CZ' })).toBe('Czechia')
  expect(countrySentence(GERMANY)).toBe('The question comes from a buyer in Germany.')
  expect(countrySentence(DEFAULT_MARKET)).toBeUndefined()
})
