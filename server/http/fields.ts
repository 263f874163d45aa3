import type { z } from 'zod'
import type { Refusal } from './errors.ts'

/** The top fields that don't fit, each once; without one the body is no object. */
export function wrongForm(error: z.ZodError): Refusal {
  const fields = [...new Set(error.issues.flatMap(fieldsOf))]
  return fields.length === 0 ? { refusal: 'noJson' } : { refusal: 'wrongFields', fields }
}

/** The field of ours that an issue is in: a name that isn't ours may be anything, a key too. Only a query takes no unknown fields at its top. */
function fieldsOf(issue: z.core.$ZodIssue): string[] {
  if (issue.path.length === 0 && issue.code === 'unrecognized_keys') return ['query']
  return issue.path.slice(0, 1).map(String)
}

/** The fields of a query, or the refusal of one that the operation doesn't take, that doesn't fit, or that came twice. */
export function readQuery(
  schema: z.ZodObject,
  sent: URLSearchParams,
): { readonly query: Readonly<Record<string, string>> } | Refusal {
  const query = Object.fromEntries(sent)
  const twice = [...sent.keys()].filter((name, at, names) => names.indexOf(name) !== at)
  const parsed = schema.safeParse({ ...query, ...Object.fromEntries(twice.map((name) => [name, null])) })
  return parsed.success ? { query } : wrongForm(parsed.error)
}
