import { readFile, realpath, stat } from 'node:fs/promises'
import { extname, join, relative, sep } from 'node:path'
import type { H3Event } from 'h3'
import { HTTPResponse } from 'h3'
import { codeOf } from '../../pipeline/store/driver/faults.ts'
import { errorResponse } from '../http/errors.ts'
import { set } from '../http/headers.ts'
import { etagOf, isUnchanged } from '../http/reply.ts'

/** The pages run no script and load nothing from elsewhere. */
const HEADERS = {
  'content-security-policy':
    "default-src 'none'; style-src 'self'; img-src 'self' data:; form-action 'none'; frame-ancestors 'none'; base-uri 'none'",
  'referrer-policy': 'strict-origin-when-cross-origin',
  'cache-control': 'no-cache',
}

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.txt': 'text/plain; charset=utf-8',
  '.md': 'text/markdown; charset=utf-8',
  '.csv': 'text/csv; charset=utf-8',
  '.xml': 'application/xml',
  '.json': 'application/json',
  '.webmanifest': 'application/manifest+json',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.jpg': 'image/jpeg',
  '.webp': 'image/webp',
  '.avif': 'image/avif',
  '.ico': 'image/x-icon',
  '.woff2': 'font/woff2',
}

/** The handler that answers every other address with the published site in `siteDir`, or with 404. */
export function siteHandler(siteDir: string): (event: H3Event) => Promise<Uint8Array | HTTPResponse> {
  return async (event) => {
    const found = await findFile(siteDir, event.url.pathname)
    const reads = event.req.method === 'GET' || event.req.method === 'HEAD'
    if (found === undefined) return notFound(event, reads ? siteDir : undefined)
    if (!reads) return errorResponse({ refusal: 'wrongMethod', allow: 'GET, HEAD' })
    if ('folder' in found) return closeFolder(found.folder, event.url.search)
    set(event, { ...HEADERS, 'content-type': found.type })
    if (isUnchanged(event, { etag: etagOf(found.bytes), cacheControl: 'no-cache' }))
      return new HTTPResponse(null, { status: 304 })
    return found.bytes
  }
}

/** Relative, so that it holds behind a proxy that serves the site under a path; encoded, so that it is no other address. */
function closeFolder(folder: string, search: string): HTTPResponse {
  const location = `${encodeURIComponent(folder)}/${search}`
  return new HTTPResponse(null, { status: 301, headers: { ...HEADERS, location, 'content-length': '0' } })
}

/** The site's own page for a browser that reads, and the error for everyone else. */
async function notFound(event: H3Event, siteDir: string | undefined): Promise<HTTPResponse> {
  const wantsPage = siteDir !== undefined && event.req.headers.get('accept')?.includes('text/html')
  const page = wantsPage ? await findFile(siteDir, '/404.html') : undefined
  if (page === undefined || 'folder' in page) return errorResponse({ refusal: 'unknownPath' })
  const length = String(page.bytes.byteLength)
  return new HTTPResponse(page.bytes, {
    status: 404,
    headers: { ...HEADERS, 'content-type': page.type, 'content-length': length, vary: 'Accept' },
  })
}

/** A file's bytes and content type, or a page whose address lacks its closing slash. */
type Found =
  | { readonly bytes: Uint8Array<ArrayBuffer>; readonly type: string }
  | { readonly folder: string }
  | undefined

/**
 * What stands at an address path (still percent-encoded, every escape valid) under a folder; a folder stands for its
 * index.html. Nothing outside the folder and no dotfile is found, through an escape or a symbolic link either. Every
 * call reads the disk: the folder is replaced while the server runs.
 */
async function findFile(root: string, pathname: string): Promise<Found> {
  const names = pathname.split('/').slice(1).map(decodeURIComponent)
  const closed = names.at(-1) === ''
  if (closed) names.pop()
  if (names.some((name) => name === '' || name.startsWith('.') || /[/\\\0]/.test(name))) return undefined
  try {
    const path = await resolveInside(root, names)
    if (path === undefined) return undefined
    if (!(await stat(path)).isDirectory()) return closed ? undefined : await read(path)
    const page = await resolveInside(root, [...names, 'index.html'])
    if (page === undefined) return undefined
    return closed ? await read(page) : { folder: names.at(-1) ?? '' }
  } catch (fault) {
    if (/^(ENOENT|ENOTDIR|ELOOP|ENAMETOOLONG)$/.test(codeOf(fault))) return undefined
    throw fault
  }
}

/** The real path of a file under the root, or undefined where it lies outside of it or is hidden. */
async function resolveInside(root: string, names: readonly string[]): Promise<string | undefined> {
  const realRoot = await realpath(root)
  const path = await realpath(join(realRoot, ...names))
  const hidden = relative(realRoot, path)
    .split(sep)
    .some((name) => name.startsWith('.'))
  return hidden ? undefined : path
}

async function read(path: string): Promise<Found> {
  if (!(await stat(path)).isFile()) return undefined
  return { bytes: await readFile(path), type: TYPES[extname(path).toLowerCase()] ?? 'application/octet-stream' }
}
