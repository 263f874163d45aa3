import { z } from 'zod'

export const text = z.string().min(1)

export const modelName = z.string().regex(/^[\w./:-]{1,100}$/)

/** A whole number from `least` to `most`. */
export function whole(least: number, most: number) {
  const digits = z.string().regex(/^\d{1,9}$/)
  return digits.transform(Number).pipe(z.int().min(least).max(most))
}

/** A non-negative number with up to six decimals. */
export const decimal = z
  .string()
  .regex(/^\d{1,6}(\.\d{1,6})?$/)
  .transform(Number)

/** A URL without credentials, query or fragment. */
export const httpAddress = z.string().refine((raw) => {
  const parsed = URL.parse(raw)
  if (parsed === null || !/^https?:$/.test(parsed.protocol)) return false
  return parsed.username === '' && parsed.search === '' && parsed.hash === ''
})

/** Only TLS parameters are allowed: others would make nodemailer a different kind of client. */
export const smtpAddress = z.string().refine((raw) => {
  const parsed = URL.parse(raw)
  if (parsed === null || !/^smtps?:$/.test(parsed.protocol) || parsed.hostname === '') return false
  return [...parsed.searchParams.keys()].every((name) => /^(requireTLS|ignoreTLS|tls\.\w+)$/.test(name))
})

export const mailAddress = z.email().or(z.string().regex(/^[\w.+-]+@localhost$/))

/** An address, or `Name <address>` with a name that needs no quoting in a header. */
export const sender = z
  .string()
  .max(320)
  .refine((raw) => {
    const named = /^[^<>"\\,;:@()[\]\p{Cc}]+ <([^<>]+)>$/u.exec(raw)
    return mailAddress.safeParse(named?.[1] ?? raw).success
  })

/** Exactly 32 bytes in canonical base64: a truncated or mistyped key would decode to something too. */
export const secretBytes = z
  .string()
  .transform((raw) => ({ raw, bytes: Buffer.from(raw, 'base64') }))
  .refine(({ raw, bytes }) => bytes.length === 32 && bytes.toString('base64') === raw)
  .transform(({ bytes }) => bytes)
