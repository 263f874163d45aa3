import type { z } from 'zod'
import type { Refusal } from './errors.ts'

/** Bytes of a request's body: 32 KB. */
export const BODY_LIMIT = 32_768

/**
 * The JSON of a request's body, or the refusal of a body that is of another type (415), too large as it is declared or
 * as it arrives in chunks (413), or not JSON in UTF-8 (400).
 */
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
    // The client has gone, or was too slow and has its answer.
    return { refusal: 'malformedRequest' }
  }
}

/** Reads on: a stream that is cancelled would close the connection under the answer. */
async function discard(reader: ReadableStreamDefaultReader<Uint8Array> | undefined): Promise<void> {
  try {
    while (reader !== undefined && !(await reader.read()).done);
  } catch {
    // The client has gone.
  }
}

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

/** The slug in a request's path; empty, which is nobody's, where it holds a NUL, as PostgreSQL can't even look for one. */
export function slugOf(params: Readonly<Record<string, string>> | undefined): string {
  const slug = params?.slug ?? ''
  return slug.includes('\0') ? '' : slug
}
