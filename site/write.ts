import { linkSync, mkdirSync, readdirSync, readFileSync } from 'node:fs'
import { mkdir, rename, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import zlib from 'node:zlib'

/** The files that are compressed, and the size in bytes from which that pays. */
const TEXT = /\.(html|css|js|svg|xml|json|csv|txt)$/
const WORTH_BYTES = 1024
/** A sixth of the time of the best quality, 11, and a tenth more bytes; a window of 256 KB holds most pages. */
const BROTLI = {
  params: { [zlib.constants.BROTLI_PARAM_QUALITY]: 7, [zlib.constants.BROTLI_PARAM_LGWIN]: 18 },
}
const COMPRESSED = ['.br', '.gz']

/** A file of a site; `path` is relative to it. */
export interface SiteFile {
  readonly path: string
  readonly content: string | Uint8Array
}

/** Writes the files of a site into a folder; a file that the previous site has with the same bytes is shared with it. */
export interface SiteWriter {
  /** Writes files, one after the other, and their compressed forms. */
  write(...files: readonly SiteFile[]): Promise<void>
  /** Gives a written file a second name. */
  alias(path: string, as: string): void
  /** Takes over a folder of the previous site with everything in it; nothing without one. */
  keep(folder: string): void
  /** The number of pages written and taken over. */
  pages(): number
}

export function createWriter(site: string, previous: string | undefined): SiteWriter {
  let pages = 0
  const link = (from: string, path: string) => {
    mkdirSync(dirname(join(site, path)), { recursive: true })
    linkSync(from, join(site, path))
    if (path.endsWith('.html')) pages += 1
  }
  const write = async ({ path, content }: SiteFile) => {
    const bytes = Buffer.from(content)
    const names = forms(path, bytes.length)
    if (previous !== undefined && hasBytes(join(previous, path), bytes)) {
      for (const name of names) link(join(previous, name), name)
      return
    }
    mkdirSync(dirname(join(site, path)), { recursive: true })
    await Promise.all(names.map(async (name) => writeFile(join(site, name), await formOf(path, name, bytes))))
    if (path.endsWith('.html')) pages += 1
  }
  return {
    write: async (...files) => {
      for (const file of files) await write(file)
    },
    alias: (path, as) => {
      const { length } = readFileSync(join(site, path))
      for (const name of forms(path, length)) link(join(site, name), name.replace(path, as))
    },
    keep: (folder) => {
      if (previous === undefined) return
      for (const entry of readdirSync(join(previous, folder), { recursive: true, withFileTypes: true }))
        if (entry.isFile()) {
          const from = join(entry.parentPath, entry.name)
          link(from, from.slice(previous.length + 1))
        }
    },
    pages: () => pages,
  }
}

/** The names of a file and its compressed forms. */
function forms(path: string, bytes: number): string[] {
  return [path, ...(TEXT.test(path) && bytes >= WORTH_BYTES ? COMPRESSED.map((form) => `${path}${form}`) : [])]
}

/** Writes a file into a published site, its compressed forms first, so that each is whole at every instant. */
export async function replaceFile(site: string, { path, content }: SiteFile): Promise<void> {
  const bytes = Buffer.from(content)
  await mkdir(dirname(join(site, path)), { recursive: true })
  for (const name of forms(path, bytes.length).reverse()) {
    const made = join(site, `${name}.${process.pid}.part`)
    await writeFile(made, await formOf(path, name, bytes))
    await rename(made, join(site, name))
  }
}

const brotli = promisify(zlib.brotliCompress)
const gzip = promisify(zlib.gzip)

/** The bytes of a form of the file at `path`, which may itself end in .gz. */
async function formOf(path: string, name: string, bytes: Buffer): Promise<Buffer> {
  if (name === path) return bytes
  return name.endsWith('.br') ? brotli(bytes, BROTLI) : gzip(bytes)
}

function hasBytes(path: string, bytes: Buffer): boolean {
  try {
    return readFileSync(path).equals(bytes)
  } catch {
    return false
  }
}
