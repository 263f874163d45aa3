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
