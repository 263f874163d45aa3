import { readFile, realpath, stat } from 'node:fs/promises'
import { extname, join, relative, sep } from 'node:path'
import type { H3Event } from 'h3'
import { codeOf } from '../../pipeline/store/driver/faults.ts'
import { errorReply } from '../http/errors.ts'
import type { PlainResponse } from '../http/headers.ts'
import { type Coding, codingFor, etagOf, isUnchanged } from '../http/reply.ts'

/** The pages load and run only files of the site. */
const POLICY =
  "default-src 'none'; style-src 'self'; script-src 'self'; img-src 'self' data:; form-action 'none'; base-uri 'none'; frame-ancestors"
const HEADERS = {
  'content-security-policy': `${POLICY} 'none'`,
  'referrer-policy': 'strict-origin-when-cross-origin',
  'cache-control': 'no-cache',
}
/** Meant for the pages of others. */
const EMBED = /^\/rankings\/[^/]+\/embed\/$/
const NAMED_BY_CONTENT = /^\/_astro\//

function headersFor(pathname: string): Readonly<Record<string, string>> {
  return {
    ...HEADERS,
    ...(EMBED.test(pathname) && { 'content-security-policy': `${POLICY} *` }),
    ...(NAMED_BY_CONTENT.test(pathname) && { 'cache-control': 'public, max-age=31536000, immutable' }),
  }
}

/** The endings of the compressed files that a build writes beside a file, by content coding. */
const FORMS = { br: '.br', gzip: '.gz' }

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
  '.gz': 'application/gzip',
}

/** A handler that serves the published site in `siteDir`, and 404 for what it doesn't have. */
export function siteHandler(siteDir: string): (event: H3Event) => Promise<PlainResponse> {
  return async (event) => {
    const { pathname } = event.url
    const coding = codingFor(event.req.headers.get('accept-encoding'))
    const found = await findFile(siteDir, pathname, coding)
    const reads = event.req.method === 'GET' || event.req.method === 'HEAD'
    if (found === undefined) return notFound(event, coding, reads ? siteDir : undefined)
    if (!reads) return errorReply({ refusal: 'wrongMethod', allow: 'GET, HEAD' })
    if ('folder' in found) return addSlash(found.folder, event.url.search)
    const etag = etagOf(found.bytes)
    const headers = { ...headersFor(pathname), ...contentHeaders(found), vary: 'Accept-Encoding', etag: `"${etag}"` }
    return isUnchanged(event, etag) ? { status: 304, headers, body: null } : { status: 200, headers, body: found.bytes }
  }
}

/** A redirect that is relative, as a proxy may serve the site under a path, and encoded, so that it can't lead elsewhere. */
function addSlash(folder: string, search: string): PlainResponse {
  const location = `${encodeURIComponent(folder)}/${search}`
  return { status: 301, headers: { ...HEADERS, location, 'content-length': '0' }, body: null }
}

/** The site's 404 page for a browser, the JSON error for other clients. */
async function notFound(event: H3Event, coding: Coding, siteDir: string | undefined): Promise<PlainResponse> {
  const wantsPage = siteDir !== undefined && event.req.headers.get('accept')?.includes('text/html')
  const page = wantsPage ? await findFile(siteDir, '/404.html', coding) : undefined
  if (page === undefined || 'folder' in page) return errorReply({ refusal: 'unknownPath' })
  const headers = { ...HEADERS, ...contentHeaders(page), vary: 'Accept, Accept-Encoding' }
  return { status: 404, headers, body: page.bytes }
}

interface FoundFile {
  readonly bytes: Uint8Array<ArrayBuffer>
  readonly type: string
  readonly coding: Coding
}

/** A file, or a folder whose address lacks its trailing slash. */
type Found = FoundFile | { readonly folder: string } | undefined

function contentHeaders({ type, coding }: FoundFile): Record<string, string> {
  return { 'content-type': type, ...(coding && { 'content-encoding': coding }) }
}

/**
 * The file at a path (valid percent-encoding) under `root`, index.html for a folder, read from the disk each time, as
 * the folder is replaced while the server runs. Finds no dotfile and nothing outside of `root`, even through an escape
 * or a symbolic link.
 */
async function findFile(root: string, pathname: string, coding: Coding): Promise<Found> {
  const names = pathname.split('/').slice(1).map(decodeURIComponent)
  const hasSlash = names.at(-1) === ''
  if (hasSlash) names.pop()
  if (names.some((name) => name === '' || name.startsWith('.') || /[/\\\0]/.test(name))) return undefined
  try {
    const path = await resolveInside(root, names)
    if (path === undefined) return undefined
    if (!(await stat(path)).isDirectory()) return hasSlash ? undefined : await read(path, coding)
    const page = await resolveInside(root, [...names, 'index.html'])
    if (page === undefined) return undefined
    return hasSlash ? await read(page, coding) : { folder: names.at(-1) ?? '' }
  } catch (fault) {
    if (/^(ENOENT|ENOTDIR|ELOOP|ENAMETOOLONG)$/.test(codeOf(fault))) return undefined
    throw fault
  }
}

/** The real path of a file under the root; undefined if it is outside of the root or hidden. */
async function resolveInside(root: string, names: readonly string[]): Promise<string | undefined> {
  const realRoot = await realpath(root)
  const path = await realpath(join(realRoot, ...names))
  const hidden = relative(realRoot, path)
    .split(sep)
    .some((name) => name.startsWith('.'))
  return hidden ? undefined : path
}

async function read(path: string, wanted: Coding): Promise<Found> {
  if (!(await stat(path)).isFile()) return undefined
  const type = TYPES[extname(path).toLowerCase()] ?? 'application/octet-stream'
  const coded = wanted && (await readFile(`${path}${FORMS[wanted]}`).catch(() => undefined))
  return coded ? { bytes: coded, type, coding: wanted } : { bytes: await readFile(path), type, coding: null }
}
