import { z } from 'zod'
import { isCountry, isLanguage } from './market.ts'

export const country = z
  .string()
  .regex(/^[A-Z]{2}$/, { abort: true })
  .refine(isCountry)

export const language = z
  .string()
  .regex(/^[a-z]{2}$/, { abort: true })
  .refine(isLanguage)

/** The fields that name a ranking's or report's market; absent in those frozen by earlier releases. */
export const marketFields = { country: country.optional(), language: language.optional() }
