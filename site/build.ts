/**
 * Builds the site in its own process: `node build.ts <outDir> <cacheDir> <siteUrl>`. Reads the store's address from standard input, as it
 * may contain a password and arguments are public, and exits when that closes, as its parent has then died.
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
      // The pages' code runs from the outDir, which has no node_modules above it.
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
