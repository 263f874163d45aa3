/**
 * Compiles the pages to a program that renders them, without any data: `node compile.ts`, as `npm ci` does. Publishing does
 * it again where the pages have changed since.
 */
import { createHash } from 'node:crypto'
import { existsSync, globSync, readFileSync } from 'node:fs'
import { mkdir, mkdtemp, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'

const ROOT = join(import.meta.dirname, '..')
const COMPILED = join(import.meta.dirname, '.compiled')
const SOURCES = [
  'site/**/*.{ts,astro,css,js,svg,json}',
  'templates/**/*',
  'pipeline/contract/*.ts',
  'package-lock.json',
]

/** The folder of the program for the pages as they are now; compiles them if it isn't there. */
async function compiledPages(): Promise<string> {
  const folder = join(COMPILED, digestOfSources())
  if (!existsSync(folder)) await compile(folder)
  return folder
}

/** Changes with whatever the pages are made from, and so names what was compiled from it. */
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

/** Beside its place first, so that a folder of that name is always whole, whoever else compiles. */
async function compile(folder: string): Promise<void> {
  const { build } = await import('astro')
  await mkdir(COMPILED, { recursive: true })
  const work = await mkdtemp(`${folder}-`)
  try {
    await build({ root: import.meta.dirname, logLevel: 'error', outDir: work })
    await rename(work, folder).catch((fault) => {
      if (!existsSync(folder)) throw fault
    })
  } finally {
    await rm(work, { recursive: true, force: true })
  }
}

if (import.meta.main) process.stdout.write(`${await compiledPages()}\n`)
