import type { z } from 'zod'
import type { Refusal } from './errors.ts'

/** The most bytes that a request's body may have. */
export const BODY_LIMIT = 32_768

/** The JSON of a request's body, or a refusal: wrong type (415), too large as declared or as received (413), or not JSON in UTF-8 (400). */
export async function readJson(request: Request): Promise<{ readonly json: unknown } | Refusal> {
  if (!isJson(request.headers)) return { refusal: 'wrongType' }
  if (Number(request.headers.get('content-length') ?? 0) > BODY_LIMIT) return { refusal: 'bodyTooLarge' }
  const bytes = await readBytes(request)
  if ('refusal' in bytes) return bytes
  try {
    return { json: JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes)) }
  } catch {
    return { refusal: 'noJson' }
  }
}

function isJson(headers: Headers): boolean {
  const [type = ''] = (headers.get('content-type') ?? '').split(';')
  const encoding = headers.get('content-encoding') ?? 'identity'
  return type.trim().toLowerCase() === 'application/json' && encoding.trim().toLowerCase() === 'identity'
}

async function readBytes(request: Request): Promise<Uint8Array | Refusal> {
  const chunks: Uint8Array[] = []
  try {
    const reader = request.body?.getReader()
    for (let size = 0; ; ) {
      const { value } = (await reader?.read()) ?? {}
      if (value === undefined) return Buffer.concat(chunks)
      size += value.byteLength
      if (size > BODY_LIMIT) {
        void discard(reader)
        return { refusal: 'bodyTooLarge' }
      }
      chunks.push(value)
    }
  } catch {
    // The client disconnected, or was too slow and has been answered.
    return { refusal: 'malformedRequest' }
  }
}

/** Reads the rest, as cancelling the stream would close the connection before the response is sent. */
async function discard(reader: ReadableStreamDefaultReader<Uint8Array> | undefined): Promise<void> {
  try {
    while (reader !== undefined && !(await reader.read()).done);
  } catch {
    // The client disconnected.
  }
}

/** The refusal for an input that fails its schema: it names the invalid top-level fields, or says that the body is no object. */
export function wrongForm(error: z.ZodError): Refusal {
  const fields = [...new Set(error.issues.flatMap(fieldsOf))]
  return fields.length === 0 ? { refusal: 'noJson' } : { refusal: 'wrongFields', fields }
}

/** Never an unknown field's own name, which could be anything, even a key; only queries reject unknown fields at the top level. */
function fieldsOf(issue: z.core.$ZodIssue): string[] {
  if (issue.path.length === 0 && issue.code === 'unrecognized_keys') return ['query']
  return issue.path.slice(0, 1).map(String)
}

/** The fields of a query, or the refusal of those that are unknown, invalid or repeated. */
export function readQuery(
  schema: z.ZodObject,
  sent: URLSearchParams,
): { readonly query: Readonly<Record<string, string>> } | Refusal {
  const query = Object.fromEntries(sent)
  const repeated = [...sent.keys()].filter((name, at, names) => names.indexOf(name) !== at)
  const parsed = schema.safeParse({ ...query, ...Object.fromEntries(repeated.map((name) => [name, null])) })
  return parsed.success ? { query } : wrongForm(parsed.error)
}

/** The slug in a request's path; empty, which matches nothing, if it holds a NUL, which PostgreSQL rejects. */
export function slugOf(params: Readonly<Record<string, string>> | undefined, name = 'slug'): string {
  const slug = params?.[name] ?? ''
  return slug.includes('\0') ? '' : slug
}
