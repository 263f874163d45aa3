/**
 * Compiles the pages to a program that renders them, without any data: `node compile.ts`, as `npm ci` does. Publishing does
 * it again if the pages have changed since.
 */
import { createHash, randomUUID } from 'node:crypto'
import { existsSync, globSync, readFileSync } from 'node:fs'
import { mkdir, readdir, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'

const ROOT = join(import.meta.dirname, '..')
const COMPILED = join(import.meta.dirname, '.compiled')
const SOURCES = ['site/**/*.{ts,astro,css,js,svg,json}', 'templates/**/*', 'pipeline/**/*.ts', 'package-lock.json']
const KEEP_OLD_MS = 24 * 60 * 60_000

/** The folder of the program for the pages as they are now; compiles them if it isn't there. */
async function compiledPages(): Promise<string> {
  const folder = join(COMPILED, digestOfSources())
  if (!existsSync(folder)) await compile(folder)
  return folder
}

/** A hash of everything that the pages are made from; it names what was compiled from it. */
function digestOfSources(): string {
  const digest = createHash('sha256')
  const inSite = (path: string) => path.startsWith('site/.') || path.startsWith('site/no-sharp')
  for (const path of globSync(SOURCES, { cwd: ROOT, exclude: inSite }).sort())
    if (/\.\w+$/.test(path))
      digest
        .update(path)
        .update('\0')
        .update(readFileSync(join(ROOT, path)))
        .update('\0')
  return digest.digest('hex').slice(0, 20)
}

/**
 * Compiles into another folder and renames it, so that a folder of this name is always whole, even if others compile too. It
 * gets the usual permissions, because the user who installs the program is rarely the one who builds the site.
 */
async function compile(folder: string): Promise<void> {
  const { build } = await import('astro')
  await removeOld()
  const work = `${folder}-${randomUUID()}`
  await mkdir(work, { recursive: true })
  try {
    await build({ root: import.meta.dirname, logLevel: 'error', outDir: work })
    await rename(work, folder).catch((fault) => {
      if (!existsSync(folder)) throw fault
    })
  } finally {
    await rm(work, { recursive: true, force: true })
  }
}

/** Removes what was compiled of earlier pages, except what a build under way may still load. */
async function removeOld(): Promise<void> {
  for (const name of existsSync(COMPILED) ? await readdir(COMPILED) : []) {
    const old = join(COMPILED, name)
    const made = await stat(old).catch(() => undefined)
    if (made !== undefined && Date.now() - made.mtimeMs > KEEP_OLD_MS) await rm(old, { recursive: true, force: true })
  }
}

if (import.meta.main) process.stdout.write(`${await compiledPages()}\n`)
