import { readFile, realpath, stat } from 'node:fs/promises'
import { extname, join, relative, sep } from 'node:path'

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

/** A file's bytes and content type, or a page whose address lacks its closing slash. */
export type Found =
  | { readonly bytes: Uint8Array<ArrayBuffer>; readonly type: string }
  | { readonly folder: string }
  | undefined

/**
 * What stands at an address path (still percent-encoded, every escape valid) under a folder; a folder stands for its
 * index.html. Nothing outside the folder and no dotfile is found, through an escape or a symbolic link either. Every
 * call reads the disk: the folder is replaced while the server runs.
 */
export async function findFile(root: string, pathname: string): Promise<Found> {
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
    if (isMissing(fault)) return undefined
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

function isMissing(fault: unknown): boolean {
  const code = fault instanceof Error && 'code' in fault ? fault.code : undefined
  return code === 'ENOENT' || code === 'ENOTDIR' || code === 'ELOOP' || code === 'ENAMETOOLONG'
}
