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

/** The fields by which rankings and reports name their market; absent in what was frozen by earlier releases. */
export const marketFields = { country: country.optional(), language: language.optional() }
