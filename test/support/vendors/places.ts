import { iso31661Alpha2ToNumeric } from 'iso-3166/1-a2-to-1-n.js'
import { isRecord, unknownField } from './check.ts'

/** The languages of DataForSEO's list of 2025-08-05, by Google's codes: Chinese has two, and Norwegian is nb. */
const LANGUAGES =
  'ar az bg bn bs cs da de el en es et fi fr he hi hr hu hy id it ja ko lt lv mk ms nb nl pl pt ro ru sk sl sq sr sv th tl tr uk ur vi zh-CN zh-TW'.split(
    ' ',
  )

/** DataForSEO serves no place in these. */
const NOT_SERVED = ['RU', 'BY']

/** Whether a field is an ISO 3166-1 alpha-2 code, as all vendors that take a country want it. */
export function isCountry(value: unknown): boolean {
  return typeof value === 'string' && Object.hasOwn(iso31661Alpha2ToNumeric, value)
}

/** Whether a field is a two-letter language code. */
export function isLanguage(value: unknown): boolean {
  return typeof value === 'string' && /^[a-z]{2}$/.test(value)
}

/** Whether a `user_location` has only these fields, and a country that exists if it has one. */
export function isPlace(value: unknown, fields: readonly string[]): boolean {
  if (!isRecord(value) || unknownField(value, fields) !== undefined) return false
  return value.country === undefined || value.country === null || isCountry(value.country)
}

/** Whether DataForSEO has the location: 2000 and the numeric code of a country that it serves. */
export function isLocationCode(value: unknown): boolean {
  return Object.entries(iso31661Alpha2ToNumeric).some(
    ([country, numeric]) => value === 2000 + Number(numeric) && !NOT_SERVED.includes(country),
  )
}

/** Whether DataForSEO has the language. */
export function isLanguageCode(value: unknown): boolean {
  return LANGUAGES.some((code) => code === value)
}
