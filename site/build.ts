/**
 * Builds the site in a process of its own: `node build.ts <outDir> <cacheDir> <siteUrl>`. Started by publish.ts, which
 * writes the store's address on standard input, as it may hold a password and everybody sees arguments; that end closes
 * when its process dies, and this one with it.
 */
import { once } from 'node:events'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { build } from 'astro'

const [outDir, cacheDir, siteUrl] = process.argv.slice(2)
if (outDir === undefined || cacheDir === undefined || siteUrl === undefined)
  throw new Error('build.ts takes two folders and an address.')

const lines = createInterface({ input: process.stdin }).on('close', () => process.exit(1))
const [database]: string[] = await once(lines, 'line')
if (database !== undefined) globalThis.svcDatabase = database
const { origin, pathname } = new URL(siteUrl)
try {
  await build({
    root: import.meta.dirname,
    logLevel: 'error',
    site: origin,
    base: pathname,
    outDir,
    cacheDir,
    vite: {
      cacheDir: `${cacheDir}/vite`,
      // The pages' code is run from the outDir, where no node_modules is above it.
      environments: { prerender: { resolve: { noExternal: true } } },
      define: {
        __SVC_SITE_URL__: JSON.stringify(siteUrl.replace(/\/+$/, '')),
        __SVC_TEMPLATES__: JSON.stringify(join(import.meta.dirname, '../templates')),
      },
    },
  })
  process.exit(0)
} catch (fault) {
  process.stderr.write(`${fault instanceof Error ? fault.message : String(fault)}\n`)
  process.exit(1)
}
