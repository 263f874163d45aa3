import { z } from 'zod'

/** Something. */
export const text = z.string().min(1)
/** A model's name, as the vendors write them. */
export const modelName = z.string().regex(/^[\w./:-]{1,100}$/)
/** A whole number, 0 and up. */
export const wholeNumber = z
  .string()
  .regex(/^\d{1,9}$/)
  .transform(Number)
/** A number with up to six decimals, 0 and up. */
export const decimal = z
  .string()
  .regex(/^\d{1,6}(\.\d{1,6})?$/)
  .transform(Number)
/** An address without a user, a query or a fragment. */
export const httpAddress = z.string().refine((raw) => {
  const parsed = URL.parse(raw)
  return (
    parsed !== null &&
    /^https?:$/.test(parsed.protocol) &&
    parsed.username === '' &&
    parsed.search === '' &&
    parsed.hash === ''
  )
})
/** With a database's name; the host may be left out for a local socket. */
export function isServerAddress(raw: string): boolean {
  const parsed = URL.parse(raw)
  return parsed !== null && /^\/[^/]+$/.test(parsed.pathname)
}
/** Of the parameters that the SMTP client would take, those on TLS alone: others turn it into another client. */
export const smtpAddress = z.string().refine((raw) => {
  const parsed = URL.parse(raw)
  if (parsed === null || !/^smtps?:$/.test(parsed.protocol) || parsed.hostname === '') return false
  return [...parsed.searchParams.keys()].every((name) => /^(requireTLS|ignoreTLS|tls\.\w+)$/.test(name))
})
/** Where mail can go, on this machine too. */
export const mailAddress = z.email().or(z.string().regex(/^[\w.+-]+@localhost$/))
/** A name without anything that a header would give a meaning to. */
export const sender = z
  .string()
  .max(320)
  .refine((raw) => {
    const named = /^[^<>"\\,;:@()[\]\p{Cc}]+ <([^<>]+)>$/u.exec(raw)
    return mailAddress.safeParse(named?.[1] ?? raw).success
  })
/** Another spelling of the same bytes is refused: a key that was cut or mistyped would decode to something too. */
export const secretBytes = z
  .string()
  .transform((raw) => ({ raw, bytes: Buffer.from(raw, 'base64') }))
  .refine(({ raw, bytes }) => bytes.length === 32 && bytes.toString('base64') === raw)
  .transform(({ bytes }) => bytes)
